"""The verbs that answer, from ``motif.search`` to ``motif.verify``, and ``motif.embed.query``."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from motif.errors import Cancelled, DeadlineExceeded, InvalidConfiguration, InvalidInput, NotOwner
from motif.graphs.age import with_age
from motif.graphs.brief_evidence import own_metadata
from motif.graphs.evidence import Evidence, Results
from motif.graphs.pattern_text import is_pattern_text
from motif.graphs.plan import MEANING_METHOD, STEPS_METHOD, TEXT_METHODS, Plan
from motif.graphs.projection import Projection
from motif.graphs.whole_evidence import written_results
from motif.planners.meaning.planner import MEANING
from motif.retrievers.arguments import checked_method
from motif.service.ages import asking, told_age
from motif.service.calls import Call
from motif.service.configuration import BY_METHOD
from motif.service.discretion import borne_out_by, told_discreetly
from motif.service.procedures import Row
from motif.service.references import References
from motif.service.rows import evidence_row
from motif.service.state import Service


def search(service: Service, call: Call) -> Iterator[Row]:
    """The subgraphs nearest to a pattern, by Graph Semantic Distance (SimGRAG)."""
    graph = service.graph(call.database, call.text("graphName"))
    with asking(service, call, graph) as projection:
        results = graph.search(call.arguments.get("pattern"), control=call.control, **options_of(call))
    return evidence_rows(service, call, results, projection)


def match(service: Service, call: Call) -> Iterator[Row]:
    """Every exact match of a pattern, with what its unknowns stand for (SG-RAG)."""
    graph = service.graph(call.database, call.text("graphName"))
    with asking(service, call, graph) as projection:
        results = graph.match(call.arguments.get("pattern"), control=call.control, **options_of(call))
    return evidence_rows(service, call, results, projection)


def expand(service: Service, call: Call) -> Iterator[Row]:
    """Chunks or nodes for a question: seeds, and what their links lead to (SAGE)."""
    graph = service.graph(call.database, call.text("graphName"))
    with asking(service, call, graph) as projection:
        results = graph.expand(call.words("question"), control=call.control, **options_of(call))
    return evidence_rows(service, call, results, projection)


def community(service: Service, call: Call) -> Iterator[Row]:
    """Communities for a question, each with its report (DA-RAG)."""
    graph = service.graph(call.database, call.text("graphName"))
    with asking(service, call, graph) as projection:
        results = graph.community(call.words("question"), control=call.control, **options_of(call))
    return evidence_rows(service, call, results, projection)


def run(service: Service, call: Call) -> Iterator[Row]:
    """What a plan asks for, a row for each distinct answer."""
    graph = service.graph(call.database, call.text("graphName"))
    if call.discreet and Plan.from_value(call.arguments.get("plan")).method == MEANING_METHOD:
        raise _not_by_meaning()
    with asking(service, call, graph) as projection:
        results = graph.run(
            call.arguments.get("plan"), control=call.control, session=call.session, **options_of(call)
        )
    return evidence_rows(service, call, results, projection)


def retrieve(service: Service, call: Call) -> Iterator[Row]:
    """Plan and run in one call; a ready pattern is taken as it is."""
    graph = service.graph(call.database, call.text("graphName"))
    question, verb = call.arguments.get("question"), checked_method(call.options.get("method", "auto"))
    is_pattern = isinstance(question, list) or (isinstance(question, str) and is_pattern_text(question))
    if is_pattern:
        _check_keys(call, "search" if verb == "auto" else verb)
    elif verb in ("auto", *TEXT_METHODS, "trace", STEPS_METHOD):
        _check_keys(call, verb)
    options = {**options_of(call), **_discreet_planner(call)}
    with asking(service, call, graph) as projection:
        results = graph.retrieve(question, control=call.control, session=call.session, **options)
    return evidence_rows(service, call, results, projection)


def _discreet_planner(call: Call) -> dict[str, Any]:
    """A meaning counts, ranks and negates over all that the projection has: not for who may see less of it."""
    planner = call.options.get("planner", "auto")
    if call.discreet and planner == MEANING:
        raise _not_by_meaning()
    return {"planner": "patterns"} if call.discreet and planner == "auto" else {}


def _not_by_meaning() -> NotOwner:
    return NotOwner(
        "A projection of another login is not asked by meaning: an answer would tell of what you may not see.",
        hint="Leave 'planner' out, or project the graph under a name of your own.",
    )


def verify(service: Service, call: Call) -> Iterator[Row]:
    """Whether a claim is supported or refuted; a verdict without evidence is a row too."""
    graph = service.graph(call.database, call.text("graphName"))
    given = call.arguments.get("question")
    claim = given if isinstance(given, (list, dict)) else call.words("question")
    with asking(service, call, graph) as projection:
        results = graph.verify(claim, control=call.control, **options_of(call))
    if results or not results.complete or call.discreet or call.options.get("carry") == "json":
        return evidence_rows(service, call, results, projection)
    return _rows_without_evidence(service, call, results, projection, "verify")


def embed_query(service: Service, call: Call) -> Iterator[Row]:
    """The vector of a text, by the configured encoder, as a question is encoded."""
    text = call.arguments.get("text")
    if not isinstance(text, str) or not text.strip():
        raise InvalidInput("text must be text that is not empty.")
    encoder = service.encoder()
    encode_query = getattr(encoder, "encode_query", None)
    vector = encode_query(text) if encode_query else encoder.encode([text])[0]
    yield {"embedding": [float(number) for number in vector]}


def _check_keys(call: Call, verb: str) -> None:
    """Raises `InvalidConfiguration` for a key that ``verb`` does not take."""
    known = BY_METHOD[verb]
    for name, value in call.configuration.items():
        if value is not None and name not in known:
            raise InvalidConfiguration(
                f"{name} is not a key of the method '{verb}'.{_takers(name, verb)}",
                hint=f"Its keys: {', '.join(sorted(known))}.",
            )


def _takers(key: str, verb: str) -> str:
    """Where no method is named: which ones take the key."""
    takers = [name for name, keys in BY_METHOD.items() if key in keys]
    return f" Name one that takes it: {', '.join(takers)}." if verb == "auto" and takers else ""


def options_of(call: Call) -> dict[str, Any]:
    """The keywords that the configuration of ``call`` becomes, without what is for rows alone.

    Raises `NotOwner` for whole results to who may see less than the projection has, whatever was asked.
    """
    if call.discreet and call.options.get("carry") == "json":
        raise NotOwner(
            "A projection of another login is not told of whole: it would tell of what you may not see.",
            hint="Take another value for 'return', or project the graph under a name of your own.",
        )
    return {name: value for name, value in call.options.items() if name not in ("carry", "concurrency")}


def _rows_without_evidence(
    service: Service, call: Call, results: Results, projection: Projection, method: str
) -> Iterator[Row]:
    """One row, whose score is null: what the results' metadata says is the answer."""
    alone = Results([Evidence(0.0, (), (), method=method)], metadata=results.metadata)
    for row in evidence_rows(service, call, alone, projection):
        yield {**row, "score": None}


