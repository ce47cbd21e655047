"""How well each community serves a question: by a language model, or by its QRScore and length (DA-RAG §5.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from motif.engine.control import Control
from motif.errors import InvalidInput, ModelFailed
from motif.indexes.names import normalise
from motif.models.language import ChatModel
from motif.models.language_model import Messages
from motif.models.language_usage import Completion, Usage
from motif.planners.prompting import as_data, as_lines, checked_words, marked, prompt
from motif.retrievers.community_reports import CommunityReports
from motif.retrievers.community_search import LayerCommunity

LENGTH_PENALTY = 0.1
"""What a community that fills the tokens for reports by itself loses of its QRScore; shorter ones in proportion."""

MAXIMUM_JUDGED = 4
"""Communities of one layer that a model judges, best by score first; each takes a call."""

SHOWN_TOKENS = 3200
"""Of a community in a prompt."""

_SIDE_BY_SIDE = 4
_WORDS_PER_TOKEN = 0.75

JUDGEMENT_SCHEMA: Mapping[str, Any] = {
    "title": "CommunityJudgement",
    "description": "How much a community helps to answer a question, and what it says to that end.",
    "type": "object",
    "properties": {
        "score": {
            "type": "number",
            "minimum": 0,
            "maximum": 100,
            "description": "How much it helps, 0 to 100",
        },
        "report": {"type": "string", "description": "What it says that bears on the question"},
        "entities": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Names that the report rests on, as they stand in the community",
        },
    },
    "required": ["score", "report"],
}


@dataclass(frozen=True, slots=True)
class JudgedCommunity:
    """A community, how well it serves, and what a model reported of it.

    Attributes
    ----------
    score
        The model's, 0 to 1; else the QRScore less the penalty of length. Comparable within one question.
    report
        The model's; None where none was written.
    cited
        Names of the community that the report rests on.
    """

    community: LayerCommunity
    score: float
    report: str | None = None
    cited: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """All communities of a question, judged in one way; ``judge`` is "score" or "model"."""

    communities: tuple[JudgedCommunity, ...]
    judge: str = "score"
    usage: Usage | None = None
    notes: tuple[str, ...] = ()


def judge_by_score(
    communities: Sequence[LayerCommunity], reports: CommunityReports, report_tokens: int
) -> Judgement:
    """Each community's QRScore − `LENGTH_PENALTY` · min(1, its tokens / ``report_tokens``), aligned with them.

    Ours: the paper knows a language model only. QRScore alone cannot tell a clique from all that lies around it.
    """
    return Judgement(
        tuple(
            JudgedCommunity(
                one, one.community.qr_score - LENGTH_PENALTY * min(1.0, reports.length(one) / report_tokens)
            )
            for one in communities
        )
    )


def judge_with_model(
    question: str,
    scored: Judgement,
    reports: CommunityReports,
    model: ChatModel,
    words: int,
    control: Control,
) -> Judgement:
    """The best `MAXIMUM_JUDGED` communities of each layer, with the model's scores and reports.

    Where some answer cannot be had, ``scored`` ranks them, with the reports that could, and ``notes`` says why; so the
    scores of one question are always of one kind.

    Parameters
    ----------
    words
        That a report may have.

    Raises `Cancelled` when the caller stops waiting, `InvalidInput` for a question that is empty or too long.
    """
    question = checked_words(question, "question")
    chosen = _best_of_each_layer(scored.communities)

    def ask(one: JudgedCommunity) -> tuple[JudgedCommunity | None, Usage, str]:
        names = {reports.entities.node(row).name for row in one.community.rows.tolist()}
        text = reports.report(one.community, SHOWN_TOKENS, sources=True)
        try:
            told: Completion = model.complete(
                _messages(question, text, words),
                schema=JUDGEMENT_SCHEMA,
                read=lambda value: _read(value, one, names),
                control=control,
            )
        except ModelFailed as error:
            return None, Usage(), error.message
        return told.value, told.usage, ""

    with ThreadPoolExecutor(_SIDE_BY_SIDE, thread_name_prefix="motif-judging") as pool:
        answers = list(pool.map(ask, chosen))
    usage = sum((used for _, used, _ in answers), Usage())
    told = [answer for answer, _, _ in answers]
    problems = sorted({problem for _, _, problem in answers if problem})
    notes = _notes(len(scored.communities) - len(chosen), problems)
    if not problems:
        return Judgement(tuple(one for one in told if one is not None), "model", usage, notes)
    return Judgement(tuple(map(_scored_again, chosen, told)), "score", usage, notes)


def _best_of_each_layer(communities: Sequence[JudgedCommunity]) -> list[JudgedCommunity]:
    found: dict[str, list[JudgedCommunity]] = {}
    for one in sorted(communities, key=lambda one: -one.score):
        found.setdefault(one.community.layer.name, []).append(one)
    return [one for of_layer in found.values() for one in of_layer[:MAXIMUM_JUDGED]]


def _scored_again(scored: JudgedCommunity, told: JudgedCommunity | None) -> JudgedCommunity:
    """The score that needs no model, with the model's report where there is one."""
    return (
        scored if told is None else JudgedCommunity(scored.community, scored.score, told.report, told.cited)
    )


def _notes(left_out: int, problems: Sequence[str]) -> tuple[str, ...]:
    notes = [f"judged by QRScore, without the model: {problem}" for problem in problems[:1]]
    if left_out:
        notes.append(f"{left_out} communities of lower QRScore were not shown to the model")
    return tuple(notes)


def _messages(question: str, community: str, words: int) -> Messages:
    parts = [
        marked("community", as_lines(community, "  ")),
        marked("words", str(words)),
        marked("question", as_data(question)),
    ]
    return [("system", prompt("community")), ("user", "\n\n".join(parts))]


def _read(value: Any, one: JudgedCommunity, names: set[str]) -> JudgedCommunity:
    """Raises `InvalidInput` when ``value`` is not of the form asked for."""
    report = value.get("report") if isinstance(value, Mapping) else None
    score = _number(value.get("score")) if isinstance(value, Mapping) else None
    if score is None or not isinstance(report, str):
        raise InvalidInput(
            "A JSON object with 'score' (a number from 0 to 100) and 'report' (text) is needed."
        )
    given = value.get("entities")
    cited = [name for name in given if name in names] if isinstance(given, list) else []
    said = f" {normalise(report)} "
    cited += sorted(name for name in names if (words := normalise(name)) and f" {words} " in said)
    return JudgedCommunity(one.community, score / 100, report.strip(), tuple(dict.fromkeys(cited)))


def _number(value: Any) -> float | None:
    """A number from 0 to 100, also where it came as text; else None."""
    if isinstance(value, str):
        value = value.strip().removesuffix("%").removesuffix("/100")
    if isinstance(value, bool):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if 0 <= number <= 100 else None


def words_in(tokens: int) -> int:
    """About how many words fit ``tokens``.

    >>> words_in(400)
    300
    """
    return int(tokens * _WORDS_PER_TOKEN)
