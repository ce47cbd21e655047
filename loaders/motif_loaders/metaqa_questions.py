"""MetaQA's questions of one, two and three hops, with gold patterns written from the types of the questions.

A type such as ``actor_to_movie_to_year`` is a path of roles. The films are the heads of all triples, so each
step between a film and a role is one triple: from the film, by the role's relation. Data: see
`motif_loaders.metaqa`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from motif.errors import InvalidSource
from motif_loaders.questions import ANSWER, Part, Question, Triple, named
from motif_loaders.text_files import data_folder, fields, find_file, malformed, numbered_lines

RELATIONS = {
    "actor": "starred_actors",
    "director": "directed_by",
    "writer": "written_by",
    "year": "release_year",
    "genre": "has_genre",
    "language": "in_language",
    "tag": "has_tags",
    "tags": "has_tags",
    "imdbrating": "has_imdb_rating",
    "imdbvotes": "has_imdb_votes",
}
"""The relation from a film to what plays each role of a question's type."""

_TOPIC = re.compile(r"\[(.+)\]")


def load(source: Path | None = None, *, hop: int | str = 1, split: str = "test") -> Iterator[Question]:
    """The questions of ``hop`` 1, 2 or 3 of ``split`` (``test``, ``dev``, ``train``), in the file's order.

    ``source`` is the folder, with ``qa_test_1hop.tsv`` (question, answers between bars, type) and so on,
    plain or gzipped, or as MetaQA is published (``1-hop/vanilla/qa_test.txt``, ``1-hop/qa_test_qtype.txt``);
    without it, the folder ``metaqa`` inside ``MOTIF_DATA``. The topic stands in brackets in the data, not in
    `Question.text`.

    Raises `InvalidSource`, naming the line.
    """
    if str(hop) not in ("1", "2", "3"):
        raise InvalidSource(f"MetaQA has no questions of {hop!r} hops; hop is 1, 2 or 3.")
    folder = data_folder(source, "metaqa")
    published = folder / f"{hop}-hop"
    rows = _published(published, split) if published.is_dir() else _rows(folder, f"qa_{split}_{hop}hop.tsv")
    return (_question(*row) for row in rows)


_Row = tuple[Path, int, str, str, str]


def _rows(folder: Path, name: str) -> Iterator[_Row]:
    path = find_file(folder, name)
    for number, (text, answers, kind) in fields(path, 3, names="question, answers, type"):
        yield path, number, text, answers, kind


def _published(folder: Path, split: str) -> Iterator[_Row]:
    path = find_file(folder / "vanilla", f"qa_{split}.txt")
    kinds = numbered_lines(find_file(folder, f"qa_{split}_qtype.txt"))
    for number, (text, answers) in fields(path, 2, names="question, answers"):
        _, kind = next(kinds, (0, ""))
        yield path, number, text, answers, kind.strip()


def _question(path: Path, line: int, text: str, answers: str, kind: str) -> Question:
    topic = _TOPIC.search(text)
    if topic is None:
        raise malformed(path, line, "names no topic", "it must stand in brackets, as in [Michael Mann]")
    try:
        pattern = _filled(kind, named(topic[1]))
    except KeyError as error:
        known = f"{error} is none of {', '.join(RELATIONS)}"
        raise malformed(path, line, f"has the type {kind!r}", known) from None
    words = text.replace(topic[0], topic[1]).strip()
    return Question(words, topic[1], tuple(answers.split("|")), pattern, kind)


def gold_pattern(kind: str, topic: str) -> tuple[Triple, ...]:
    """The pattern of a question type, from ``topic`` to ``?answer``.

    Raises `KeyError` for a role that has no relation.

    >>> gold_pattern("actor_to_movie_to_year", "Val Kilmer")
    (('?movie1', 'starred_actors', 'Val Kilmer'), ('?movie1', 'release_year', '?answer'))
    """
    return _filled(kind, named(topic))


def _filled(kind: str, topic: Part) -> tuple[Triple, ...]:
    return tuple(
        (topic if head is None else head, relation, topic if tail is None else tail)
        for head, relation, tail in _path(kind)
    )


@cache
def _path(kind: str) -> tuple[tuple[str | None, str, str | None], ...]:
    """The triples of a type, with None for the topic."""
    roles = kind.split("_to_")
    between = (f"?{role}{step}" for step, role in enumerate(roles[1:-1], start=1))
    names: list[str | None] = [None, *between, ANSWER]
    triples = []
    for (role, name), (next_role, next_name) in pairwise(zip(roles, names, strict=True)):
        if role == "movie":
            triples.append((name, RELATIONS[next_role], next_name))
        else:
            triples.append((next_name, RELATIONS[role], name))
    return tuple(triples)
