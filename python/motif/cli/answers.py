"""What `motif ask` prints for a question in words: answers first, then how they were found."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from motif.cli.console import differences, no_match, out, print_results
from motif.cli.printer import escaped
from motif.graphs.answer_text import text_of
from motif.graphs.evidence import Results
from motif.graphs.evidence_values import NOT_UNDERSTOOD
from motif.graphs.plan import Plan
from motif.graphs.plan_words import in_one_line, step_lines

if TYPE_CHECKING:
    from motif.knowledge_graph.answer_stream import AnswerStream
    from motif.retrievers.answering import Answer

_DOUBTS = ("unsure", "empty", "not held")
_MARKS = {"supported": "bold green", "refuted": "bold red", "unknown": "bold yellow"}


def print_answers(results: Results) -> None:
    """How sure it is where it is not, the distinct answers in one line, the evidence of each, and what found them."""
    if results.metadata.get("status") in _DOUBTS:
        out.print(f"[yellow]{escaped(_doubt(results))}[/]")
    answers = list(dict.fromkeys(_answers(results)))
    if answers:
        total = results.metadata.get("answers")
        more = "" if total is None or total <= len(answers) or _counts(results) else f" … ({total} in all)"
        nearest = "" if results[0].score > -1e-6 else "  [dim](nearest; nothing agrees wholly)[/]"
        out.print(f"[bold green]{escaped(', '.join(answers))}[/]{more}{nearest}")
    print_results(results)
    plan = results.metadata.get("plan")
    if plan is not None:
        print_plan(plan)
        _print_notes(note for note in results.metadata.get("notes", ()) if note not in plan.get("notes", ()))
    elif results.readings:
        _print_reading(results)


def why_nothing(results: Results) -> Iterator[str]:
    """Where there is no evidence that could tell it: how the question was understood, and that nothing was found."""
    if results:
        return
    if results.metadata.get("status") in _DOUBTS:
        yield _doubt(results)
    yield no_match(results)
    yield from differences(results)


def _doubt(results: Results) -> str:
    """In one line: what was understood, and what else may have been meant."""
    if not results.readings:
        return NOT_UNDERSTOOD
    first, *others = results.readings
    if results.status == "unsure":
        meant = f" Did you mean “{others[0]}”?" if others else ""
        return f"Unsure: read as “{first}”.{meant}"
    if results.status == "empty":
        return f"Understood as “{first}”; the graph holds none."
    omitted = ", ".join(f"“{text}”" for text in results.metadata.get("omitted", ()))
    return f"Not held: the graph has nothing that {omitted or 'this'} speaks of."


def _answers(results: Results) -> list[str]:
    """Each answer's text; the cells of a table's row together."""
    if len(results.metadata.get("columns", ())) > 1:
        return [": ".join(map(text_of, piece.answers)) for piece in results]
    return [text_of(answer) for piece in results for answer in piece.answers]


def _print_reading(results: Results) -> None:
    """How a meaning was read, and what it leaves out."""
    out.print(f"[dim]read as: {escaped(results.readings[0])}[/]")
    _print_notes(results.metadata.get("notes", ()))


def _print_notes(notes: Iterable[str]) -> None:
    for note in notes:
        out.print(f"[dim]{escaped(note)}[/]")


def print_choice(results: Results) -> None:
    """In one line: which method was chosen where none was named, and why."""
    choice = results.metadata.get("choice")
    if choice is not None:
        before = ", ".join(dict.fromkeys(one["method"] for one in choice["tried"]))
        tried = f" (tried before: {before})" if before else ""
        out.print(f"[dim]by {escaped(choice['method'])}: {escaped(choice['reason'])}{escaped(tried)}[/]")


def _counts(results: Results) -> bool:
    return bool(results.metadata.get("plan", {}).get("count"))


def print_plan(values: Mapping[str, Any]) -> None:
    """How the question was read."""
    plan = Plan.from_value(dict(values))
    if plan.steps:
        for place, line in enumerate(step_lines(plan)):
            out.print(f"[dim]{'read as: ' if place == 0 else '         '}{escaped(line)}[/]")
    else:
        out.print(f"[dim]read as: {escaped(in_one_line(plan))}[/]")
    _print_notes(plan.notes)


def print_answer(answer: Answer, said: str | None = None) -> None:
    """A language model's answer, with what of it the evidence does not bear out.

    Parameters
    ----------
    said
        What was printed of it already.
    """
    marks = "".join(f"[{number}]" for number in answer.citations)
    is_said = said == answer.text
    if answer.answers:
        cited = f" {escaped(marks)}" if is_said and marks not in answer.text else ""
        out.print(f"[bold green]{escaped(', '.join(answer.answers))}[/]{cited}")
    if not is_said:
        after = "" if answer.text.endswith(marks) else f" {marks}"
        out.print(escaped(f"{answer.text}{after}"))
    if answer.dropped:
        out.print(
            f"[yellow]Left out, since it is not in the evidence: {escaped(', '.join(answer.dropped))}[/]"
        )


def print_stream(stream: AnswerStream) -> Answer:
    """A language model's sentence as it is written, then what of it the evidence bears out; the whole answer."""
    said = ""
    try:
        for piece in stream:
            said += piece
            out.print(escaped(piece), end="")
            out.file.flush()
    finally:
        if said:
            out.print()
    print_answer(stream.answer, said)
    return stream.answer


def answer_as_dict(answer: Answer) -> dict[str, Any]:
    """The answer as plain JSON values."""
    values = {field.name: getattr(answer, field.name) for field in dataclasses.fields(answer)}
    return {**values, "usage": answer.usage.as_dict()}


def print_verdict(results: Results) -> None:
    """The verdict on a claim, why, and the evidence."""
    found = results.metadata
    style = _MARKS[found["verdict"]]
    out.print(f"[{style}]{found['verdict']}[/] ({found['confidence']:.2f}): {escaped(found['reason'])}")
    for note in found.get("notes", ()):
        out.print(f"[dim]{escaped(note)}[/]")
    if results:
        print_results(results)
