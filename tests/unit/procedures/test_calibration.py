"""The calibrated threshold, where the right one is known."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fakes import HashEncoder
from motif.catalog import from_triples
from motif.engine.control import Control
from motif.errors import Cancelled, InvalidInput
from motif.graphs.projection import Projection
from motif_procedures.calibration import OTHERS, best_threshold, calibrate_threshold, figures_at
from motif_procedures.guidance.example import GuidanceExample


class Compass:
    """A `TextEncoder` in the plane: each text has an angle whose cosine with any question's is given."""

    name, dimension = "compass", 2

    def __init__(self, cosines: Mapping[str, float]) -> None:
        self._cosines = cosines

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        cosines = [self._cosines.get(text, 1.0) for text in texts]
        return np.array([(one, math.sqrt(1 - one * one)) for one in cosines], np.float32)


FILMS = [("Heat", "directed_by", "Mann"), ("Heat", "written_by", "Mann"), ("Heat", "has_genre", "Crime")]
COSINES = {"Heat directed by Mann": 0.8, "Heat written by Mann": 0.5, "Heat has genre Crime": 0.9}


def _example(projection: Projection, *steps: tuple[str, str, str], words: Sequence[str]) -> GuidanceExample:
    """The question from Mann along ``steps``, told in ``words``."""
    links, names = projection.relationships, list(projection.nodes.names)
    rows = [
        next(
            row
            for row in range(len(links))
            if (names[links.source[row]], links.relations[links.relation[row]], names[links.target[row]])
            == step
        )
        for step in steps
    ]
    triples = [("[ENT1]", words[0], "Mann"), *(("[ENT1]", word, "[ENT2]") for word in words[1:])]
    ends = sorted({names.index(name) for head, _, tail in steps for name in (head, tail)})
    return GuidanceExample(
        triples=tuple(triples),
        relations=tuple(step[1] for step in steps),
        outgoing=(True,) * len(steps),
        entities=np.array([names.index("Mann")], np.int32),
        gold=np.array(ends, np.int32),
        paths=np.array([rows], np.int32),
        answers=np.array([names.index("Heat")], np.int32),
        strategy="precision",
    )


def test_the_threshold_lies_between_what_is_meant_and_what_is_not() -> None:
    projection = from_triples(FILMS)
    example = _example(projection, FILMS[0], words=["made by"])
    found = calibrate_threshold(projection, Compass(COSINES), [example], relation_weight=0)
    assert found.threshold == pytest.approx(0.65, abs=1e-4)
    assert (found.precision, found.recall, found.f1) == (1.0, 1.0, 1.0)
    assert (found.triples, found.relationships) == (1, 2)
    at = {point[0]: point[1:] for point in found.curve}
    assert at[0.3] == (0.5, 1.0, round(2 / 3, 4))
    assert at[0.9] == (1.0, 0.0, 0.0)


def test_a_later_triple_is_compared_at_the_node_that_the_path_has_reached() -> None:
    projection = from_triples(FILMS)
    example = _example(projection, FILMS[0], FILMS[2], words=["made by", "kind"])
    found = calibrate_threshold(projection, Compass(COSINES), [example], relation_weight=0)
    # At Mann 0.8 is right and 0.5 wrong, at Heat 0.9 is right and 0.8, 0.5 wrong: taking 0.8 and 0.9 is best.
    assert (found.triples, found.relationships) == (2, 5)
    assert found.threshold == pytest.approx(0.65, abs=1e-4)
    assert (found.precision, found.recall) == (round(2 / 3, 4), 1.0)


def test_the_likeness_of_relations_weighs_as_in_a_trace() -> None:
    projection = from_triples(FILMS)
    example = _example(projection, FILMS[0], words=["made by"])
    encoder = Compass({**COSINES, "written by": 0.1, "directed by": 0.6})
    found = calibrate_threshold(projection, encoder, [example])
    # (0.8 + 0.6) / 2 is meant, (0.5 + 0.1) / 2 is not.
    assert found.threshold == pytest.approx((0.7 + 0.3) / 2, abs=1e-4)
    alone = calibrate_threshold(projection, encoder, [example], relation_weight=3)
    assert alone.threshold == pytest.approx(((0.8 + 1.8) / 4 + (0.5 + 0.3) / 4) / 2, abs=1e-4)


def test_vectors_that_the_graph_has_are_not_made_again(tmp_path: Path) -> None:
    graph = from_triples(FILMS)
    example = _example(graph, FILMS[0], words=["made by"])
    once = calibrate_threshold(graph, HashEncoder(), [example], checkpoint=tmp_path)
    again = calibrate_threshold(graph, HashEncoder(), [example], checkpoint=tmp_path)
    assert once == again


def test_a_hub_is_sampled_by_the_seed() -> None:
    hub = [("Heat", "directed_by", "Mann"), *((f"Film {n}", "seen_by", "Mann") for n in range(3 * OTHERS))]
    projection = from_triples(hub)
    example = _example(projection, hub[0], words=["made by"])
    one, same = (calibrate_threshold(projection, HashEncoder(), [example], seed=1) for _ in range(2))
    assert one.relationships == OTHERS + 1
    assert one == same


def test_examples_are_made_where_none_are_given() -> None:
    triples = [(f"Film {n}", "directed_by", f"Director {n % 5}") for n in range(30)]
    triples += [(f"Film {n}", "has_genre", f"Genre {n % 3}") for n in range(30)]
    told: list[tuple[int, int]] = []
    found = calibrate_threshold(
        from_triples(triples),
        HashEncoder(),
        count=40,
        progress=lambda done, total: told.append((done, total)),
    )
    assert 0 < found.f1 <= 1 and -1 <= found.threshold <= 1
    assert told and told[-1][0] == told[-1][1]
    assert set(found.as_dict()) >= {"threshold", "f1", "curve"}


def test_nothing_to_tell_apart_is_said() -> None:
    projection = from_triples(FILMS[:1])
    with pytest.raises(InvalidInput, match="nothing to calibrate"):
        calibrate_threshold(projection, HashEncoder(), [_example(projection, FILMS[0], words=["made by"])])


def test_a_stop_is_heard() -> None:
    projection, control = from_triples(FILMS), Control()
    control.cancel()
    with pytest.raises(Cancelled, match="stopped"):
        calibrate_threshold(
            projection, HashEncoder(), [_example(projection, FILMS[0], words=["made by"])], control=control
        )


@given(
    st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=1).filter(
        lambda rows: any(b for _, b in rows)
    )
)
def test_no_threshold_is_better_than_the_best(rows: list[tuple[int, bool]]) -> None:
    cosines = np.array([value / 10 for value, _ in rows])
    right = np.array([is_right for _, is_right in rows])
    threshold, precision, recall, f1 = best_threshold(cosines, right)
    assert (precision, recall, f1) == figures_at(cosines, right, threshold)
    tried = [figures_at(cosines, right, at / 20)[2] for at in range(-1, 21)]
    assert f1 == pytest.approx(max(tried))
