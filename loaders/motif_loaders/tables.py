"""Tables as chunks: segments of a few rows, each with the table's title, description, headers and formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from motif.errors import InvalidConfiguration
from motif_loaders.column_formats import column_format
from motif_loaders.drafts import ChunkDraft, TableSegment
from motif_loaders.tokens import count_tokens

FEWEST, MOST = 5, 10
"""Rows of a segment (SAGE, paper 003 §2.1 A)."""


@dataclass(frozen=True, slots=True)
class ParsedTable:
    """A table as a reader found it; every row is as long as ``columns``.

    Attributes
    ----------
    title, section
        What it is called, and the heading above it.
    description
        What is said of it beside its rows.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    section: str = ""
    description: str = ""


def segment_table(
    table: ParsedTable, prefix: str, document: str, *, rows: int = MOST, index: int = 0
) -> Iterator[ChunkDraft]:
    """The table's segments of ``rows`` rows as chunks ``prefix:0``, ``prefix:1`` …, the last one often shorter.

    Their text is title and section, description, headers, and each row on a line with bars between the cells.
    A table without rows is one chunk of its headers.

    Raises `InvalidConfiguration` unless ``rows`` is 5 to 10.

    >>> table = ParsedTable(("Year", "Film"), (("1995", "Heat"), ("1999", "The Insider")), "Michael Mann")
    >>> [chunk] = segment_table(table, "table:mann", "mann")
    >>> print(chunk.text)
    Michael Mann
    Year | Film
    1995 | Heat
    1999 | The Insider
    """
    check_rows(rows)
    title = " – ".join(dict.fromkeys(part for part in (table.title, table.section) if part))
    formats = tuple(column_format([row[place] for row in table.rows]) for place in range(len(table.columns)))
    for number, first in enumerate(range(0, max(len(table.rows), 1), rows)):
        held = table.rows[first : first + rows]
        yield ChunkDraft(
            id=f"{prefix}:{number}",
            document=document,
            index=index + number,
            text=_text(title, table, held),
            title=title,
            section=table.section,
            table=TableSegment(
                table.columns, held, first, first + max(len(held), 1) - 1, formats, summarise(table)
            ),
        )


def check_rows(rows: int) -> int:
    """``rows``, if a segment may have so many; else raises `InvalidConfiguration`."""
    if not FEWEST <= rows <= MOST:
        raise InvalidConfiguration(
            f"A table's segments have {FEWEST} to {MOST} rows, not {rows}.",
            hint="Leave out the option 'rows'.",
        )
    return rows


def fitting_rows(table: ParsedTable, most: int, tokens: int) -> int:
    """How many rows, 5 to ``most``, fit into ``tokens`` on average.

    >>> fitting_rows(ParsedTable(("Text",), (("word " * 50,),) * 20), 10, 256)
    5
    """
    size = sum(count_tokens(row_text(row)) for row in table.rows) / max(len(table.rows), 1)
    return max(FEWEST, min(most, int(tokens // max(size, 1))))


def summarise(table: ParsedTable) -> str:
    """What is said of the table beside its rows; where nothing is, its size and headers.

    >>> summarise(ParsedTable(("Year", "Film"), (("1995", "Heat"),)))
    '1 row of Year, Film'
    """
    size = f"{len(table.rows):,} {'row' if len(table.rows) == 1 else 'rows'}"
    return table.description or f"{size} of {', '.join(table.columns)}"


def _text(title: str, table: ParsedTable, rows: Sequence[Sequence[str]]) -> str:
    lines = [title, table.description, row_text(table.columns), *map(row_text, rows)]
    return "\n".join(line for line in lines if line)


def row_text(cells: Sequence[str]) -> str:
    """A row on one line.

    >>> row_text(["1995", "Heat\\n(film)"])
    '1995 | Heat (film)'
    """
    return " | ".join(" ".join(cell.split()) for cell in cells)
