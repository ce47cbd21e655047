"""A graph of films and questions about it in a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fakes import HashEncoder
from motif import Graph
from motif_procedures.tracing.models import asked_entities

FILMS = 60


@pytest.fixture
def graph() -> Graph:
    """Films with a director and a genre, and directors with a town."""
    triples = [(f"Film {n}", "directed_by", f"Director {n % 30}") for n in range(FILMS)]
    triples += [(f"Film {n}", "has_genre", f"Genre {n % 6}") for n in range(FILMS)]
    triples += [(f"Director {n}", "place_of_birth", f"Town {n}") for n in range(30)]
    return Graph.from_triples(triples, encoder=HashEncoder())


@pytest.fixture
def questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of questions of one triple and of two, about each film; answers are kept in the folder beside it."""
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    rows = []
    for n in range(FILMS):
        film, director, town = f"Film {n}", f"Director {n % 30}", f"Town {n % 30}"
        one = [[film, "directed_by", "?answer"]]
        two = [[film, "directed_by", "?who"], ["?who", "place_of_birth", "?answer"]]
        rows.append(
            {"question": f"who made {film}?", "answers": [director], "pattern": one, "answer": "?answer"}
        )
        rows.append(
            {
                "question": f"where is the maker of {film} from?",
                "answers": [town],
                "pattern": two,
                "answer": "?answer",
            }
        )
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return str(path)


@pytest.fixture
def n_asked(graph: Graph) -> int:
    """Films that the test is about."""
    among = asked_entities(graph.projection, "test")
    return sum(
        bool(among[row]) for row, name in enumerate(graph.projection.nodes.names) if name.startswith("Film")
    )
