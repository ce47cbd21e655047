"""A corpus of six passages with questions, in the format of OpenIE, and a second one of a table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

PASSAGES = [
    ("Heat", "Heat is a crime film directed by Michael Mann .", [("Heat", "directed by", "Michael Mann")]),
    ("Michael Mann", "Michael Mann was born in Chicago .", [("Michael Mann", "born in", "Chicago")]),
    ("Chicago", "Chicago is a city on Lake Michigan .", [("Chicago", "lies on", "Lake Michigan")]),
    ("Lake Michigan", "Lake Michigan is one of five lakes .", [("Lake Michigan", "drained by", "Chicago")]),
    ("Zurich", "Zurich is a city in Switzerland .", [("Zurich", "lies in", "Switzerland")]),
    ("Bern", "Bern is the capital of Switzerland .", [("Bern", "capital of", "Switzerland")]),
]
QUESTIONS = [
    ("whose birthplace matters to Heat ?", [0, 1], 2),
    ("what is the capital of Switzerland ?", [5], 1),
    ("where was Michael Mann born ?", [1], 1),
]


@pytest.fixture
def musique(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the corpus; vectors are kept beside it."""
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("MOTIF_HOME", str(tmp_path / "home"))
    passages = [
        {"id": place, "title": title, "text": text, "entities": [title], "triples": triples}
        for place, (title, text, triples) in enumerate(PASSAGES)
    ]
    questions = [
        {"id": str(place), "question": text, "gold_docs": gold, "question_decomposition": [{}] * steps}
        for place, (text, gold, steps) in enumerate(QUESTIONS)
    ]
    for name, rows in (("corpus.jsonl", passages), ("questions.jsonl", questions)):
        (tmp_path / name).write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return tmp_path
