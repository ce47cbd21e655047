"""Random graphs with awkward names and values, and random plans of steps over them; the same for the same seed."""

from __future__ import annotations

import datetime
import itertools
import random
import zlib
from functools import cache
from typing import Any

from motif.graphs.graph_schema import (
    GraphSchema,
    LabelProfile,
    PropertyProfile,
    RelationProfile,
    ValueFormat,
)
from motif.graphs.steps import (
    Combine,
    Degree,
    Find,
    FulltextSearch,
    Keep,
    Rank,
    Step,
    Traverse,
    VectorSearch,
)
from naive_steps import Graph, Link, Thing, found_by

GRAPHS, PLANS = 3, 24
"""Graphs that plans are run over, and how many over each."""

FILM, PERSON, EXTRA = "S Film", "S`Person's \"", "S\\Extra"
TYPES = ("S_ACTED_IN", "s`made \"it'", "S LIKES")
ODD = "s `odd` \"name'"
NAMES = {FILM: "s_title", PERSON: "s_name"}
FORMATS = {
    "s_price": ValueFormat("currency", "$"),
    "s_length": ValueFormat("quantity", "min"),
    "s_published": ValueFormat("date"),
    "s_opened": ValueFormat("date", pattern="D/M/Y"),
    "s_aired": ValueFormat("date", pattern="MONTH D, Y"),
    "s_open": ValueFormat("boolean"),
    "s_weight": ValueFormat("quantity", "kg", pattern=","),
}
_TYPE_OF = {
    "s_year": "INTEGER",
    "s_released": "DATE",
    "s_flag": "BOOLEAN",
    "s_tags": "LIST",
    "s_codes": "LIST",
}
_MONTHS = ("January", "Feb", "March", "Dec.")


def _value(name: str, draw: random.Random) -> Any:
    number, day = draw.randint(0, 6), draw.randint(1, 28)
    date = datetime.date(1998 + number, draw.randint(1, 12), day)
    made: dict[str, list[Any]] = {
        "s_title": [f"Film {number}", 'He said "no"', "It's`", "straße \\u0041", "$x {}"],
        "s_name": [f"Person {number}", "O'Neil", 'A"b`c'],
        "s_year": [1998 + number, 1998 + number, 2000.5, "unknown"],
        "s_price": [f"${number}.50", f"$1,00{number}", "call us", 3],
        "s_length": [f"{90 + number} min", f"{number} mins", "long"],
        "s_published": [date.isoformat(), date.isoformat(), "soon"],
        "s_opened": [f"{date.day}/{date.month}/{date.year}", f"{date:%d/%m/%Y}", "never"],
        "s_aired": [f"{draw.choice(_MONTHS)} {day}, {date.year}", "TBA"],
        "s_open": ["yes", "No", "TRUE", "maybe"],
        "s_weight": [f"{number},5 kg", f"1.00{number} kg", "heavy"],
        "s_released": [date],
        "s_flag": [True, False],
        "s_tags": [draw.sample(["a", "b", "Cat's", "d`"], draw.randint(0, 3))],
        "s_codes": [[draw.randint(0, 4) for _ in range(draw.randint(0, 3))]],
        ODD: ["plain", "Plain text", "50%", "", 7, False],
    }
    return draw.choice(made[name])


_PROPERTIES = ("s_year", *FORMATS, "s_released", "s_flag", "s_tags", "s_codes", ODD)


def random_graph(seed: int, n_nodes: int = 40, n_relationships: int = 90) -> Graph:
    """A graph whose ids are numbers as text; the ids that a database gives take their place when it is written."""
    draw = random.Random(seed)
    nodes = {}
    for number in range(n_nodes):
        label = draw.choice((FILM, PERSON))
        properties = {name: _value(name, draw) for name in _PROPERTIES if draw.random() < 0.7}
        if draw.random() < 0.9:
            properties[NAMES[label]] = _value(NAMES[label], draw)
        labels = (label, EXTRA) if draw.random() < 0.3 else (label,)
        nodes[str(number)] = Thing(str(number), labels, properties)
    links = []
    for number in range(n_relationships):
        source, target = draw.choice(list(nodes)), draw.choice(list(nodes))
        properties = {"s_year": _value("s_year", draw)} if draw.random() < 0.8 else {}
        links.append(Link(str(number), source, draw.choice(TYPES), target, properties))
    return Graph(nodes, links, dict(NAMES), dict(FORMATS))


