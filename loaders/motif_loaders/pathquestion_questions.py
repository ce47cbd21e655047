"""PathQuestion's questions of two hops, with gold patterns written from their paths.

Data: see `motif_loaders.pathquestion`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from motif_loaders.questions import ANSWER, Question, Triple, named
from motif_loaders.text_files import data_folder, find_file, malformed, numbered_lines


def load(source: Path | None = None) -> Iterator[Question]:
    """The questions in folder ``source`` (``questions.jsonl``, plain or gzipped), in the file's order.

    Each line is an object with ``question``, ``topic``, ``answers`` and ``paths``, lists that alternate
    entities and relations. Without ``source``, the folder ``pathquestion`` inside ``MOTIF_DATA``.

    Raises `InvalidSource`, naming the line.
    """
    path = find_file(data_folder(source, "pathquestion"), "questions.jsonl")
    for number, line in numbered_lines(path):
        try:
            row = json.loads(line)
            relations = tuple(row["paths"][0][1::2])
            yield Question(
                text=row["question"],
                topic=row["topic"],
                answers=tuple(row["answers"]),
                pattern=path_pattern(row["topic"], relations),
                kind="_to_".join(relations),
                injective=False,
            )
        except (ValueError, KeyError, IndexError, TypeError) as error:
            needed = "an object is needed with question, topic, answers and paths"
            raise malformed(path, number, f"cannot be read ({error!r})", needed) from error


def path_pattern(topic: str, relations: tuple[str, ...]) -> tuple[Triple, ...]:
    """The pattern that follows ``relations`` from ``topic`` to ``?answer``.

    >>> path_pattern("george_v", ("spouse", "place_of_birth"))
    (('george_v', 'spouse', '?step1'), ('?step1', 'place_of_birth', '?answer'))
    """
    unknowns = [f"?step{number}" for number in range(1, len(relations))]
    parts = [named(topic), *unknowns, ANSWER]
    return tuple(zip(parts, relations, parts[1:], strict=False))
