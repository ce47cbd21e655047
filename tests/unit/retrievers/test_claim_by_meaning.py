"""Claims about properties, times and comparisons, read word by word: on a graph of people, firms and their work."""

from __future__ import annotations

import dataclasses
from datetime import date
from typing import Any

import pytest

import motif
from fakes import HashEncoder
from motif.errors import InvalidPattern
from motif.graphs.evidence import Results
from motif.retrievers.grounding import row_of
from motif.retrievers.view import View
from question_graphs import small_graph

PEOPLE = [
    (("Person",), {"name": "Ada Brook", "born": 1970, "smokes": False}),
    (("Person",), {"name": "Bo Lund", "born": 1981}),
    (("Person",), {"name": "Cy Marsh"}),
]
FIRMS = [
    (("Firm",), {"name": "Acre Works", "headquarters": True, "industry": "banking", "founded": 1950}),
    (("Firm",), {"name": "Bell Tools", "headquarters": False, "industry": "software", "founded": 1990}),
]
TOOLS = [(("Tool",), {"name": f"Javelin {number}"}) for number in (1, 2)]
CITIES = [(("City",), {"name": name}) for name in ("Velden", "Kirn")]
EXTRAS = [(("Person",), {"name": f"Extra {n}", "born": 1950 + n}) for n in range(12)]
NODES = [*PEOPLE, *FIRMS, *CITIES, *EXTRAS, *TOOLS]
LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "WORKED_AT", 3, {"role": "developer", "since": date(2001, 5, 1)}),
    (0, "WORKED_AT", 4, {"role": "designer"}),
    (1, "WORKED_AT", 4, {"role": "developer", "since": date(2010, 3, 1)}),
    *((7 + n, "LIVES_IN", 5 + n % 2, {}) for n in range(12)),
    (0, "LIVES_IN", 5, {}),
    (20, "SUCCESSOR_OF", 19, {}),
]


@pytest.fixture(scope="module")
def graph() -> motif.Graph:
    return small_graph("work", NODES, LINKS, ("role", "since"))


def said(graph: motif.Graph, claim: str, **options: Any) -> Results:
    return graph.verify(claim, **options)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Ada Brook was born in 1970.", "supported"),
        ("Ada Brook was born after 1975.", "refuted"),
        ("Cy Marsh was born after 1975.", "unknown"),
        ("Cy Marsh was not born in 1975.", "unknown"),
        ("Ada Brook is older than Bo Lund.", "supported"),
        ("Bo Lund is older than Ada Brook.", "refuted"),
        ("Ada Brook worked at Acre Works as a developer.", "supported"),
        ("Ada Brook worked at Acre Works as a designer.", "refuted"),
        ("Bo Lund has worked at Bell Tools since 2010.", "supported"),
        ("Bo Lund has worked at Bell Tools since 2012.", "refuted"),
        ("Bell Tools is a software firm.", "supported"),
        ("Acre Works is a software firm.", "refuted"),
        ("Acre Works is in the banking industry.", "supported"),
        ("Ada Brook lives in Velden.", "supported"),
        ("Ada Brook lives in Kirn.", "refuted"),
        ("Ada Brook does not live in Kirn.", "supported"),
        ("Cy Marsh lives in Kirn.", "unknown"),
        ("Bo Lund worked at Acre Works.", "unknown"),
        ("Acre Works has a marble staircase.", "unknown"),
    ],
)
def test_a_claim_is_judged_by_what_its_words_mean(graph: motif.Graph, claim: str, verdict: str) -> None:
    found = said(graph, claim)
    assert found.metadata["verdict"] == verdict, found.metadata["reason"]


def test_what_it_rests_on_is_shown(graph: motif.Graph) -> None:
    found = said(graph, "Ada Brook worked at Acre Works as a designer.")
    line = "Ada Brook | WORKED_AT | Acre Works"
    assert found[0].text == f"{line}\n{line} | role | developer"
    assert found.metadata["reason"] == f"The graph says instead: {line}; {line} | role | developer."
    assert [one.name for one in found[0].nodes] == ["Ada Brook", "Acre Works"]
    assert found[0].metadata["claim"] == "contradicts" and found[0].method == "verify"
    assert found.metadata["citations"] == (1,) and 0.75 <= found.metadata["confidence"] < 1
    assert found.metadata["plan"]["reading"]["words"].startswith("whether there is Ada Brook")


def test_a_value_is_shown_beside_its_name(graph: motif.Graph) -> None:
    found = said(graph, "Ada Brook was born after 1975.")
    assert found[0].text == "Ada Brook | born | 1970"
    assert found.metadata["reason"] == "The graph says instead: Ada Brook | born | 1970."


def test_in_a_closed_world_other_firms_deny_one(graph: motif.Graph) -> None:
    assert said(graph, "Bo Lund worked at Acre Works.", closed_world=True).metadata["verdict"] == "refuted"


def test_what_paths_support_and_words_deny_is_left_open(graph: motif.Graph) -> None:
    """Paths join both tools whichever way is said; the graph has it the other way round."""
    assert said(graph, "Javelin 2 is the successor of Javelin 1.").metadata["verdict"] == "supported"
    found = said(graph, "Javelin 1 is the successor of Javelin 2.")
    assert found.metadata["verdict"] == "unknown" and found.metadata["confidence"] == 0
    assert found.metadata["reason"].startswith("It may be read in two ways")


def test_paths_do_not_support_what_leaves_a_property_out(graph: motif.Graph) -> None:
    found = said(graph, "Acre Works is Bell Tools's headquarters.")
    assert found.metadata["verdict"] == "unknown"


def test_questions_may_ask_whether_something_is_true(graph: motif.Graph) -> None:
    for asked in ("Is it true that", "Is it correct that"):
        found = graph.retrieve(f"{asked} Ada Brook was born in 1970?")
        assert (found.status, found[0].answers) == ("answered", (True,))
        found = graph.retrieve(f"{asked} Acre Works is a software firm?")
        assert (found.status, found[0].answers) == ("answered", (False,))


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("There are two firms.", "supported"),
        ("There are five firms.", "unknown"),
        ("Everyone who lives in Velden worked at Acre Works.", "unknown"),
        ("Ada Brook worked at more than half of Acre Works.", "unknown"),
        ("The average founded of firms is 1970.", "supported"),
    ],
)
def test_how_many_and_how_much_is_never_passed_over(graph: motif.Graph, claim: str, verdict: str) -> None:
    found = said(graph, claim)
    assert found.metadata["verdict"] == verdict, found.metadata["reason"]


def test_ids_without_a_prefix_are_found(graph: motif.Graph) -> None:
    """As the evaluations hold the sample graph: the id of a node is a number and no more."""
    projection = graph.view.projection
    bare = dataclasses.replace(projection, nodes=dataclasses.replace(projection.nodes, id_prefix=""))
    view = View(bare, lambda: HashEncoder())
    assert row_of("3", view).tolist() == [3]
    with pytest.raises(InvalidPattern, match="The node 99 of the pattern is not in the graph"):
        row_of("99", view)
