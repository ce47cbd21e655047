"""OTT-QA's questions with the chunks that hold their answers, as `motif_loaders.ottqa` makes chunks.

Where an answer stands in a passage, the gold chunk is that passage; where it stands in a table's cell, the segment
with the cell's row (rows are counted without the header).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from motif_loaders.formats import as_number
from motif_loaders.passage_questions import PassageQuestion
from motif_loaders.tables import MOST
from motif_loaders.text_files import data_folder, find_file, malformed, numbered_lines


def load(source: Path | None = None, *, rows: int | str = MOST) -> Iterator[PassageQuestion]:
    """The questions of ``questions_dev.jsonl`` (or gzipped) in the folder ``source``, in the file's order.

    Without ``source``, the folder ``ottqa`` inside ``MOTIF_DATA``. ``rows`` is what the graph was loaded with. Kinds
    are ``passage``, ``table`` and ``both``: where the answer stands.

    Raises `InvalidSource`, naming the line.
    """
    count = as_number("rows", rows)
    path = find_file(data_folder(source, "ottqa"), "questions_dev.jsonl")
    for number, line in numbered_lines(path):
        try:
            yield _question(json.loads(line), count)
        except (ValueError, KeyError, TypeError) as error:
            needed = "an object with id, question, table_id and answer_nodes is needed"
            raise malformed(path, number, f"is no question ({error!r})", needed) from error


def _question(given: dict[str, Any], rows: int) -> PassageQuestion:
    nodes = given["answer_nodes"]
    gold = dict.fromkeys(_gold(node, str(given["table_id"]), rows) for node in nodes)
    places = {str(node["where"]) for node in nodes}
    kind = places.pop() if len(places) == 1 else "both"
    answers = tuple(str(one) for one in [given.get("answer")] if one)
    return PassageQuestion(str(given["id"]), str(given["question"]), tuple(gold), kind, answers)


def _gold(node: dict[str, Any], table: str, rows: int) -> str:
    if node["where"] == "passage":
        return f"passage:{node['url']}"
    return f"table:{table}:{int(node['cell'][0]) // rows}"