def evidence_rows(service: Service, call: Call, results: Results, projection: Projection) -> Iterator[Row]:
    """``results`` as rows; raises `Cancelled`, and `DeadlineExceeded` where no row could say that it was cut."""
    if call.control.state == "cancelled":
        raise Cancelled("The search was cancelled.")
    told = told_age(service, call, projection)
    if not results and not results.complete:
        notes = () if call.discreet else results.metadata.get("notes", ())
        raise DeadlineExceeded(
            " ".join(("Nothing was found before the deadline, and the search had not ended.", *notes)),
            hint="Raise timeout, narrow the pattern, or lower nodeCandidates and relationCandidates.",
        )
    carry = call.options.get("carry", "graph")
    if carry == "json":
        yield from _whole_rows(results, References(projection, results), told)
        return
    if not results and results.metadata.get("fallback") and not call.discreet:
        yield from _rows_without_evidence(service, call, results, projection, "match")
        return
    if call.discreet:
        results = told_discreetly(results)
    besides = borne_out_by(results) if call.discreet else ()
    references = References(projection, results)
    for rank, piece in enumerate(results, start=1):
        if carry == "text" and rank > 1:
            # What is behind says so in each row: whoever reads one alone must know.
            metadata = {**own_metadata(piece, results), **(told if told["stale"] else {})}
        else:
            metadata = {**results.metadata, **piece.metadata, **told}
        yield evidence_row(rank, dataclasses.replace(piece, metadata=metadata), references, carry, besides)


def _whole_rows(results: Results, references: References, told: Mapping[str, Any]) -> Iterator[Row]:
    """``results`` as texts, whole, and in each row's metadata their age alone; a row whose score is null for none.

    Each row rests on all of its piece.
    """
    pieces = results or Results([Evidence(0.0, (), ())])
    rests = [dataclasses.replace(one, metadata={**results.metadata, **one.metadata}) for one in pieces]
    rows = [evidence_row(rank, piece, references, "json") for rank, piece in enumerate(rests, start=1)]
    for row, text in zip(rows, written_results(with_age(results, told)), strict=True):
        yield {**row, "text": text, "metadata": dict(told), **({} if results else {"score": None})}
