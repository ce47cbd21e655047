"""The job ``passage_answers``: what a language model answers from nothing, and from the chunks that are retrieved."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from motif.errors import Cancelled, InvalidInput, MotifError
from motif.knowledge_graph import Connection
from motif.models.encoder import TextEncoder
from motif.models.language import ChatModel, adapt_chat_model
from motif.settings import load_settings
from motif_procedures.evaluation.arena import Progress
from motif_procedures.evaluation.runs import RunFile, code_fingerprint
from motif_procedures.evaluation.settings_grid import Setting
from motif_procedures.model_cost import spent, used
from motif_procedures.passage_answers.measures import exact_match, figures, normalised, token_f1
from motif_procedures.passage_answers.page import write_page
from motif_procedures.passage_answers.request import CLOSED_BOOK, AnswerRequest
from motif_procedures.passage_answers.writing import Writer, Written, writer_of
from motif_procedures.passages.arena import PassageArena
from motif_procedures.passages.job import arena_of
from motif_procedures.passages.questions import load_questions

ALL = "all"


def evaluate_answers(
    request: Mapping[str, Any],
    *,
    connection: Connection | None = None,
    model: object | None = None,
    encoder: TextEncoder | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The report of the evaluation that ``request`` describes, as plain values.

    The same questions are answered from each contender's chunks. What answers is never shown a gold answer. Answers are
    kept in the cache folder until all are there: an interrupted run goes on where it stopped.

    Parameters
    ----------
    request
        The fields of `motif_procedures.passage_answers.request.AnswerRequest`.
    connection
        Where the projection ``request["graph"]`` is; contenders over a database's indexes need it too.
    model
        The language model, as of `motif.connect`.
    encoder
        Of texts and questions; None for the configured one.
    progress
        Told what is under way, how many are done and of how many.

    Raises `InvalidInput` and its kin for a request that cannot be, and without a model.
    """
    asked = AnswerRequest.from_values(request)
    if model is None:
        raise InvalidInput(
            "Without a language model no answer is written.",
            hint="Set MOTIF_MODEL and give --model; without --answers the chunks alone are measured.",
        )
    chat = adapt_chat_model(model, load_settings().model)
    tell = progress or (lambda what, done, total: None)
    questions = load_questions(asked.choice)
    if not any(one.answers for one in questions):
        raise InvalidInput(
            f"The data set '{asked.dataset}' has no gold answers.",
            hint="Without --answers its chunks are measured.",
        )
    arena = arena_of(asked, connection, encoder, [one.text for one in questions], tell)
    head = _head(asked, arena, chat, len(questions))
    runs = [(setting, _run_file(setting, asked, head, questions)) for setting in asked.settings]
    resumed = sum(len(run.records) for _, run in runs)
    for setting, run in runs:
        _ask(setting, run, asked, arena, chat, questions, tell)
    rows, failures = [], []
    for setting, run in runs:
        records = [run.records[number] for number in range(len(questions))]
        rows += _rows(setting, records)
        lost = [{"method": setting.method, **one} for one in records if not one["exact"]]
        failures += lost[: asked.failures]
        run.finish()
    report = {**head, "resumed": resumed, "rows": rows, "failures": failures}
    if asked.page is not None:
        write_page(asked.page, report)
    return report


def _head(request: AnswerRequest, arena: PassageArena, model: ChatModel, questions: int) -> dict[str, Any]:
    return {
        "answersWritten": True,
        "dataset": request.dataset,
        "split": request.split or ALL,
        "sample": request.sample,
        "seed": request.seed,
        "questions": questions,
        "model": model.name,
        "limits": request.limits,
        "encoder": arena.encoder.name,
        "graph": {
            "name": arena.projection.name,
            "inDatabase": arena.connection is not None,
            "chunks": len(arena.corpus.chunks),
            "nodes": arena.projection.n_nodes,
            "relationships": arena.projection.n_relationships,
        },
    }


def _run_file(
    setting: Setting, request: AnswerRequest, head: Mapping[str, Any], questions: Sequence[Any]
) -> RunFile:
    identity = {
        **head,
        **setting.as_dict(),
        "asked": [(one.text, one.answers) for one in questions],
        "code": code_fingerprint(),
    }
    return RunFile(load_settings().cache / "evaluations", identity, restart=request.restart)


def _ask(
    setting: Setting,
    run: RunFile,
    request: AnswerRequest,
    arena: PassageArena,
    model: ChatModel,
    questions: Sequence[Any],
    tell: Progress,
) -> None:
    """Asks what ``run`` lacks."""
    write: Writer | None = None
    for number, question in enumerate(questions):
        if number not in run.records:
            write = write or writer_of(setting, arena, model, request.limits)
            run.append(number, _answered(question, write, model, shown=setting.method != CLOSED_BOOK))
        tell(setting.title, number + 1, len(questions))


def _answered(question: Any, write: Writer, model: ChatModel, *, shown: bool) -> dict[str, Any]:
    """One question's answer and what it is worth; an error that is its own is no answer, and told."""
    begun, before = time.perf_counter(), used(model)
    written, failure = Written(), ""
    try:
        written = write(question.text)
    except Cancelled:
        raise
    except MotifError as error:
        failure = f"{type(error).__name__}: {error.message}"
    return {
        "question": question.text,
        "kind": question.kind,
        "gold": list(question.answers),
        "answers": list(written.answers),
        "failure": failure,
        "exact": exact_match(written.text, question.answers),
        "f1": token_f1(written.text, question.answers),
        "goldInEvidence": _is_in(question.answers, written.evidence) if shown else None,
        "seconds": time.perf_counter() - begun,
        **spent(used(model) - before),
    }


def _is_in(answers: Sequence[str], evidence: str | None) -> bool:
    text = f" {normalised(evidence or '')} "
    return any(f" {normalised(one)} " in text for one in answers)


def _rows(setting: Setting, records: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The figures of all questions, and of each kind where there are several."""
    kinds = sorted({one["kind"] for one in records})
    groups = {ALL: list(records)}
    if len(kinds) > 1:
        groups |= {kind: [one for one in records if one["kind"] == kind] for kind in kinds}
    return [{**setting.as_dict(), "group": group, **figures(those)} for group, those in groups.items()]
