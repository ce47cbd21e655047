"""Requests to the service at random: half of them nearly right, since what is all wrong is refused at the door."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st

from motif.service.procedures import Procedure
from motif.service.routes import PROCEDURES

NODES = [
    (
        "h",
        ["Film"],
        {"name": "Heat", "year": 1995, "rating": 8.3, "tags": ["crime", "city"], "released": "1995-12-15"},
    ),
    ("a", ["Film"], {"name": "Ali", "year": 2001, "rating": 6.7, "tags": [], "budget": "$107,000,000"}),
    ("z", ["Film", "Short"], {"name": "Zürich 東京", "year": None, "rating": float("nan"), "seen": True}),
    ("m", ["Person"], {"name": "Michael Mann", "born": 1943}),
    ("p", ["Person"], {"name": "Al Pacino", "born": 1940}),
    ("w", ["Person"], {"name": "Will Smith"}),
    ("c", ["City"], {"name": "1995"}),
]
LINKS = [
    ("m", "DIRECTED", "h", {}),
    ("m", "DIRECTED", "a", {"since": 1999}),
    ("m", "WROTE", "h", {}),
    ("p", "ACTED_IN", "h", {"role": "Vincent Hanna", "weeks": 12}),
    ("w", "ACTED_IN", "a", {"role": "Ali", "weeks": 30}),
    ("h", "SHOT_IN", "c", {}),
    ("h", "LIKE", "a", {}),
    ("a", "LIKE", "h", {}),
    ("z", "LIKE", "z", {}),
]
"""The graph that is asked."""

GRAPHS = st.sampled_from(["films", "films", "films", "Films", "", "nobody's"])
NAMES = st.sampled_from(
    [
        "Heat",
        "heat",
        "Michael Mann",
        "Mann, Michael",
        "M. Mann",
        "1995",
        "Ali",
        "Zürich",
        "東京",
        "al pacino",
        "Héat",
    ]
)
WORDS = st.sampled_from(
    re.findall(
        r"\S+",
        """
        who what which when where how many much did does is are was were the a an of in on by with without and or not
        films film person people directed acted wrote year rating born name budget played in for each per average sum
        most least highest 5 top three more less than over under 2000 1990s before after since between list count total
        share percent how old oldest newest first last number no ? , . " ' ( ) [ ] | -> { } null
        """,
    )
)
TEXTS = st.one_of(NAMES, WORDS, st.text(max_size=12), st.just("x" * 3000), st.just("\ud800"))
NUMBERS = st.one_of(
    st.integers(-3, 40), st.sampled_from([2**31, 2**63, -(2**63), 10**30, 0.5, 1e-9, 1e308]), st.floats(0, 1)
)
SPECIAL = st.sampled_from(
    [
        {"$float": "NaN"},
        {"$float": "Infinity"},
        {"$float": "x"},
        {"$float": None},
        {"$float": ["NaN"]},
        {"$node": "4:x:1"},
        {"$node": 7},
        {"$relationship": 1},
    ]
)
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS, SPECIAL)
KEYS = st.sampled_from(
    [
        "name",
        "label",
        "unknown",
        "id",
        "year",
        "$gt",
        "$in",
        "$like",
        "$not",
        "pattern",
        "answer",
        "count",
        "order",
        "by",
    ]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=8,
)
RELATIONS = st.sampled_from(["DIRECTED", "ACTED_IN", "directed", "acted in", "is like", "?r", "WROTE", ""])
PARTS = st.one_of(
    NAMES,
    st.sampled_from(["?x", "?y", "?film", "?person", "?", "?x y"]),
    st.builds(
        lambda label: {"unknown": "x", "label": label}, st.sampled_from(["Film", "Person", "Nothing", 3])
    ),
    st.builds(lambda name: {"name": name}, NAMES),
    VALUES,
)
TRIPLES = st.lists(
    st.one_of(
        st.tuples(PARTS, RELATIONS, PARTS).map(list), st.tuples(PARTS, VALUES, PARTS).map(list), VALUES
    ),
    max_size=4,
)
QUESTIONS = st.one_of(
    st.lists(st.one_of(WORDS, NAMES), max_size=14).map(" ".join),
    st.text(max_size=40),
    st.sampled_from(
        [
            "How many films did Michael Mann direct?",
            "Who acted in the most films?",
            "films per year",
            "average rating of the films by Michael Mann",
            "Which people acted in Heat and not in Ali?",
        ]
    ),
)
PLANS = st.one_of(
    st.fixed_dictionaries(
        {"pattern": TRIPLES},
        optional={
            "answer": PARTS,
            "count": VALUES,
            "give": TEXTS,
            "filter": VALUES,
            "order": VALUES,
            "method": st.sampled_from(["search", "match", "auto", "spark", "steps", "meaning", "x"]),
            "steps": VALUES,
            "meaning": VALUES,
            "injective": VALUES,
        },
    ),
    VALUES,
)
ARGUMENTS = {
    "graphName": st.one_of(GRAPHS, GRAPHS, GRAPHS, VALUES),
    "pattern": st.one_of(TRIPLES, TRIPLES, VALUES),
    "triples": st.one_of(TRIPLES, VALUES),
    "question": st.one_of(QUESTIONS, QUESTIONS, TRIPLES, VALUES),
    "plan": PLANS,
    "text": TEXTS,
    "word": VALUES,
    "jobId": VALUES,
}
OPTIONS = {
    "labels": st.one_of(st.lists(st.sampled_from(["Film", "Person", "None"]), max_size=2), VALUES),
    "filter": st.one_of(
        st.dictionaries(
            st.sampled_from(["year", "rating", "name", "x", "film"]),
            st.one_of(
                SCALARS,
                st.dictionaries(
                    st.sampled_from(["$gt", "$lt", "$in", "$like", "$exists"]), VALUES, max_size=2
                ),
            ),
            max_size=2,
        ),
        VALUES,
    ),
    "topK": st.one_of(st.integers(1, 5), VALUES),
    "method": st.one_of(st.sampled_from(["auto", "search", "match", "trace", "expand", "spark"]), VALUES),
    "planner": st.one_of(st.sampled_from(["auto", "paths", "patterns", "meaning", "model"]), VALUES),
    "injective": st.one_of(st.booleans(), st.sampled_from(["known", "all"]), VALUES),
}


def asks() -> list[str]:
    """Procedures that change nothing: what any caller may send."""
    return [
        path
        for path in PROCEDURES
        if not path.startswith(("embed/", "graph/project", "graph/refresh", "graph/drop"))
        and not path.endswith(("mutate", "write"))
    ]


@st.composite
def requests(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A path below ``/v1/`` and the body of a request to it, as JSON values."""
    path = draw(st.sampled_from(asks()))
    procedure: Procedure = PROCEDURES[path]
    given = {
        name: draw(ARGUMENTS.get(name, VALUES))
        for name in procedure.arguments
        if name != "configuration" and draw(st.integers(0, 9))
    }
    if "configuration" in procedure.arguments:
        keys = draw(st.lists(st.sampled_from(sorted(procedure.keys or {"topK": 1})), max_size=3))
        configuration: Any = {key: draw(OPTIONS.get(key, VALUES)) for key in keys}
        given["configuration"] = draw(st.one_of(st.just(configuration), st.just(configuration), VALUES))
    if not draw(st.integers(0, 19)):
        given[draw(TEXTS)] = draw(VALUES)
    return path, {"database": {"id": "d", "name": "d"}, "user": "ann", "arguments": given}
