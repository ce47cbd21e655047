"""Questions over passages with OpenIE triples, as HippoRAG publishes MuSiQue: gold are the passages of each step."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from motif_loaders.passage_questions import PassageQuestion
from motif_loaders.text_files import data_folder, find_file, malformed, numbered_lines


def load(source: Path | None = None) -> Iterator[PassageQuestion]:
    """The questions of ``questions.jsonl`` (or gzipped) in the folder ``source``, in the file's order.

    Without ``source``, the folder ``musique100`` inside ``MOTIF_DATA``. A question's kind is its number of steps, its
    answers are ``answer`` and ``answer_aliases``, where they are there.

    Raises `InvalidSource`, naming the line.
    """
    path = find_file(data_folder(source, "musique100"), "questions.jsonl")
    for number, line in numbered_lines(path):
        try:
            yield _question(json.loads(line))
        except (ValueError, KeyError, TypeError) as error:
            needed = "an object with id, question and gold_docs is needed"
            raise malformed(path, number, f"is no question ({error!r})", needed) from error


def _question(given: dict[str, Any]) -> PassageQuestion:
    gold = dict.fromkeys(f"passage:{document}" for document in given["gold_docs"])
    steps = len(given.get("question_decomposition") or gold)
    spellings = [given.get("answer"), *(given.get("answer_aliases") or ())]
    return PassageQuestion(
        str(given["id"]),
        str(given["question"]),
        tuple(gold),
        "1 step" if steps == 1 else f"{steps} steps",
        tuple(dict.fromkeys(str(one) for one in spellings if one is not None and str(one).strip())),
    )
