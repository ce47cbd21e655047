"""Who did it and to whom it was done, between things of one kind, where nothing but the words tells which."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph

ACTIVE = {
    "killed": ("killed", "kill", "killed"),
    "WROTE_TO": ("wrote to", "write to", "written to"),
    "TAUGHT": ("taught", "teach", "taught"),
}
"""Relations that lead from who does it: past, plain form, participle."""

PASSIVE = {"influencedBy": ("influenced", "influence", "influenced"), "beatenBy": ("beat", "beat", "beaten")}

OF_WHO_DID = (
    "Who {past} Bo Quill?", "By whom was Bo Quill {done}?", "Who was Bo Quill {done} by?",
    "Which person was Bo Quill {done} by?", "Bo Quill was {done} by whom?", "Find the person who {past} Bo Quill.",
    "Name the person by whom Bo Quill was {done}.", "Who was Bo Quill {done} by in the end?",
)  # fmt: skip
OF_DONE_TO = (
    "Who did Bo Quill {verb}?", "Whom did Bo Quill {verb}?", "Who was {done} by Bo Quill?",
    "persons {done} by Bo Quill", "Which persons did Bo Quill {verb}?", "Find the person {done} by Bo Quill.",
    "Name the person that Bo Quill {past}.", "Who has Bo Quill {done}?",
    "What is the name of the person who was {done} by Bo Quill?",
)  # fmt: skip


@cache
def three(relation: str, other: str = "Town") -> motif.Graph:
    """Ada does it to Bo, and Bo to Cy; something else has another label, or the same."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Person",), {"name": name}) for name in ("Ada Marsh", "Bo Quill", "Cy Thorne")),
        ((other,), {"name": "Velden"}),
    ]
    ways = [(1, 0), (2, 1)] if relation in PASSIVE else [(0, 1), (1, 2)]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((first, relation, last, {}) for first, last in ways), (0, "livesIn", 3, {}),
    ]  # fmt: skip
    return small_graph(f"three-{relation}-{other}", nodes, links, is_encoded=True)


@pytest.mark.parametrize("relation", [*ACTIVE, *PASSIVE])
@pytest.mark.parametrize(("forms", "expected"), [(OF_WHO_DID, "Ada Marsh"), (OF_DONE_TO, "Cy Thorne")])
def test_voice_tells_who_did_it(relation: str, forms: tuple[str, ...], expected: str) -> None:
    past, verb, done = {**ACTIVE, **PASSIVE}[relation]
    for form in forms:
        question = form.format(past=past, verb=verb, done=done)
        found = three(relation).retrieve(question)
        assert ([node.name for piece in found for node in piece.answers], question) == ([expected], question)


@pytest.mark.parametrize(("forms", "expected"), [(OF_WHO_DID, "Ada Marsh"), (OF_DONE_TO, "Cy Thorne")])
def test_voice_tells_it_in_a_graph_of_one_label_too(forms: tuple[str, ...], expected: str) -> None:
    past, verb, done = ACTIVE["TAUGHT"]
    for form in forms:
        question = form.format(past=past, verb=verb, done=done)
        found = three("TAUGHT", "Person").retrieve(question)
        assert ([node.name for piece in found for node in piece.answers], question) == ([expected], question)


def test_a_question_is_not_read_again_where_nothing_runs_the_other_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unasked(*_: Any) -> None:
        raise AssertionError("Ada Marsh killed, and was not killed: turned, the relation gives nothing.")

    monkeypatch.setattr("motif.knowledge_graph.voiced.plan_meanings", unasked)
    found = three("killed", "Person").retrieve("Who did Ada Marsh kill?")
    assert [node.name for piece in found for node in piece.answers] == ["Bo Quill"]
    with pytest.raises(AssertionError):
        three("killed", "Person").retrieve("Who did Bo Quill kill?")
