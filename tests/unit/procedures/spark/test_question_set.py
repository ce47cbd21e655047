"""The set that comes with Motif: made anew the same, checked twice, its halves in different words."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from motif.errors import InvalidSource
from motif_loaders import metaqa, registry, world
from motif_procedures.spark.facts import Facts, facts_of
from motif_procedures.spark.forms import GRAPHS, PARTS, load_forms, load_topics
from motif_procedures.spark.generation import make_questions
from motif_procedures.spark.question import as_lines, read_questions
from motif_procedures.spark.reviewing import MOST, has_clear_names, is_answerable

LOADERS = {"world": world, "registry": registry, "metaqa": metaqa}
QUESTIONS = list(read_questions())
_FACTS: dict[str, Facts] = {}


@pytest.fixture(params=GRAPHS)
def graph(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    if name == "metaqa" and not (Path(os.environ.get("MOTIF_DATA", "")) / "metaqa").is_dir():
        pytest.skip("MOTIF_DATA has no folder metaqa")
    return name


def facts(graph: str) -> Facts:
    if graph not in _FACTS:
        _FACTS[graph] = facts_of(LOADERS[graph].load())
    return _FACTS[graph]


def test_the_questions_are_made_anew_the_same(graph: str) -> None:
    made = make_questions(graph, facts(graph))
    assert as_lines(made) == as_lines([one for one in QUESTIONS if one.graph == graph])


def test_both_reviewers_pass_every_question(graph: str) -> None:
    those = [one for one in QUESTIONS if one.graph == graph]
    assert those
    for one in those:
        assert is_answerable(one, facts(graph)), one
        assert has_clear_names(one, facts(graph)), one


def test_reviewers_refuse_what_is_wrong(graph: str) -> None:
    if graph != "world":
        return
    import dataclasses

    good = next(one for one in QUESTIONS if one.form == "neighbour-area")
    unknown = dataclasses.replace(good.gold[0], key="??")
    for gold in ((), (unknown,), good.gold * 2, good.gold * (MOST + 1)):
        assert not is_answerable(dataclasses.replace(good, gold=gold), facts(graph))
    said = dataclasses.replace(good, text=f"{good.text} Is it {good.gold[0].name}?")
    assert not has_clear_names(said, facts(graph))
    silent = dataclasses.replace(good, text="Which states?")
    assert not has_clear_names(silent, facts(graph))
    shared = dataclasses.replace(good.parts, names=(("Country", "Georgia"),))
    assert not has_clear_names(dataclasses.replace(good, parts=shared, text="Georgia"), facts(graph))


def test_the_set_is_large_and_mixed() -> None:
    kinds = Counter(one.kind for one in QUESTIONS)
    assert len(QUESTIONS) >= 420
    assert len(kinds) == 11 and min(kinds.values()) >= 20
    assert len({one.id for one in QUESTIONS}) == len({one.text for one in QUESTIONS}) == len(QUESTIONS)
    assert {one.graph for one in QUESTIONS} == set(GRAPHS)


def test_the_halves_are_in_different_words() -> None:
    parts = Counter(one.part for one in QUESTIONS)
    assert min(parts[part] for part in PARTS) >= 200
    for form in load_forms():
        dev, test = form.wordings["dev"], form.wordings["test"]
        assert dev and test and not set(dev) & set(test), form.id


def test_topics_share_few_words_with_what_they_tell() -> None:
    """One word in six at most, and none of the questions about a topic names the resource."""
    shared = told = 0
    for prefix, topic in load_topics().items():
        node = facts("registry").nodes["Resource", prefix]
        words = {word for word in topic.casefold().split() if len(word) > 3}
        own = f"{node['name']} {node.get('description', '')}".casefold()
        told += len(words)
        shared += sum(word.rstrip("s,.") in own for word in words)
    assert shared / told < 1 / 6


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text('{"id": "a"}\n', encoding="utf-8")
    with pytest.raises(InvalidSource, match=r"line 1: 'parts'"):
        list(read_questions(path))
    with pytest.raises(InvalidSource, match="cannot be read"):
        list(read_questions(tmp_path / "none.jsonl"))
