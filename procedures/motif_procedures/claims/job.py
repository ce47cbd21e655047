"""The job ``claims``: how many claims get the right verdict, without a language model and with one."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from motif.errors import Cancelled, InvalidInput, MotifError
from motif.knowledge_graph import Connection, Graph
from motif.models.language import ChatModel, adapt_chat_model, load_chat_model
from motif.settings import load_settings
from motif_procedures.claims.given import GivenClaim, chosen, claims_of_sample, read_claims
from motif_procedures.claims.metrics import UNDECIDED, counted, grouped
from motif_procedures.claims.page import write_page
from motif_procedures.claims.request import ClaimRequest
from motif_procedures.claims.sample_graph import graph_of_loader
from motif_procedures.cypher_questions.arena import graph_in_memory, plain_graph
from motif_procedures.cypher_questions.graph_files import projected
from motif_procedures.evaluation.runs import RunFile, code_fingerprint
from motif_procedures.model_cost import spent, used

Tell = Callable[[str, int, int], None]
Verify = Callable[[str], Mapping[str, Any]]
"""Gives what is said of a claim in words: ``verdict``, ``confidence``, ``reason``."""


def evaluate_claims(
    request: Mapping[str, Any],
    *,
    connection: Connection | None = None,
    model: object | None = None,
    encoder: object | None = None,
    verify: Verify | None = None,
    progress: Tell | None = None,
) -> dict[str, Any]:
    """The report of the evaluation that ``request`` describes, as plain values.

    What verifies is given a claim's words and nothing else. Verdicts are kept in the cache folder until all are there:
    an interrupted run goes on where it stopped.

    Parameters
    ----------
    request
        The fields of `motif_procedures.claims.request.ClaimRequest`.
    connection
        Where the projection ``request["graph"]`` is; it asks ``model`` and no other.
    model
        The language model of ``request["model"]``, as of `motif.connect`; None for the configured one.
    encoder
        For graphs in memory; None for the configured or installed one.
    verify
        What verifies; None for ``Graph.verify``.
    progress
        Told what is under way, how many are done and of how many.

    Raises `InvalidInput` and its kin for a request that cannot be; an error of one claim is no verdict.
    """
    asked = ClaimRequest.from_values(request)
    tell = progress or (lambda what, done, total: None)
    claims = _claims(asked)
    chat = _model(model) if asked.model else None
    graph = _graph(asked, connection, chat, encoder, tell)
    head = _head(asked, graph, chat)
    identity = {
        **head,
        "own": verify is None,
        "claims": [claim.text for claim in claims],
        "code": code_fingerprint(),
    }
    run = RunFile(load_settings().cache / "evaluations", identity, restart=asked.restart)
    resumed = len(run.records)
    _judge(claims, verify or _verifier(graph, asked), chat, run, tell)
    records = [run.records[number] | _known(claim) for number, claim in enumerate(claims)]
    run.finish()
    report = {
        **head,
        "resumed": resumed,
        "rows": grouped(records),
        "verdicts": counted(records),
        "failures": [one for one in records if one["said"] != one["gold"]][: asked.failures],
        "records": records,
    }
    if asked.page is not None:
        write_page(asked.page, report)
    return report


def _claims(request: ClaimRequest) -> list[GivenClaim]:
    if request.file is None:
        found = claims_of_sample(request.loader, closed_world=request.closed_world)
    else:
        found = read_claims(request.file)
    return chosen(found, split=request.split, sample=request.sample, seed=request.seed)


def _graph(
    request: ClaimRequest,
    connection: Connection | None,
    model: ChatModel | None,
    encoder: object | None,
    tell: Tell,
) -> Graph:
    if request.graph is not None:
        if connection is None:
            raise InvalidInput(f"The projection '{request.graph}' needs a database.", hint="Set NEO4J_URI.")
        return connection.graph(request.graph)
    plain = plain_graph(request.folder) if request.folder else graph_of_loader(request.loader)
    name = request.folder.stem if request.folder else request.loader
    return graph_in_memory(projected(plain, name), tell, encoder, model)


def _model(given: object | None) -> ChatModel:
    settings = load_settings().model
    return load_chat_model(settings) if given is None else adapt_chat_model(given, settings)


def _head(request: ClaimRequest, graph: Graph, model: ChatModel | None) -> dict[str, Any]:
    projection = graph.projection
    return {
        "dataset": "claims",
        "isOfClaims": True,
        "claimsOf": request.loader if request.file is None else request.file.name,
        "split": request.split,
        "sample": request.sample,
        "seed": request.seed,
        "closedWorld": request.closed_world,
        "planner": request.planner,
        "timeout": request.timeout,
        "model": None if model is None else model.name,
        "graph": {
            "name": projection.name,
            "inDatabase": request.graph is not None,
            "nodes": projection.n_nodes,
            "relationships": projection.n_relationships,
        },
    }


def _verifier(graph: Graph, request: ClaimRequest) -> Verify:
    def verify(claim: str) -> Mapping[str, Any]:
        options: dict[str, Any] = {"planner": request.planner, "timeout": request.timeout}
        return graph.verify(claim, closed_world=request.closed_world, **options).metadata

    return verify


def _judge(
    claims: Sequence[GivenClaim], verify: Verify, model: ChatModel | None, run: RunFile, tell: Tell
) -> None:
    for number, claim in enumerate(claims):
        if number not in run.records:
            run.append(number, _judged(claim.text, verify, model))
        tell("claims", number + 1, len(claims))


def _judged(words: str, verify: Verify, model: ChatModel | None) -> dict[str, Any]:
    """What is said of a claim; an error that is the claim's own is no verdict, and told."""
    begun, before = time.perf_counter(), used(model)
    told: Mapping[str, Any] = {}
    failure = ""
    try:
        told = verify(words)
    except Cancelled:
        raise
    except MotifError as error:
        failure = f"{type(error).__name__}: {error.message}"
    return {
        "said": told.get("verdict", UNDECIDED),
        "confidence": float(told.get("confidence", 0.0)),
        "reason": told.get("reason", ""),
        "notes": list(told.get("notes", ())),
        "failure": failure,
        "seconds": time.perf_counter() - begun,
        **spent(used(model) - before),
    }


def _known(claim: GivenClaim) -> dict[str, Any]:
    return {"claim": claim.text, "gold": claim.label, "kind": claim.kind}