def schema_of(version: str = "") -> GraphSchema:
    """What a sample would say of these graphs."""
    profiles = {
        name: PropertyProfile(
            name, _TYPE_OF.get(name, "STRING"), format=FORMATS.get(name), length=9.0 if name == ODD else None
        )
        for name in _PROPERTIES
    }
    labels = {
        label: LabelProfile(
            label, 20, profiles | ({name: PropertyProfile(name, "STRING")} if name else {}), name
        )
        for label, name in ((FILM, "s_title"), (PERSON, "s_name"), (EXTRA, None))
    }
    year = {"s_year": PropertyProfile("s_year", "INTEGER")}
    return GraphSchema(labels, {one: RelationProfile(one, 30, (), year) for one in TYPES}, version=version)


def random_condition(
    draw: random.Random, names: tuple[str, ...] = _PROPERTIES, depth: int = 0
) -> dict[str, Any]:
    """A filter that only holds of nodes with some property of these graphs."""
    if depth < 2 and draw.random() < 0.3:
        sign = draw.choice(("$not", "$and", "$or"))
        if sign == "$not":
            return {"$not": random_condition(draw, names, depth + 1)}
        return {sign: [random_condition(draw, names, depth + 1) for _ in range(draw.randint(1, 3))]}
    return {
        name: _comparison(name, draw) for name in draw.sample(names, min(draw.choice((1, 1, 2)), len(names)))
    }


def _comparison(name: str, draw: random.Random) -> Any:
    sign = draw.choice(
        ("", "$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$between", "$in", "$nin", "$like", "$ilike")
    )
    if sign in ("$like", "$ilike"):
        return {sign: draw.choice(("a", "%FILM%", "Plain", "50", "'", "`", "min", "200", ""))}
    if sign == "$between":
        return {sign: sorted((_wanted(name, draw), _wanted(name, draw)), key=str)}
    if sign in ("$in", "$nin"):
        return {sign: [_wanted(name, draw) for _ in range(draw.randint(0, 3))]}
    if not sign:
        return _wanted(name, draw)
    return {sign: _wanted(name, draw)}


def _wanted(name: str, draw: random.Random) -> Any:
    if draw.random() < 0.1:
        return draw.choice((1, 1.5, "x", True, "2001"))
    if draw.random() < 0.15:
        value = _value(name, draw)
        return draw.choice(value or [1]) if isinstance(value, list) else str(value)
    kinds: dict[str, list[Any]] = {
        "s_price": [3.5, 1002, 0],
        "s_length": [93, 4],
        "s_weight": [3.5, 1002],
        "s_open": [True, False],
    }
    dates = ["2000-06-15", "2001", "2002-03", "1999-12-31"]
    if name in ("s_published", "s_opened", "s_aired", "s_released"):
        return draw.choice(dates)
    if name in kinds:
        return draw.choice(kinds[name])
    value = _value(name, draw)
    return draw.choice(value or ["a"]) if isinstance(value, list) else value


def random_steps(seed: int) -> tuple[Step, ...]:
    """A plan of one to seven steps; what its searches find is for the test to say."""
    draw = random.Random(seed)
    steps: list[Step] = [_first(draw, "a")]
    for name in "bcdefg"[: draw.randint(0, 6)]:
        names = [step.name for step in steps]
        last = steps[-1].name if draw.random() < 0.8 else draw.choice(names)
        steps.append(_next(draw, name, last, names))
    return tuple(steps)


def _first(draw: random.Random, name: str) -> Step:
    label = draw.choice((FILM, PERSON, EXTRA, None))
    kind = draw.random()
    if kind < 0.15:
        return VectorSearch(name, "films of `quotes'", label, limit=draw.randint(1, 9))
    if kind < 0.25:
        return FulltextSearch(name, "quotes", label, limit=draw.randint(1, 9))
    where = random_condition(draw) if label is None or draw.random() < 0.4 else {}
    return Find(name, label, where)


