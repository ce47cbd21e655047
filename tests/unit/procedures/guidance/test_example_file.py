"""Files of examples: read as they were written, of the same graph only."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

from motif.catalog.triples import from_triples
from motif.errors import InvalidSource
from motif_procedures.guidance.example import GuidanceExample
from motif_procedures.guidance.example_file import load_examples, save_examples
from motif_procedures.guidance.generation import generate_examples

FACTS = [(f"film {number}", "directed_by", f"person {number % 5}") for number in range(20)]
FACTS += [(f"film {number}", "has_genre", ("Crime", "Drama")[number % 2]) for number in range(20)]
GRAPH = from_triples(FACTS)
EXAMPLES = generate_examples(GRAPH, count=40, noise=0.5)


def values(example: GuidanceExample) -> list[object]:
    found = (getattr(example, field.name) for field in dataclasses.fields(example))
    return [value.tolist() if isinstance(value, np.ndarray) else value for value in found]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "examples.jsonl"
    assert save_examples(path, GRAPH, EXAMPLES) == len(EXAMPLES)
    return path


def test_examples_are_read_as_they_were_written(path: Path) -> None:
    assert [values(one) for one in load_examples(path, GRAPH)] == [values(one) for one in EXAMPLES]


def test_rows_are_those_of_the_projection_that_is_given(path: Path) -> None:
    turned = from_triples(list(reversed(FACTS)))
    for one, two in zip(EXAMPLES, load_examples(path, turned), strict=True):
        assert sorted(GRAPH.nodes.names[row] for row in one.gold) == sorted(
            turned.nodes.names[row] for row in two.gold
        )
        assert one.triples == two.triples and one.paths.shape == two.paths.shape


def test_a_triple_that_stands_against_its_relationship_is_read(tmp_path: Path) -> None:
    one = next(example for example in EXAMPLES if len(example.triples) == 1)
    head, relation, tail = one.triples[0]
    turned = dataclasses.replace(one, triples=((tail, relation, head),), outgoing=(False,))
    save_examples(tmp_path / "x.jsonl", GRAPH, [turned])
    assert values(load_examples(tmp_path / "x.jsonl", GRAPH)[0]) == values(turned)
    assert turned.graph_triples == one.graph_triples


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (
            [("Heat", "directed_by", "Mann"), ("Heat", "has_genre", "Crime")],
            "has no node named '.*', not one",
        ),
        ([(head, "by", tail) for head, _, tail in FACTS], "has no relation '.*': another graph"),
        (
            FACTS + [("film 99", "directed_by", f"person {n}") for n in range(5)],
            "it was made of another graph",
        ),
    ],
)
def test_a_file_of_another_graph_is_refused(path: Path, facts: list, message: str) -> None:
    with pytest.raises(InvalidSource, match=f"line [0-9]+: .*{message}"):
        load_examples(path, from_triples(facts))


def changed(path: Path, **values: object) -> Path:
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([lines[0], json.dumps(json.loads(lines[1]) | values)]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"triples": "?"}, "'triples' must be a list"),
        ({"triples": [["a", "b"]]}, "lists of three texts"),
        ({"outgoing": []}, "'outgoing' must have"),
        ({"strategy": "greedy"}, "a strategy is one of precision, breadth"),
        ({"question": None}, "'question' must be text"),
        ({"answer": "film 1"}, "the answer must be an unknown"),
        ({"answers": ["nobody"]}, "other ones than the 1 of the file"),
    ],
)
def test_malformed_lines_are_named(path: Path, values: dict, message: str) -> None:
    with pytest.raises(InvalidSource, match=f"line 2: .*{message}"):
        load_examples(changed(path, **values), GRAPH)


@pytest.mark.parametrize("content", ["", "[]", '{"format": "else"}', '{"format": "motif guidance examples"}'])
def test_other_files_are_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "x.jsonl").write_text(content, encoding="utf-8")
    with pytest.raises(InvalidSource, match="line 1: the first line must hold"):
        load_examples(tmp_path / "x.jsonl", GRAPH)


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidSource, match="cannot be read"):
        load_examples(tmp_path / "none.jsonl", GRAPH)
    with pytest.raises(InvalidSource, match="line 1: "):
        (tmp_path / "x.jsonl").write_text("{", encoding="utf-8")
        load_examples(tmp_path / "x.jsonl", GRAPH)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InvalidSource, match="cannot be written"):
        save_examples(tmp_path / "file" / "x.jsonl", GRAPH, EXAMPLES)
