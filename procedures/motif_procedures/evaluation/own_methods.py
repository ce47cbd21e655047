"""Motif itself as a contender: in this process or through its procedures, by a planner or by the gold plans."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.plan import Plan
from motif.knowledge_graph import Graph
from motif_cypher import template
from motif_procedures.evaluation.arena import Arena
from motif_procedures.evaluation.examples import Example
from motif_procedures.evaluation.gold_questions import Asked, known_names
from motif_procedures.evaluation.outcomes import Ask, Outcome, Triple, distinct, outcome_of_results, plan_of

GOLD = "gold"
"""The planner that knows the gold plans: what retrieval alone can do."""

OPTIONS = (
    "top_k",
    "candidates",
    "node_candidates",
    "relation_candidates",
    "type_candidates",
    "injective",
    "max_tokens",
    "timeout",
)
"""Options of Motif's own methods; ``candidates`` stands for all three kinds."""

GIVEN = "given"
"""The planner that passes on the pattern that comes with the question, its names as they are."""

MATCH = "match"

SEARCH = "search"
"""The method by which a gold pattern is searched as it stands; by any other, the gold plan is run."""

_MOST_MATCHES = 1000
_RUN_OPTIONS = ("top_k", "max_tokens", "timeout")
_CANDIDATES = ("node_candidates", "relation_candidates", "type_candidates")


def motif_method(
    arena: Arena, method: str, planner: str, options: Mapping[str, Any], examples: Sequence[Example]
) -> Ask:
    """Asks by ``kg.retrieve``, or ``CALL motif.retrieve`` over Bolt.

    With the planner ``gold`` the gold plan is run, or, by the method ``search``, its pattern searched. With the planner
    ``given`` the pattern that comes with the question is matched or searched.

    ``examples`` are taught first, to a graph that keeps nothing of it.
    """
    given = spread(options)
    if arena.over_bolt:
        if examples:
            raise InvalidInput(
                "Examples are taught in memory only, so that the service keeps none of them.",
                hint="Ask with --via memory.",
            )
        return _over_bolt(arena, method, planner, given)
    graph = arena.detached()
    if planner == GIVEN:
        return _given_pattern(graph, method, given)
    if planner == GOLD:
        return _gold_search(graph, given) if method == SEARCH else _gold_run(graph, given)
    if examples:
        graph.learn(examples)

    def ask(asked: Asked) -> Outcome:
        return outcome_of_results(graph.retrieve(asked.text, method=method, planner=planner, **given))

    return ask


def spread(options: Mapping[str, Any]) -> dict[str, Any]:
    """``options`` with ``candidates`` written out.

    >>> spread({"candidates": 4, "top_k": 1})["node_candidates"]
    4
    """
    given = {key: value for key, value in options.items() if key != "candidates"}
    if "candidates" in options:
        given = dict.fromkeys(_CANDIDATES, options["candidates"]) | given
    return given


def _gold_search(graph: Graph, given: Mapping[str, Any]) -> Ask:
    def ask(asked: Asked) -> Outcome:
        plan = _gold(asked)
        options = {"injective": plan.injective, "top_k": 1, **given}
        return outcome_of_results(graph.search(plan.pattern, answer=plan.answer, **options), plan)

    return ask


def _given_pattern(graph: Graph, method: str, given: Mapping[str, Any]) -> Ask:
    if method not in (MATCH, SEARCH):
        raise InvalidInput(
            f"A given pattern is not asked by '{method}'.",
            hint=f"Choose --method {MATCH} or --method {SEARCH}.",
        )

    def ask(asked: Asked) -> Outcome:
        plan = asked.given or _gold(asked)
        options = {key: value for key, value in given.items() if key != "top_k"}
        if method == SEARCH:
            found = graph.search(plan.pattern, answer=plan.answer, top_k=given.get("top_k", 1), **options)
        else:
            found = graph.match(
                plan.pattern, answer=plan.answer, limit=given.get("top_k", _MOST_MATCHES), **options
            )
        return dataclasses.replace(outcome_of_results(found), plan=None, known=None)

    return ask


def _gold_run(graph: Graph, given: Mapping[str, Any]) -> Ask:
    for key in given:
        if key not in _RUN_OPTIONS:
            raise InvalidInput(f"A gold plan is run without '{key}'.", hint="--method search takes it.")

    def ask(asked: Asked) -> Outcome:
        return outcome_of_results(graph.run(_gold(asked), **given))

    return ask


def _gold(asked: Asked) -> Plan:
    if asked.plan is None or not asked.plan.pattern:
        raise InvalidInput(
            f"The question {asked.text[:80]!r} has no gold pattern.",
            hint="Choose another --planner than gold.",
        )
    return asked.plan


def _over_bolt(arena: Arena, method: str, planner: str, given: Mapping[str, Any]) -> Ask:
    if planner == GIVEN:
        raise InvalidInput("A given pattern is asked in memory only.", hint="Ask with --via memory.")
    if planner == GOLD:
        return _gold_search_over_bolt(arena, given) if method == SEARCH else _gold_run_over_bolt(arena, given)
    call = _call(arena, "call_retrieve_names")
    configuration = camel_cased({"method": method, "planner": planner, **given})

    def ask(asked: Asked) -> Outcome:
        rows = call(question=asked.text, configuration=configuration)
        return _outcome(rows, plan_of(rows[0]["metadata"]) if rows else None)

    return ask


def _gold_search_over_bolt(arena: Arena, given: Mapping[str, Any]) -> Ask:
    call = _call(arena, "call_search_names")

    def ask(asked: Asked) -> Outcome:
        plan = _gold(asked)
        options = {"injective": plan.injective, "top_k": 1, **given, "answer": plan.answer}
        pattern = [list(triple) for triple in plan.pattern]
        return _outcome(call(pattern=pattern, configuration=camel_cased(options)), plan)

    return ask


def _gold_run_over_bolt(arena: Arena, given: Mapping[str, Any]) -> Ask:
    call = _call(arena, "call_run_names")

    def ask(asked: Asked) -> Outcome:
        plan = _gold(asked)
        return _outcome(call(plan=plan.as_dict(), configuration=camel_cased(given)), plan)

    return ask


def _call(arena: Arena, statement: str) -> Callable[..., list[dict[str, Any]]]:
    if arena.connection is None:
        raise InvalidInput("Asking over Bolt needs a database.", hint="Name a projection with --graph.")
    database, projection = arena.connection.database, arena.projection
    properties = list(projection.nodes.name_properties)

    def call(**parameters: Any) -> list[dict[str, Any]]:
        return database.run(template(statement), graph=projection.name, properties=properties, **parameters)

    return call


def camel_cased(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options in the spelling of Cypher's configuration maps.

    >>> camel_cased({"top_k": 1})
    {'topK': 1}
    """
    parts = ((key.split("_"), value) for key, value in options.items())
    return {first + "".join(word.title() for word in rest): value for (first, *rest), value in parts}


def _outcome(rows: Sequence[Mapping[str, Any]], plan: Any) -> Outcome:
    answers = distinct(str(answer) for row in rows for answer in row["answers"] if answer is not None)
    lines = [line.split(" | ") for row in rows for line in row["text"].splitlines()]
    triples: list[Triple] = [(line[0], line[1], line[2]) for line in lines if len(line) == 3]
    return Outcome(
        answers,
        frozenset(answers) | {name for row in rows for name in row["names"] if name is not None},
        frozenset(triples),
        "\n".join(row["text"] for row in rows),
        None if plan is None else known_names(plan),
        plan,
    )
