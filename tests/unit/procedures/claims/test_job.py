"""The job over a small graph: what verifies hears a claim's words and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fakes import HashEncoder
from motif.errors import Cancelled, InvalidConfiguration, InvalidInput, NoEntityFound
from motif_procedures.claims import evaluate_claims

CYPHER = """// A town.
CREATE
  (person0:Person {name: 'Ann Lee'}),
  (person1:Person {name: 'Ben Ray'}),
  (town0:Town {name: 'Lea', people: 900}),
  (town1:Town {name: 'Rook', people: 70}),
  (person0)-[:LIVES_IN]->(town0),
  (person1)-[:LIVES_IN]->(town1)
"""
CLAIMS = [
    {"claim": "Ann Lee lives in Lea.", "holds": True},
    {"claim": "Ann Lee lives in Rook.", "holds": False},
    {"claim": "Ben Ray lives in Rook.", "holds": True},
]


@pytest.fixture
def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A request about a graph and claims in files."""
    for name, folder in (("HOME", "home"), ("CACHE", "cache")):
        monkeypatch.setenv(f"MOTIF_{name}", str(tmp_path / folder))
    monkeypatch.delenv("MOTIF_MODEL", raising=False)
    (tmp_path / "town.cypher").write_text(CYPHER, encoding="utf-8")
    (tmp_path / "town.jsonl").write_text("\n".join(map(json.dumps, CLAIMS)), encoding="utf-8")
    return {"file": tmp_path / "town.jsonl", "folder": tmp_path / "town.cypher"}


def test_verdicts_of_a_graph_in_files(town: dict[str, Any]) -> None:
    told: list[Any] = []
    report = evaluate_claims(
        {**town, "closed_world": True}, encoder=HashEncoder(), progress=lambda *step: told.append(step)
    )
    [row] = report["rows"]
    assert (row["claims"], row["accuracy"], row["undecided"]) == (3, 1.0, 0.0)
    assert report["graph"] == {"name": "town", "inDatabase": False, "nodes": 4, "relationships": 2}
    assert (report["claimsOf"], report["model"], report["failures"]) == ("town.jsonl", None, [])
    assert told[-1] == ("claims", 3, 3)


def test_only_the_words_reach_what_verifies(town: dict[str, Any]) -> None:
    heard: list[Any] = []

    def verify(*given: Any, **more: Any) -> Mapping[str, Any]:
        heard.append((given, more))
        return {"verdict": "supported", "confidence": 0.8, "reason": "so it is"}

    report = evaluate_claims(town, encoder=HashEncoder(), verify=verify)
    assert heard == [((row["claim"],), {}) for row in CLAIMS]
    assert [lost["claim"] for lost in report["failures"]] == ["Ann Lee lives in Rook."]
    assert report["rows"][0]["supported"] == {"precision": 2 / 3, "recall": 1.0}


def test_an_error_of_a_claim_is_no_verdict_and_told(town: dict[str, Any]) -> None:
    def verify(claim: str) -> Mapping[str, Any]:
        raise NoEntityFound(f"{claim} names nothing.")

    report = evaluate_claims(town, encoder=HashEncoder(), verify=verify)
    assert report["rows"][0]["undecided"] == 1.0
    assert report["failures"][0]["failure"] == "NoEntityFound: Ann Lee lives in Lea. names nothing."


def test_an_interrupted_run_goes_on_where_it_stopped(town: dict[str, Any]) -> None:
    calls: list[str] = []

    def verify(claim: str) -> Mapping[str, Any]:
        calls.append(claim)
        if len(calls) == 2:
            raise Cancelled("left")
        return {"verdict": "supported", "confidence": 0.8}

    with pytest.raises(Cancelled):
        evaluate_claims(town, encoder=HashEncoder(), verify=verify)
    report = evaluate_claims(town, encoder=HashEncoder(), verify=verify)
    assert report["resumed"] == 1 and calls == [
        CLAIMS[0]["claim"],
        *(one["claim"] for one in CLAIMS[1:2] * 2),
        CLAIMS[2]["claim"],
    ]
    assert evaluate_claims(town, encoder=HashEncoder(), verify=verify)["resumed"] == 0


def test_what_is_missing_is_said(town: dict[str, Any]) -> None:
    with pytest.raises(InvalidConfiguration, match="No language model is configured"):
        evaluate_claims({**town, "model": True}, encoder=HashEncoder())
    with pytest.raises(InvalidInput, match="'films' needs a database"):
        evaluate_claims({"file": town["file"], "graph": "films"}, encoder=HashEncoder())
