"""No table of words knows a graph that figures are reported on: no name in one is a name there."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from motif.planners.english import KIND_NAMES, THESAURUS
from motif.planners.linking_words import COMMON_WORDS
from motif.planners.reading.lexicon import table

_QUESTIONS = Path(__file__).parents[2] / "questions"
_NAME = re.compile(r"(?:name|title|fullName|display_name): (?:'((?:[^'\\]|\\.)*)'|\"([^\"]*)\")")
_TABLES = ("asking", "comparing", "common", "kinds", "numbers", "relating", "spelling", "units", "words")


def names_of_graphs() -> Iterator[str]:
    """How the nodes of the graphs of questions are called, in small letters; MetaQA's where it is there."""
    for file in sorted(_QUESTIONS.glob("*.cypher")):
        for one, other in _NAME.findall(file.read_text(encoding="utf-8")):
            yield (one or other).lower()
    metaqa = Path(os.environ.get("MOTIF_DATA", "")) / "metaqa" / "kb.tsv.gz"
    if metaqa.is_file():
        with gzip.open(metaqa, "rt", encoding="utf-8") as lines:
            for line in lines:
                head, _, tail = line.rstrip("\n").split("\t")
                yield from (head.lower(), tail.lower())


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield from (str(key), *texts_in(one))
    elif isinstance(value, list):
        for one in value:
            yield from texts_in(one)
    else:
        yield str(value)


@pytest.mark.parametrize("kind", ["work", "person"])
def test_names_that_others_are_compared_with_are_of_no_graph(kind: str) -> None:
    known = set(names_of_graphs())
    assert len(known) > 2000
    assert not [name for name in KIND_NAMES[kind] if name.lower() in known]


def test_no_phrase_of_a_table_is_a_name_of_a_graph() -> None:
    """Of three words and more: a film may well be called "at least"."""
    known = {name for name in names_of_graphs() if name.count(" ") >= 2}
    said = {text.lower() for name in _TABLES for text in texts_in(table(name)) if text.count(" ") >= 2}
    assert not said & known


def test_words_stand_in_a_table_once() -> None:
    assert all(word == word.lower() and word.isalpha() for word in COMMON_WORDS)
    assert all(word == word.lower() for word in THESAURUS)
    idioms = [word for idiom in table("kinds")["idioms"] for word in idiom["said"]]
    assert len(idioms) == len(set(idioms))
