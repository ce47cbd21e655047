"""What the command line prints: tables, progress bars, JSON and errors in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from motif.cli.printer import Printer, escaped
from motif.errors import MotifError
from motif.graphs.age import age_in_words
from motif.graphs.answer_text import text_of
from motif.graphs.evidence import Results
from motif.graphs.evidence_values import evidence_values

out = Printer()
err = Printer(stderr=True)


def print_error(error: MotifError) -> None:
    """What went wrong and what to do next, on standard error."""
    err.print(f"[bold red]motif:[/] {escaped(error.message)}")
    if error.hint:
        err.print(escaped(error.hint))


def print_json(value: Any) -> None:
    """``value`` as JSON on standard output, for scripts."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def print_table(title: str, columns: list[str], rows: list[list[Any]]) -> None:
    """A table of plain text."""
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", header_style="bold", box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(escaped(str(value)) for value in row))
    out.print(table)


def print_results(results: Results) -> None:
    """Evidence piece by piece: rank, score, what is bound, and the lines of text."""
    if not results:
        out.print(no_match(results))
    elif fallback := results.metadata.get("fallback"):
        out.print(instead(fallback))
    for rank, piece in enumerate(results, start=1):
        answers = ", ".join(map(text_of, piece.answers))
        bound = ", ".join(f"?{unknown} = {text_of(value)}" for unknown, value in piece.bindings.items())
        head = f"[bold]{rank}.[/] score {piece.score:.4f}"
        if answers:
            head += f"  answer: [bold green]{escaped(answers)}[/]"
        out.print(head + (f"  ({escaped(bound)})" if bound else ""))
        for line in piece.text.splitlines():
            out.print(f"     {escaped(line)}")
    for note in differences(results):
        out.print(escaped(note))


def no_match(results: Results) -> str:
    """That there is no evidence, and whether there was time to find some."""
    return "No match." if results.complete else "No match found in time; try a longer --timeout."


def print_age(results: Results) -> None:
    """In one line that the data has changed since what is answered from was read; nothing where it has not."""
    if results.metadata.get("stale"):
        out.print(f"[dim]The data has changed since: {age_in_words(results.metadata)}.[/]")


def instead(fallback: Any) -> str:
    """What the results are, which are not what was asked for.

    >>> instead({"reason": "refused", "problems": ["There is no label 'Film'."]})
    "The plan was refused: There is no label 'Film'. Nearest by words and meaning instead:"
    """
    if not isinstance(fallback, Mapping):
        return "No match. Around the nodes that are named:"
    reasons = {"refused": "was refused", "nothing found": "found nothing", "deadline": "took too long"}
    said = " ".join([f"The plan {reasons.get(fallback['reason'], 'failed')}:", *fallback["problems"]])
    return f"{escaped(said).rstrip(':.')}. Nearest by words and meaning instead:"


def differences(results: Results) -> Iterator[str]:
    """How the results differ from what was asked for, a sentence each."""
    for given, names in results.metadata.get("normalised", {}).items():
        yield f"'{given}' was read as {', '.join(names[:5])}."
    for given in results.metadata.get("unmatched", ()):
        yield f"Nothing is called '{given}'."
    if results and not results.complete:
        exact = results[0].method == "match"
        yield (
            "There are more matches, or the search was cut: try a larger --top-k, or a longer --timeout."
            if exact
            else "Cut at the deadline: there may be better ones. Try a longer --timeout."
        )


def evidence_as_dict(results: Results) -> list[dict[str, Any]]:
    """Evidence as plain JSON values."""
    return [{"rank": rank, **evidence_values(piece)} for rank, piece in enumerate(results, start=1)]


@contextmanager
def progress_bar(what: str, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error; gives the function to tell (done, total)."""
    if quiet or not err.is_terminal:
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err.rich, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)


def compile_kernels(quiet: bool = False) -> None:
    """Compile what questions need, once on a machine, and say so while it lasts."""
    from motif.retrievers.warming import warm_planning

    if quiet or not err.is_terminal:
        warm_planning()
        return
    with err.status("Compiling, once on this machine (about half a minute) …"):
        warm_planning()
