"""Evidence as HTML for a notebook: a heading, the picture, the text."""

from __future__ import annotations

from motif.graphs.drawing.drawing import draw
from motif.graphs.drawing.lettering import cut, escaped
from motif.graphs.evidence import Evidence, Results
from motif.graphs.evidence_values import shown_value

MOST_PIECES = 3
"""Pieces of results that are drawn; the others are counted."""

_MOST_TEXT = 2000


def piece_page(piece: Evidence, rank: int | None = None) -> str:
    """``piece`` as HTML: rank, answers, score and method, its picture, its text folded away.

    >>> print(piece_page(Evidence(1.0, (), (), answers=(3,), method="run")).splitlines()[1])
    <p><b>3</b> · score 1 · run</p>
    """
    answers = ", ".join(cut(str(shown_value(value)), 60) for value in piece.answers[:10])
    more = f" and {len(piece.answers) - 10} more" if len(piece.answers) > 10 else ""
    heading = " · ".join(
        part
        for part in (
            f"<b>{escaped(answers)}</b>{more}" if answers else "",
            f"score {piece.score:.4g}",
            escaped(piece.method),
            "" if piece.complete else "cut short",
        )
        if part
    )
    lines = "".join(f"{escaped(line)}\n" for line in piece.text[:_MOST_TEXT].splitlines())
    cut_off = "…" if len(piece.text) > _MOST_TEXT else ""
    text = f"<details><summary>Text</summary><pre>{lines}{cut_off}</pre></details>" if piece.text else ""
    picture = draw(piece).svg if piece.nodes or piece.relationships else ""
    place = f"{rank}. " if rank is not None else ""
    return "\n".join(["<div>", f"<p>{place}{heading}</p>", picture, text, "</div>"])


def results_page(results: Results) -> str:
    """The first pieces of ``results`` as HTML, and how many more there are.

    >>> print(results_page(Results(complete=False)))
    <p>No evidence. The search was cut short.</p>
    """
    short = "" if results.complete else " The search was cut short."
    if not results:
        return f"<p>No evidence.{short}</p>"
    pages = [piece_page(piece, rank) for rank, piece in enumerate(results[:MOST_PIECES], start=1)]
    left = len(results) - len(pages)
    more = f"{left} more {'piece' if left == 1 else 'pieces'} of evidence." if left > 0 else ""
    return "\n".join([*pages, f"<p>{more}{short}</p>" if more or short else ""])
