"""Answers by a language model from evidence: SimGRAG's verbalized subgraph-augmented generation (paper 002, §4.4)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from motif.engine.control import Control
from motif.errors import InvalidInput, ModelFailed
from motif.graphs.evidence import Results
from motif.models.language import ChatModel, Completion, Messages, Usage
from motif.models.language_growing import GrowingText, Heard
from motif.planners.prompting import (
    as_data,
    checked_words,
    default_examples,
    evidence_text,
    marked,
    prompt,
    shots_text,
)
from motif.retrievers.evidence_packing import MAXIMUM_TOKENS, PackedEvidence, pack_evidence

ANSWER_SCHEMA: dict[str, Any] = {
    "title": "GroundedAnswer",
    "description": "Answers to a question, each copied from the evidence.",
    "type": "object",
    "properties": {
        "reason": {"type": "string", "description": "One short sentence that names the pieces as [1][2]"},
        "answers": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Every answer, letter by letter",
        },
        "graphs": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "Numbers of the pieces used",
        },
        "can_tell": {"type": "boolean", "description": "False where the pieces do not tell"},
    },
    "required": ["reason", "answers", "graphs", "can_tell"],
}

SENTENCE = "reason"
"""The field that a reader reads."""

CANNOT_TELL = "The evidence does not tell."


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model answered from evidence, as far as the evidence bears it out.

    Attributes
    ----------
    text
        A sentence for a reader; the model's own only where all that it answered stands in the evidence.
    answers
        Names of nodes and values as the evidence spells them, all that were given.
    citations
        Which pieces of the results it rests on, counted from 1.
    grounded
        Whether everything that the model answered stands in the evidence; what does not is in ``dropped``.
    can_tell
        Whether there is an answer at all.
    usage
        What it took.
    left_out
        How many pieces of the results the model did not see, because ``max_tokens`` was used up.
    metadata
        ``stale`` and ``behind`` of the evidence, as `Results` have them.
    """

    text: str
    answers: tuple[str, ...]
    citations: tuple[int, ...]
    grounded: bool
    can_tell: bool
    usage: Usage
    dropped: tuple[str, ...] = ()
    left_out: int = 0
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Said:
    """A model's answer, compared with the evidence."""

    reason: str
    answers: tuple[str, ...]
    foreign: tuple[str, ...]
    citations: tuple[int, ...]


def generate_answer(
    question: str,
    results: Results,
    model: ChatModel,
    *,
    shots: Sequence[Mapping[str, Any]] | None = None,
    max_tokens: int = MAXIMUM_TOKENS,
    heard: Heard | None = None,
    control: Control,
) -> Answer:
    """The answer of ``model`` to ``question`` from ``results`` alone.

    An answer that does not stand in the evidence is asked for once more, then dropped and ``grounded`` is False.
    Without evidence the model is not asked.

    Parameters
    ----------
    shots
        Examples for the prompt: mappings with ``question``, ``evidence`` (texts), ``reason``, ``answers``, ``graphs``
        and, where the evidence does not tell, ``can_tell: false``; None for those that come with the prompt.
    max_tokens
        Of evidence in the prompt; the best pieces are taken.
    heard
        Told the model's sentence as it is written, where the model can stream it, else the ``text`` at once. What the
        evidence does not bear out is found afterwards: then the ``text`` is another than what was told.

    Raises `ModelFailed` and `Cancelled` as `ChatModel.complete` does, `InvalidInput` for a question that is empty or
    too long.
    """
    question = checked_words(question, "question")
    packed, growing = pack_evidence(results, max_tokens), heard and GrowingText(SENTENCE, heard)
    answer = Answer(CANNOT_TELL, (), (), True, False, Usage())
    if packed.numbered:
        examples = default_examples("answer") if shots is None else shots
        answer = _asked(
            evidence_messages("answer", question, packed, examples), packed, model, growing, control
        )
    if growing and not growing.began:
        growing.tell(answer.text)
    return answer


