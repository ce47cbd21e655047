"""Which questions are asked, and what is gold for them in a graph."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.errors import InvalidInput
from motif_procedures.passages.questions import Choice, halved, load_questions, loader_of, on_graph


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [{"id": str(place), "question": f"q{place}?", "gold_docs": [place]} for place in range(20)]
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return tmp_path


def ids(folder: Path, **choice: object) -> list[str]:
    return [one.id for one in load_questions(Choice("musique", folder, **choice))]  # type: ignore[arg-type]


def test_halves_are_every_second_question(folder: Path) -> None:
    assert ids(folder, split="dev")[:3] == ["0", "2", "4"]
    assert ids(folder, split="test")[:3] == ["1", "3", "5"]


@given(st.lists(st.integers()))
def test_the_halves_make_the_whole(values: list[int]) -> None:
    parts = halved(values, "dev"), halved(values, "test")
    assert sorted(parts[0] + parts[1]) == sorted(values) == sorted(halved(values, "all"))
    assert 0 <= len(parts[0]) - len(parts[1]) <= 1


def test_a_sample_is_the_seeds_and_keeps_the_order(folder: Path) -> None:
    drawn = ids(folder, sample=5)
    assert drawn == ids(folder, sample=5) != ids(folder, sample=5, seed=1)
    assert [int(one) for one in drawn] == sorted(map(int, drawn)) and len(set(drawn)) == 5
    assert ids(folder, sample=50) == ids(folder)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (Choice("musiqe"), "There is no set of passages 'musiqe'.*Did you mean 'musique'"),
        (Choice("musique", split="train"), "no split 'train'.*all, dev, test"),
        (Choice("musique", sample=0), "1 question or more, not 0"),
    ],
)
def test_what_cannot_be_chosen_is_said(choice: Choice, message: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        load_questions(choice)
    assert_says(raised.value, message)


def test_a_graph_without_any_gold_chunk_is_an_error() -> None:
    asked = [
        SimpleNamespace(id="a", text="?", gold=("x", "y"), kind=""),
        SimpleNamespace(id="b", text="?", gold=("z",), kind=""),
    ]
    assert [(one.id, one.gold) for one in on_graph(asked, {"y": 4})] == [("a", {4})]
    with pytest.raises(InvalidInput, match="None of the questions is answered"):
        on_graph(asked, {"w": 1})


def test_the_graph_of_a_set_has_the_loader_of_its_format() -> None:
    assert (loader_of("musique"), loader_of("ottqa"), loader_of("mine")) == ("openie", "ottqa", "mine")


def assert_says(error: InvalidInput, pattern: str) -> None:
    import re

    assert re.search(pattern, f"{error} {error.hint}", re.DOTALL), f"{error} {error.hint}"
