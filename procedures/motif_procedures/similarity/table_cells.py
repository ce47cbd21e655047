"""The cells of a table's segment, found in its text: a line of headers, then one line a row, bars between cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

BAR = " | "


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a cell stands in a segment's text, its row in the segment and its column, from 0."""

    start: int
    end: int
    row: int
    column: int


def table_cells(text: str, columns: Sequence[str]) -> list[Cell]:
    """The cells in ``text``, in order; those of the lines after the headers, or of all lines with bars without such.

    >>> text = "Films\\nYear | Film\\n1995 | Heat"
    >>> [text[cell.start : cell.end] for cell in table_cells(text, ["Year", "Film"])]
    ['1995', 'Heat']
    """
    lines = list(_lines(text))
    header = BAR.join(" ".join(name.split()) for name in columns)
    after = next((place + 1 for place, (_, line) in enumerate(lines) if columns and line == header), None)
    rows = [line for line in lines if BAR in line[1]] if after is None else lines[after:]
    cells = []
    for row, (start, line) in enumerate(rows):
        for column, part in enumerate(line.split(BAR)):
            cells.append(Cell(start, start + len(part), row, column))
            start += len(part) + len(BAR)
    return cells


def row_of(text: str, cell: Cell) -> str:
    """The line in which ``cell`` stands."""
    start = text.rfind("\n", 0, cell.start) + 1
    end = text.find("\n", cell.end)
    return text[start : len(text) if end < 0 else end]


def _lines(text: str) -> list[tuple[int, str]]:
    """Where each line begins, and the line."""
    found, start = [], 0
    for line in text.split("\n"):
        found.append((start, line))
        start += len(line) + 1
    return found
