"""What `motif ask --method expand` and `--method community` print: chunks with where they come from, and reports."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from motif.cli.console import instead, out
from motif.cli.printer import escaped
from motif.errors import InvalidInput
from motif.graphs.evidence import Evidence, Results

LINES = 8
"""Lines of a chunk that are shown."""


def read_options(pairs: Sequence[str]) -> dict[str, Any]:
    """Options of a method as the command line gives them, values as JSON or else as text.

    Raises `InvalidInput` for what is no ``KEY=VALUE``.

    >>> read_options(["seeds=5", "min-size=4", "along=NEXT_CHUNK", 'layers=["chunk"]'])
    {'seeds': 5, 'min_size': 4, 'along': 'NEXT_CHUNK', 'layers': ['chunk']}
    """
    options = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise InvalidInput(f"An option is KEY=VALUE, not {pair!r}.", hint="For example: -o seeds=5")
        options[key.replace("-", "_")] = _value(value)
    return options


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def print_passages(results: Results) -> None:
    """Each piece with its score, what it is, and its text."""
    if not results:
        out.print("Nothing was found.")
    elif fallback := results.metadata.get("fallback"):
        out.print(instead(fallback))
    for rank, piece in enumerate(results, start=1):
        headline = _of_community(piece) if piece.method == "community" else _of_chunk(piece)
        out.print(f"[bold]{rank}.[/] score {piece.score:.4f}  {headline}")
        lines = piece.text.splitlines()
        shown = lines if piece.method == "community" else lines[:LINES]
        for line in shown:
            out.print(f"     {line}", markup=False)
        if len(lines) > len(shown):
            out.print(f"     … {len(lines) - len(shown)} more lines", style="dim")
    for note in results.metadata.get("notes", ()):
        out.print(escaped(str(note)))
    if not results.complete:
        out.print("Cut at the deadline: there may be better ones. Try a longer --timeout.")


def _of_community(piece: Evidence) -> str:
    said = piece.metadata
    return (
        f"[bold green]{said['layer']} community[/] of {len(piece.nodes)} nodes: trussness {said['trussness']}, "
        f"QRScore {said['qr_score']:.3f}, density {said['density']:.2f}, diameter {said['diameter']}"
    )


def _of_chunk(piece: Evidence) -> str:
    """Its name, and for a neighbour which seeds led to it and why."""
    name = f"[bold green]{escaped(piece.nodes[0].name)}[/]"
    if piece.metadata.get("role") != "neighbour":
        return name
    via = ", ".join(dict.fromkeys(_why(one) for one in piece.metadata.get("via", ())))
    seeds = ", ".join(dict.fromkeys(piece.metadata.get("from_names", ())))
    return f"{name} [dim]← {escaped(seeds)}{f' by {escaped(via)}' if via else ''}[/]"


def _why(explained: Any) -> str:
    if not isinstance(explained, dict):
        return str(explained)
    metric = explained.get("metric")
    metrics = metric if isinstance(metric, list) else [metric] if metric else []
    through = [f"through {explained['through']}"] if explained.get("through") else []
    return " ".join([str(explained.get("type", "an edge")), *map(str, metrics), *through])
