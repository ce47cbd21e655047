"""The job ``passages``: which gold chunks are retrieved for questions, by Motif and by others, in one run."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from motif.errors import InvalidInput
from motif.graphs.projection import NAME, TEXT
from motif.knowledge_graph import Connection
from motif.models.encoder import TextEncoder, load_encoder
from motif.settings import load_settings
from motif_procedures.evaluation.arena import Progress
from motif_procedures.evaluation.settings_grid import Setting
from motif_procedures.passages.arena import PassageArena
from motif_procedures.passages.community_quality import measure_communities
from motif_procedures.passages.contenders import CONTENDERS, Contender
from motif_procedures.passages.corpus_graph import corpus_in_memory, rows_by_id, with_vectors
from motif_procedures.passages.known_queries import KnownQueries
from motif_procedures.passages.page import write_page
from motif_procedures.passages.questions import Asked, load_questions, loader_of, on_graph
from motif_procedures.passages.recall import TIMED, Answered, figures, score
from motif_procedures.passages.request import PassageRequest

ALL = "all"


def evaluate_passages(
    request: Mapping[str, Any],
    *,
    connection: Connection | None = None,
    encoder: TextEncoder | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The report of the evaluation that ``request`` describes, as plain values.

    Every contender is put the same questions over the same chunks. Recall at n: any gold chunk is among the first n
    (``hit``), and which part of the gold chunks is (``share``); `expand` finds seeds and neighbours for each n anew, so
    that all have n chunks. Questions are encoded beforehand: times are those of retrieval.

    Parameters
    ----------
    request
        The fields of `motif_procedures.passages.request.PassageRequest`.
    connection
        Where the projection ``request["graph"]`` is; contenders over a database's indexes need it too.
    encoder
        Of texts and questions; None for the configured one.
    progress
        Told what is under way, how many are done and of how many.

    Raises `InvalidInput` and its kin for a request that cannot be.
    """
    asked = PassageRequest.from_values(request)
    tell = progress or (lambda what, done, total: None)
    found = load_questions(asked.choice)
    arena = arena_of(asked, connection, encoder, [one.text for one in found], tell)
    questions = on_graph(found, rows_by_id(arena.projection))
    rows = [
        row
        for setting in asked.settings
        for row in _rows(setting, _answers(setting, arena, questions, asked.cutoffs, tell))
    ]
    report = {
        **_head(asked, arena, len(questions), len(found)),
        "rows": rows,
        "communities": measure_communities(arena, questions, tell) if asked.communities else [],
    }
    if asked.page is not None:
        write_page(asked.page, report)
    return report


class Corpora(Protocol):
    """What of a request says which corpus is retrieved from; ``communities`` where it measures them."""

    @property
    def dataset(self) -> str: ...

    @property
    def folder(self) -> Path | None: ...

    @property
    def graph(self) -> str | None: ...

    @property
    def source(self) -> str | None: ...

    @property
    def methods(self) -> tuple[str, ...]: ...


def arena_of(
    request: Corpora,
    connection: Connection | None,
    encoder: TextEncoder | None,
    questions: Sequence[str],
    tell: Progress,
) -> PassageArena:
    """The corpus that ``request`` is about, with vectors of its texts, and ``questions`` encoded beforehand.

    Raises `InvalidInput` for a projection without a database.
    """
    settings = load_settings()
    queries = KnownQueries(encoder or load_encoder(settings.encoder, settings.cache), questions)
    if request.graph is not None:
        if connection is None:
            raise InvalidInput(f"The projection '{request.graph}' needs a database.", hint="Set NEO4J_URI.")
        return PassageArena(connection.graph(request.graph).projection, queries, connection)
    bare = corpus_in_memory(request.source or loader_of(request.dataset), request.folder)
    needs_names = getattr(request, "communities", False) or {"community", "auto"} & {*request.methods}
    kinds = (TEXT, NAME) if needs_names else (TEXT,)
    projection = with_vectors(bare, queries, kinds, lambda done, total: tell("encoding texts", done, total))
    return PassageArena(projection, queries)


def _answers(
    setting: Setting,
    arena: PassageArena,
    questions: Sequence[Asked],
    cutoffs: Sequence[int],
    tell: Progress,
) -> list[Answered]:
    build, _ = CONTENDERS[setting.method]
    contender = build(arena, setting.options)
    contender.rank(questions[0].text, TIMED)
    answered = []
    for done, question in enumerate(questions, start=1):
        answered.append(_answered(contender, question, cutoffs))
        tell(setting.title, done, len(questions))
    return answered


def _answered(contender: Contender, question: Asked, cutoffs: Sequence[int]) -> Answered:
    timed = _timed(cutoffs) if contender.by_size else max(cutoffs)
    began = time.perf_counter()
    first = contender.rank(question.text, timed)
    seconds = time.perf_counter() - began
    ranked = {
        count: contender.rank(question.text, count) if contender.by_size and count != timed else first
        for count in sorted(cutoffs)
    }
    return score(question.kind, question.gold, ranked, seconds)


def _timed(cutoffs: Sequence[int]) -> int:
    """At which of ``cutoffs`` a contender is timed that ranks anew for each."""
    return min((count for count in cutoffs if count >= TIMED), default=max(cutoffs))


def _rows(setting: Setting, answered: Sequence[Answered]) -> list[dict[str, Any]]:
    """The figures of all questions, and of each kind where there are several."""
    kinds = sorted({one.kind for one in answered})
    groups = {ALL: list(answered)}
    if len(kinds) > 1:
        groups |= {kind: [one for one in answered if one.kind == kind] for kind in kinds}
    return [{**setting.as_dict(), "group": group, **figures(those)} for group, those in groups.items()]


def _head(request: PassageRequest, arena: PassageArena, asked: int, found: int) -> dict[str, Any]:
    projection = arena.projection
    return {
        "passages": True,
        "dataset": request.dataset,
        "split": request.split or ALL,
        "sample": request.sample,
        "seed": request.seed,
        "questions": asked,
        "withoutGold": found - asked,
        "cutoffs": list(request.cutoffs),
        "encoder": arena.encoder.name,
        "graph": {
            "name": projection.name,
            "inDatabase": arena.connection is not None,
            "chunks": len(arena.corpus.chunks),
            "entities": len(arena.corpus.entities),
            "nodes": projection.n_nodes,
            "relationships": projection.n_relationships,
            "layers": {name: len(layer) for name, layer in projection.layers.items()},
        },
    }