def _next(draw: random.Random, name: str, source: str, names: list[str]) -> Step:
    kind = draw.random()
    if kind < 0.15 or (kind < 0.45 and len(names) == 1 and draw.random() < 0.3):
        return _first(draw, name)
    if kind < 0.5:
        types = tuple(draw.sample(TYPES, draw.choice((0, 1, 1, 2))))
        return Traverse(
            name,
            source,
            types,
            draw.choice(("out", "in", "any")),
            draw.choice((None, None, FILM, PERSON)),
            random_condition(draw) if draw.random() < 0.2 else {},
            random_condition(draw, ("s_year",)) if draw.random() < 0.2 else {},
            draw.choice(((1, 1), (1, 1), (1, 1), (1, 2), (2, 2))),
        )
    if kind < 0.65:
        return Keep(name, source, draw.choice((None, None, EXTRA)), random_condition(draw))
    if kind < 0.85:
        of = [source, *(draw.choice(names) for _ in range(draw.randint(1, 2)))]
        return Combine(name, draw.choice(("union", "intersect", "except")), tuple(of))
    return _rank(draw, name, source)


def _rank(draw: random.Random, name: str, source: str) -> Step:
    descending, limit = draw.random() < 0.5, draw.choice((1, 2, 5, None))
    kind = draw.random()
    if kind < 0.5:
        names = [one for one in _PROPERTIES if one not in ("s_tags", "s_codes", "s_flag", "s_open")]
        return Rank(name, source, draw.choice(names), descending=descending, limit=limit)
    if kind < 0.8:
        degree = Degree(
            tuple(draw.sample(TYPES, draw.choice((0, 1)))),
            draw.choice(("out", "in", "any")),
            draw.choice((None, FILM)),
        )
        return Rank(name, source, by_count=degree, descending=descending, limit=limit)
    return Rank(name, source, by_text="quoted", limit=limit)


@cache
def telling_plans(number: int) -> tuple[tuple[Step, ...], ...]:
    """Plans for the random graph of that number: no two of one shape, and at most a third of them without answers."""
    graph, plans = random_graph(number), list[tuple[Step, ...]]()
    shapes, n_empty = set[tuple[str, ...]](), 0
    for draw in itertools.count(1000 * number):
        steps = random_steps(draw)
        shape = shape_of(steps)
        is_empty = not found_by(graph, steps, given_by_naive(graph, steps)).scores
        if shape in shapes or (is_empty and 3 * n_empty >= PLANS):
            continue
        shapes.add(shape)
        n_empty += is_empty
        plans.append(steps)
        if len(plans) == PLANS:
            return tuple(plans)
    raise AssertionError


def shape_of(steps: tuple[Step, ...]) -> tuple[str, ...]:
    """A plan but for its names and values: two of one shape become the same statement but for these."""
    return tuple(_shape(step) for step in steps)


def _shape(step: Step) -> str:
    kind = type(step).__name__
    if isinstance(step, Traverse):
        told = (step.direction, step.hops, len(step.types), bool(step.label), bool(step.where))
        return f"{kind} {told} {bool(step.relationship_where)}"
    if isinstance(step, Combine):
        return f"{kind} {step.operation} {len(step.of)}"
    if isinstance(step, Rank):
        by = "text" if step.by_text is not None else "count" if step.by_count is not None else "property"
        return f"{kind} {by} {step.descending} {step.limit is None}"
    if isinstance(step, (Find, Keep)):
        return f"{kind} {bool(step.label)} {bool(step.where)}"
    return f"{kind} {bool(getattr(step, 'label', None))}"


def likeness(step: str, node: str) -> float:
    """How like a node is to a step's text: made up, the same each time, and sometimes the same for two nodes."""
    return zlib.crc32(f"{step} {node}".encode()) % 7 / 7


def scored(step: str, nodes: list[str], limit: int | None) -> dict[str, float]:
    best = sorted(nodes, key=lambda node: (-likeness(step, node), node))[:limit]
    return {node: likeness(step, node) for node in best}


def given_by_naive(graph: Graph, steps: tuple[Step, ...]) -> dict[str, dict[str, float]]:
    """What searches and ranks by text find, by their plain meaning."""
    given: dict[str, dict[str, float]] = {}
    for place, step in enumerate(steps):
        if isinstance(step, (VectorSearch, FulltextSearch)):
            labelled = [one.id for one in graph.nodes.values() if step.label in (None, *one.labels)]
            given[step.name] = scored(step.name, labelled, step.limit)
        elif isinstance(step, Rank) and step.by_text is not None:
            source = next(number for number, one in enumerate(steps) if one.name == step.source)
            found = found_by(graph, steps[: source + 1], given)
            given[step.name] = scored(step.name, list(found.scores), step.limit)
        assert place < 20
    return given
