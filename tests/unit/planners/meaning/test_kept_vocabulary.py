"""What a graph can be asked about, kept beside its snapshot: what its arrays say."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from motif.catalog.rows import from_rows
from motif.graphs.projection import Projection
from motif.planners import kept_indexes
from motif.planners.meaning import kept_vocabulary
from motif.planners.meaning.vocabulary import Vocabulary
from motif.snapshot import current_manifest, open_projection, write_snapshot
from question_graphs import as_projection, plain_graph

KEPT = ("counts", "relations", "properties", "relation_properties", "relation_values", "persons", "actors")


def written(folder: Path, projection: Projection) -> Projection:
    write_snapshot(folder, projection)
    manifest = current_manifest(folder)
    assert manifest is not None
    return open_projection(manifest)


def labelled(projection: Projection, label: str) -> list[int]:
    """The naive twin."""
    nodes = projection.nodes
    every = (nodes.labels(row) for row in range(len(nodes)))
    return [row for row, labels in enumerate(every) if (label in labels if label else not labels)]


@pytest.mark.parametrize("name", ["films", "company", "festival", "world"])
def test_it_is_that_of_the_arrays(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = written(tmp_path, as_projection(plain_graph(name)))
    expected = Vocabulary(real)
    kept_vocabulary.kept_vocabulary(real)
    with monkeypatch.context() as patched:
        patched.setattr(kept_vocabulary, "_put", None)  # found, not read again
        found = kept_vocabulary.kept_vocabulary(real)
    for what in KEPT:
        assert getattr(found, what) == getattr(expected, what), what
    for label in expected.counts:
        assert found.naming(label) == expected.naming(label)
        rows = found.labelled(label).tolist()
        assert rows == expected.labelled(label).tolist() == labelled(real, label)


def test_years_that_are_texts_stay_so(tmp_path: Path) -> None:
    films = [
        (name, ["Film"], {"name": name, "year": year}) for name, year in (("Heat", "1995"), ("Ali", "2001"))
    ]
    real = written(tmp_path, from_rows(films))
    kept_vocabulary.kept_vocabulary(real)
    found = kept_vocabulary.kept_vocabulary(real).properties
    assert found == Vocabulary(real).properties
    assert [one.name for one in found if one.is_text] == ["year"]


def test_properties_of_relationships_that_change_are_read_again(tmp_path: Path) -> None:
    real = as_projection(plain_graph("festival"))
    kept_vocabulary.kept_vocabulary(written(tmp_path / "a", real))
    assert Vocabulary(real).relation_properties
    bare = dataclasses.replace(real.relationships, properties={})
    other = written(tmp_path / "a", dataclasses.replace(real, relationships=bare, epoch=2))
    assert kept_vocabulary.kept_vocabulary(other).relation_properties == ()


@pytest.mark.parametrize("name", ["films", "world"])
def test_nodes_by_their_labels(name: str) -> None:
    real = as_projection(plain_graph(name))
    order, starts = kept_indexes.nodes_by_label_set(real)
    for number in range(len(real.nodes.label_sets)):
        rows = order[starts[number] : starts[number + 1]]
        assert np.array_equal(rows, np.flatnonzero(real.nodes.label_set == number))
