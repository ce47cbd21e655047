"""What is lacking, shared, counted by kind and first in time, in the words of people in a hurry."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import motif
from motif.graphs.evidence import Node
from motif.planners.meaning.planner import plan_meanings
from question_graphs import small_graph

FERRIES = {
    "Halcyon": (1998, "2001-05-04", "diesel", True), "Petrel": (2011, "2012-02-01", "electric", True),
    "Gannet": (1984, "1990-07-30", "steam", False), "Sandpiper": (2019, "2019-11-11", "electric", False),
    "Dunlin": (2003, "2015-01-20", "diesel", True),
}  # fmt: skip
PORTS = {"Arnsey": "north", "Brill": "south", "Corrie": "north", "Dorn": "west"}
CALLS = [
    ("Halcyon", "Arnsey", "08:15"), ("Halcyon", "Brill", "09:40"), ("Petrel", "Brill", "10:00"),
    ("Petrel", "Corrie", "11:30"), ("Gannet", "Arnsey", "07:05"), ("Dunlin", "Brill", "13:00"),
]  # fmt: skip
CREW = {
    "Ana Roth": ("Halcyon", 1999),
    "Bert Oke": ("Petrel", 2012),
    "Cleo Vane": ("Halcyon", 2004),
    "Dov Lunt": (None, 2020),
}
SERVED = {"Ana Roth": {"start_year": 1999}, "Bert Oke": {"start_year": 2012, "end_year": 2018}}
LEASES = [("Halcyon", "Sund & Co", "2020-01-01", None), ("Petrel", "Nordline", "2015-03-01", "2018-06-30")]
SIGNALS = {"Red": ("Green", "Blue"), "Amber": ("Green",), "Green": ("White",), "Blue": (), "White": ()}


@cache
def harbour() -> motif.Graph:
    """Ferries that call at ports at a time, who serves on them, from when to when firms lease them, and signals."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (
                ("Ferry",),
                {
                    "name": name,
                    "built_year": built,
                    "registered_on": day,
                    "engine": kind,
                    "is_insured": insured,
                },
            )
            for name, (built, day, kind, insured) in FERRIES.items()
        ),
        *((("Port",), {"name": name, "coast": coast}) for name, coast in PORTS.items()),
        *((("Sailor",), {"name": name, "hired_year": year}) for name, (_, year) in CREW.items()),
        *((("Firm",), {"name": name}) for name in ("Sund & Co", "Nordline")),
        *((("Signal",), {"name": name}) for name in SIGNALS),
    ]
    at = {properties["name"]: place for place, (_, properties) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((at[ferry], "CALLS_AT", at[port], {"departure_time": time}) for ferry, port, time in CALLS),
        *(
            (at[name], "SERVES_ON", at[ferry], SERVED.get(name, {}))
            for name, (ferry, _) in CREW.items()
            if ferry
        ),
        *((at[one], "DEPENDS_ON", at[other], {}) for one, others in SIGNALS.items() for other in others),
    ]
    for ferry, port, begun, ended in LEASES:
        told = {"start_date": begun} | ({"end_date": ended} if ended else {})
        links.append((at[ferry], "LEASED_TO", at[port], told))
    return small_graph(
        "harbour",
        nodes,
        links,
        ("departure_time", "start_date", "end_date", "start_year", "end_year"),
        is_encoded=True,
    )


def rows(found: motif.Results) -> set[Any]:
    """The answers, one value as itself, several as a tuple."""
    told = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return {one[0] if len(one) == 1 else one for one in told}