def _asked(
    messages: Messages,
    packed: PackedEvidence,
    model: ChatModel,
    growing: GrowingText | None,
    control: Control,
) -> Answer:
    def read(value: Any) -> _Said:
        return _compared(value, packed)

    completion = model.complete(messages, schema=ANSWER_SCHEMA, read=read, growing=growing, control=control)
    said: _Said = completion.value
    usage = completion.usage
    if said.foreign:
        again = _asked_again(model, [*messages, *_objection(said)], read, control)
        said, usage = (said, usage) if again is None else (again.value, usage + again.usage)
    return _answer(said, packed, usage)


def _asked_again(
    model: ChatModel, messages: Messages, read: Callable[[Any], _Said], control: Control
) -> Completion | None:
    """The second answer; None where the model fails now: the first is there already."""
    try:
        return model.complete(messages, schema=ANSWER_SCHEMA, read=read, control=control)
    except ModelFailed:
        return None


def evidence_messages(
    task: str, words: str, packed: PackedEvidence, shots: Sequence[Mapping[str, Any]]
) -> Messages:
    """What is sent: instructions; as data the examples, the evidence, and the words asked about.

    Parameters
    ----------
    task
        "answer" for a question, "verify" for a claim.
    """
    what = "question" if task == "answer" else "claim"
    examples = shots_text(_shown(shot, what) for shot in shots)
    parts = [
        marked("examples", examples),
        marked("evidence", evidence_text(packed.numbered)),
        marked(what, as_data(words)),
    ]
    return [("system", prompt(task)), ("user", "\n\n".join(parts))]


def cited(numbers: Any, packed: PackedEvidence) -> tuple[int, ...]:
    """Those of a model's ``numbers`` that are numbers of pieces it was shown, ascending."""
    found = re.findall(r"\d{1,6}", json.dumps(numbers)) if isinstance(numbers, (list, int, str)) else []
    return tuple(sorted({int(number) for number in found} & packed.numbers))


def _shown(shot: Mapping[str, Any], what: str) -> tuple[str, Mapping[str, Any]]:
    numbered = list(enumerate(map(str, shot["evidence"]), start=1))
    wanted = {key: value for key, value in shot.items() if key not in (what, "evidence")}
    if what == "question":
        wanted.setdefault("can_tell", True)
    return f"{evidence_text(numbered)}\n{what}: {as_data(shot[what])}", wanted


def _compared(value: Any, packed: PackedEvidence) -> _Said:
    """Raises `InvalidInput` when ``value`` is not of the form asked for."""
    if not isinstance(value, Mapping) or not isinstance(value.get("answers", []), list):
        raise InvalidInput(
            "A JSON object with 'reason', 'answers' (a list), 'graphs' and 'can_tell' is needed."
        )
    can_tell = value.get("can_tell") is not False
    given = [str(answer).strip() for answer in value.get("answers", []) if can_tell and str(answer).strip()]
    spelt = {answer: packed.grounded(answer) for answer in given}
    return _Said(
        str(value.get("reason") or "").strip(),
        tuple(dict.fromkeys(found for found in spelt.values() if found is not None)),
        tuple(answer for answer, found in spelt.items() if found is None),
        cited(value.get("graphs"), packed),
    )


def _objection(said: _Said) -> list[tuple[str, str]]:
    wrong = ", ".join(as_data(answer) for answer in said.foreign)
    return [
        ("assistant", as_data({"reason": said.reason, "answers": [*said.answers, *said.foreign]})),
        (
            "user",
            f"The evidence holds no {wrong}. Every answer must stand in it, letter by letter; leave out what does "
            "not, and where nothing is left say that the evidence does not tell. Return the whole JSON object again.",
        ),
    ]


def _answer(said: _Said, packed: PackedEvidence, usage: Usage) -> Answer:
    text = CANNOT_TELL
    if said.answers:
        marks = "".join(f"[{number}]" for number in said.citations)
        text = f"{', '.join(said.answers)} {marks}".strip()
        if said.reason and not said.foreign:
            text = said.reason
    return Answer(
        text=text,
        answers=said.answers,
        citations=said.citations if said.answers else (),
        grounded=not said.foreign,
        can_tell=bool(said.answers),
        usage=usage,
        dropped=said.foreign,
        left_out=packed.left_out,
    )
