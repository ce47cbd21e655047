"""Which claims are verified: read from files, those of a sample graph, their halves and samples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from motif.errors import InvalidInput, InvalidSource
from motif_loaders.records import Key, NodeRecord, RelationshipRecord
from motif_loaders.sample_claims import load
from motif_procedures.claims import given
from motif_procedures.claims.given import GivenClaim, chosen, claims_of_sample, read_claims
from motif_procedures.claims.request import ClaimRequest
from motif_procedures.claims.sample_graph import graph_of_loader, graph_of_records


class Point:
    """An entry point of the claims that come with the sample graph."""

    name = "world"

    def load(self) -> Any:
        return load


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(given, "entry_points", lambda group: [Point()] if group == given.GROUP else [])


def written(folder: Path, *rows: Any) -> Path:
    path = folder / "claims.jsonl"
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), "utf-8")
    return path


def test_a_file_says_what_holds_what_does_not_and_what_the_graph_cannot_tell(tmp_path: Path) -> None:
    rows = [
        {"claim": "a", "holds": True},
        "",
        {"claim": "b", "holds": False, "kind": "x"},
        {"claim": "c", "holds": None},
    ]
    assert read_claims(written(tmp_path, *rows)) == [
        GivenClaim("a", "supported"),
        GivenClaim("b", "refuted", "x"),
        GivenClaim("c", "unknown"),
    ]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('{"claim": "a"', "line 1"),
        ("[1]", "an object is needed, not [1]"),
        ({"claim": "a"}, "'holds' must be true, false, or null where the graph cannot tell"),
        ({"claim": "a", "holds": "yes"}, "not 'yes'"),
        ({"claim": "a", "holds": 1}, "not 1"),
        ({"claim": " ", "holds": True}, "'claim' must be a statement in words"),
        ({"holds": True}, "'claim' must be a statement in words, not None"),
        ({"claim": "a", "holds": True, "kind": 3}, "'kind' must be text"),
        ({"claim": "a", "hold": True}, "there is no key 'hold'; keys: claim, holds, kind"),
    ],
)
def test_a_line_that_is_no_claim_is_named(tmp_path: Path, row: Any, said: str) -> None:
    with pytest.raises(InvalidSource) as caught:
        read_claims(written(tmp_path, row))
    assert said in caught.value.message and "line 1" in caught.value.message
    assert '"holds": true' in str(caught.value.hint)


def test_a_file_that_is_not_there_or_holds_nothing(tmp_path: Path) -> None:
    with pytest.raises(InvalidSource, match="cannot be read"):
        read_claims(tmp_path / "none.jsonl")
    with pytest.raises(InvalidSource, match="holds no claim"):
        read_claims(written(tmp_path, ""))


def test_the_sample_graph_has_claims_of_its_own_by_either_reading_of_what_is_not_said() -> None:
    closed, open_ = (claims_of_sample("world", closed_world=closed) for closed in (True, False))
    assert len(closed) == len(open_) == len(list(load())) and {one.label for one in closed} == {
        "supported",
        "refuted",
    }
    assert [one.text for one in closed] == [one.text for one in open_]
    assert {one.label for one in open_} == {"supported", "refuted", "unknown"}
    with pytest.raises(InvalidInput, match="'wordl' has no claims of its own") as caught:
        claims_of_sample("wordl", closed_world=False)
    assert caught.value.hint == "Did you mean 'world'? Graphs with claims of their own: world."


def test_halves_and_samples_are_drawn_and_keep_their_order() -> None:
    claims = [GivenClaim(str(number), "supported" if number % 2 else "refuted") for number in range(100)]
    dev, test = (chosen(claims, split=split) for split in ("dev", "test"))
    assert sorted((*dev, *test), key=lambda one: int(one.text)) == claims
    assert 15 <= sum(one.label == "supported" for one in dev) <= 35, "pairs are not cut alike"
    few = chosen(claims, split="test", sample=10, seed=3)
    assert few == chosen(claims, split="test", sample=10, seed=3) != chosen(claims, split="test", sample=10)
    assert set(few) <= set(test) and few == sorted(few, key=claims.index)
    assert chosen(claims, sample=1000) == claims


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"split": "train"}, "There is no split 'train'"),
        ({"sample": 0}, "A sample has 1 claim or more, not 0"),
    ],
)
def test_a_half_or_sample_that_cannot_be(values: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        chosen([GivenClaim("a", "supported")], **values)
    assert said in caught.value.message and caught.value.hint
    with pytest.raises(InvalidInput, match="None of 1 claims is in the split 'test'"):
        chosen([GivenClaim("a", "supported")], split="test")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"spilt": "dev"}, "An evaluation of claims has no option 'spilt'. Did you mean 'split'?"),
        ({"file": Path("a.jsonl")}, "The graph that a.jsonl is about is not named. Give --graph PROJECTION"),
        ({"graph": "films"}, "A graph of your own needs claims of your own."),
        ({"folder": Path("films.cypher")}, "A graph of your own needs claims of your own."),
        ({"graph": "films", "source": "world"}, "--graph and --source name two graphs"),
        ({"planner": "gold"}, "Claims are not read by a planner 'gold'. Planners: auto, paths, model."),
        ({"planner": "model"}, "The planner 'model' asks a language model. Give --model as well."),
        ({"options": ["top_k=3"]}, "Verifying has no option 'top_k'. It has timeout"),
        ({"options": ["timeout=soon"]}, "'timeout' is a number of seconds above 0, not 'soon'"),
        ({"options": ["timeout"]}, "--option 'timeout' is not NAME=VALUE"),
    ],
)
def test_a_request_that_cannot_be(values: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        ClaimRequest.from_values(values)
    assert said in f"{caught.value.message} {caught.value.hint}"


def test_a_request_without_anything_is_the_sample_graphs() -> None:
    asked = ClaimRequest.from_values({"options": ["timeout=180"], "seed": None})
    assert (asked.loader, asked.timeout, asked.seed) == ("world", 180.0, 0)


def test_records_become_a_graph_with_properties() -> None:
    lea, ann = Key("Town", "id", "lea"), Key("Person", "id", "ann")
    graph = graph_of_records(
        [
            NodeRecord(lea, {"name": "Lea"}),
            NodeRecord(ann, {"name": "Ann"}),
            NodeRecord(lea, {"people": 900}),
            RelationshipRecord(ann, "LIVES_IN", lea, {"since": 2001}),
        ]
    )
    assert [dict(node.properties) for node in graph.nodes] == [
        {"id": "lea", "name": "Lea", "people": 900},
        {"id": "ann", "name": "Ann"},
    ]
    [link] = graph.links
    assert (link.source, link.type, link.target, dict(link.properties)) == (
        1,
        "LIVES_IN",
        0,
        {"since": 2001},
    )
    with pytest.raises(InvalidInput, match="There is no loader 'wrold'"):
        graph_of_loader("wrold")