SAID = [
    ({"Sandpiper"}, ("ferries that lack a port", "Which ferries lack a port?", "ferries missing a port")),
    ({"Gannet", "Sandpiper"}, ("uninsured ferries", "non-insured ferries", "Which ferries are uninsured?")),
    ({"Gannet", "Sandpiper", "Dunlin"}, ("never leased ferries",)),
    ({"Dov Lunt"}, ("sailors without a ferry", "sailors lacking a ferry")),
    ({"Red", "Amber"}, ("signals that weren't depended on by anything", "signals that nothing depends on")),
    ({"Brill"}, ("ports that Halcyon and Petrel have in common", "Which ports do Halcyon and Petrel share?",
                 "common ports of Halcyon and Petrel", "ports shared by Halcyon and Petrel")),
    ({True}, ("Do Halcyon and Petrel share a port?", "Do Halcyon and Petrel share any ports?",
              "Are there more diesel ferries than steam ferries?", "Are there more diesel than steam ferries?")),
    ({False}, ("Do Gannet and Petrel share a port?", "Are there more steam ferries than electric ferries?")),
    ({"Green"}, ("common dependencies of Red and Amber",)),
    ({"Green", "Blue"}, ("dependencies of Red", "What does Red depend on?")),
    ({"Red", "Amber"}, ("dependents of Green",)),
    ({("diesel", 2), ("electric", 2), ("steam", 1)}, ("ferry count by engine", "ferries by engine, counted",
                                                      "ferries by engine count")),
    ({("Arnsey", 2), ("Brill", 3), ("Corrie", 1)}, ("ferry count by port", "number of ferries by port")),
    ({"Gannet"}, ("Which ferry was registered first?", "the first registered ferry",
                  "ferry with the earliest registration")),
    ({"Sandpiper"}, ("Which ferry was registered most recently?", "the last registered ferry")),
    ({"Halcyon"}, ("Which ferries are currently leased?", "ferries leased now")),
    ({"09:40"}, ("When does Halcyon leave Brill?", "At what time does Halcyon call at Brill?")),
    ({1998}, ("Halcyon built year",)),
    ({6}, ("How long did Bert Oke serve on Petrel?", "For how many years did Bert Oke serve on Petrel?")),
    ({"Ana Roth", "Cleo Vane"}, ("pre-2005 sailors",)),
    ({("Ana Roth", "Halcyon"), ("Bert Oke", "Petrel"), ("Cleo Vane", "Halcyon")},
     ("sailor, ferry", "sailors and ferry")),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "question"), [(one, text) for one, texts in SAID for text in texts])
def test_it_is_read_as_what_it_says_in_a_hurry(expected: set[Any], question: str) -> None:
    found = harbour().retrieve(question, top_k=20)
    assert found.status == "answered"
    assert rows(found) == expected


UNSURE = [
    "Who serves ports that Halcyon calls at?", "What depends on what Red depends on?",
    "signals depending on what depends on Green",
    "the newest insured ferry of every port of call", "How long did Ana Roth serve on Halcyon?",
]  # fmt: skip


@pytest.mark.parametrize("question", UNSURE)
def test_one_step_is_not_taken_for_two(question: str) -> None:
    assert harbour().retrieve(question, top_k=20).status != "answered"


def test_who_does_one_thing_is_the_one_who_did_the_other() -> None:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Clerk",), {"name": name}) for name in ("Ida Moe", "Jon Rask")),
        *((("Form",), {"name": name}) for name in ("Form A", "Form B")),
    ]
    links = [(0, "FILED", 2, {}), (0, "CHECKED", 2, {}), (0, "FILED", 3, {}), (1, "CHECKED", 3, {})]
    office = small_graph(
        "office", nodes, [(one, kind, other, {}) for one, kind, other, _ in links], (), is_encoded=True
    )
    found = office.retrieve("forms checked by the clerk who filed them", top_k=5)
    assert found.status == "answered"
    assert {one if isinstance(one, str) else one[0] for one in rows(found)} == {"Form A"}


WORDS = [
    *("?", ",", "-", "and", "or", "by", "of", "the", "each", "every", "per", "for", "count", "counted", "summed"),
    *("non", "pre", "no", "never", "lack", "missing", "without", "uninsured", "share", "common", "both", "in", "than"),
    *("how", "many", "does", "exceed", "are", "there", "more", "first", "earliest", "most", "recent", "registered"),
    *("when", "at", "what", "time", "who", "ex", "past", "past", "ferries", "ports", "sailor", "Halcyon", "Petrel"),
    *("Brill", "engine", "registered", "depends", "dependencies", "1998", "largest", "with", "anyone", "been", "list"),
]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7))
def test_whatever_words_there_are_it_is_read_or_not(words: list[str]) -> None:
    question = " ".join(words)
    if any(word.isalnum() for word in words):
        for meaning in plan_meanings(question, harbour().view, 2):
            assert 0 <= meaning.confidence <= 1
