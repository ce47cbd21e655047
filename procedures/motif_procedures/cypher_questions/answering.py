"""What Motif says to a question, in the terms that it is judged by: rows, a status, a confidence."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from motif.database import Database
from motif.errors import Cancelled, MotifError
from motif.graphs.evidence import Results
from motif.knowledge_graph import Graph
from motif.knowledge_graph.meaning import presentation_of
from motif.models.language import ChatModel
from motif.models.language_usage import Usage
from motif.planners.meaning.planner import vocabulary_of
from motif.planners.proposing.spelling import spellings_of
from motif.planners.proposing.statement import meaning_of_cypher
from motif.retrievers.meaning_evidence import answer_meanings
from motif_procedures.cypher_questions.cells import Row, rows_of
from motif_procedures.cypher_questions.gold import Gold
from motif_procedures.model_cost import used
from motif_procedures.text2cypher import TEXT2CYPHER, statement_writer

DECLINING = ("unsure", "not held", "not_held")
"""Of ``Results.status``: what is no answer."""

NO_USAGE = Usage()

TOP_K = 10_000
"""Answers that are asked for: as many rows as are taken of a gold query."""


@dataclass(frozen=True)
class Said:
    """One answered question.

    Attributes
    ----------
    rows
        As `motif_procedures.cypher_questions.cells.rows_of` gives them.
    declined
        Why there is no answer; "" where there is one, be it that there is nothing.
    failure
        An error that is Motif's own; "" where there is none.
    confidence
        From 0 to 1.
    usage
        What it took of a language model.
    proposal
        The statement that a language model wrote for it; "" for none that finds anything.
    """

    rows: tuple[Row, ...] = ()
    declined: str = ""
    failure: str = ""
    confidence: float = 0.0
    method: str = ""
    seconds: float = 0.0
    usage: Usage = NO_USAGE
    proposal: str = ""


Answerer = Callable[[str], Said]
"""Answers a question."""


def motif_answerer(graph: Graph, model: ChatModel | None = None, **options: Any) -> Answerer:
    """What ``graph.retrieve`` says; an error that is the question's own is declining.

    Parameters
    ----------
    model
        The language model that ``graph`` asks, whose use is told; nobody else asks it meanwhile.
    options
        Of `Graph.retrieve`.
    """
    return _measured(lambda question: said_of(graph.retrieve(question, **{"top_k": TOP_K, **options})), model)


def statement_answerer(database: Database | None, gold: Gold, model: ChatModel | None) -> Answerer:
    """What the statement gives that ``model`` writes, run as it stands; one that cannot be run is declining.

    Raises as `motif_procedures.text2cypher.statement_writer`.
    """
    write = statement_writer(database, model)
    return _measured(
        lambda question: Said(tuple(gold.run(write(question))), confidence=1.0, method=TEXT2CYPHER), model
    )


def _measured(say: Answerer, model: ChatModel | None) -> Answerer:
    """``say`` with its time and what it took of ``model``."""

    def answer(question: str) -> Said:
        begun, before = time.perf_counter(), used(model)
        try:
            said = say(question)
        except Cancelled:
            raise
        except MotifError as error:
            said = Said(declined=f"{type(error).__name__}: {error.message}")
        except Exception as error:  # what breaks is wrong and told, and the next question is asked
            said = Said(failure=f"{type(error).__name__}: {error}")
        return replace(said, seconds=time.perf_counter() - begun, usage=used(model) - before)

    return answer


def said_of(results: Results) -> Said:
    """What ``results`` say."""
    status = str(getattr(results, "status", "") or "")
    method = str(results.metadata.get("choice", {}).get("method") or (results[0].method if results else ""))
    return Said(
        tuple(rows_of(table_of(results))),
        declined=status if status in DECLINING else "",
        confidence=confidence_of(results),
        method=method,
        proposal=str(results.metadata.get("proposal", {}).get("cypher", "")),
    )


def said_by_statement(graph: Graph, statement: str) -> Said:
    """What a model's ``statement`` gives, read as Motif reads it.

    Raises `CypherRefused` for what is no reading Cypher or says more than a meaning can.
    """
    meaning = meaning_of_cypher(statement, spellings_of(vocabulary_of(graph.view)))
    return said_of(answer_meanings(graph.view, [meaning], TOP_K, presentation_of({})))


def table_of(results: Results) -> list[Sequence[Any]]:
    """The rows of an answer: those of its table where it has one, else a row for each answer."""
    table = getattr(results, "table", None)
    if table is not None and getattr(table, "rows", None) is not None:
        return [tuple(row.values()) if isinstance(row, Mapping) else tuple(row) for row in table.rows]
    return [(_listed(answer),) for piece in results for answer in piece.answers]


def _listed(answer: Any) -> Any:
    """A list that a projection holds as its JSON, as a list."""
    if isinstance(answer, str) and answer.startswith("[") and answer.endswith("]"):
        try:
            return json.loads(answer)
        except ValueError:
            return answer
    return answer


def confidence_of(results: Results) -> float:
    """How sure Motif is: its own confidence, else the plan's, else the first piece's score where it is a share."""
    told = getattr(results, "confidence", None)
    if told is None:
        plan = results.metadata.get("plan")
        told = plan.get("confidence") if isinstance(plan, Mapping) else None
    if told is None:
        told = results[0].score if results else 0.0
    return min(max(float(told), 0.0), 1.0)
