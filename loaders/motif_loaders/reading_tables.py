"""Tables in CSV, TSV and JSON, mended where rows are ragged; what was mended is told with its line."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from typing import Any

from motif_loaders.parsed_document import ParsedDocument, Unreadable
from motif_loaders.reading_text import decode
from motif_loaders.tables import ParsedTable

_SEPARATORS = ",\t;|"
_TOLD = 5
_NO_TABLE = 'an array of objects, an array of rows, or {"columns": [...], "rows": [...]} is needed'


def read_csv(content: bytes) -> ParsedDocument:
    """The table of a CSV or TSV file: its first row names the columns.

    A row that is too short is filled up; of one that is too long the last fields are joined. Both are told.

    Raises `Unreadable`, with the line, for an open quote.

    >>> table = read_csv(b"film;year\\nHeat;1995\\nAli\\n")
    >>> table.parts[0].rows, table.problems
    ((('Heat', '1995'), ('Ali', '')), ('line 3 has 1 of 2 fields: the others are taken to be empty',))
    """
    text = decode(content)
    first = text.lstrip("\n").partition("\n")[0]
    separator = max(_SEPARATORS, key=first.count)
    rows = csv.reader(text.splitlines(keepends=True), delimiter=separator, strict=True)
    found: list[tuple[int, list[str]]] = []
    try:
        found.extend((rows.line_num, row) for row in rows if any(cell.strip() for cell in row))
    except csv.Error as error:
        raise Unreadable(f"line {rows.line_num} cannot be read ({error}); close the quotes") from error
    if not found:
        return ParsedDocument("", ())
    (_, header), *body = found
    problems: list[str] = []
    fitted = [_fitted(row, len(header), f"line {line}", separator, problems) for line, row in body]
    return _document(header, fitted, problems)


def read_json(content: bytes) -> ParsedDocument:
    """The table of a JSON file: an array of objects or rows, or an object with columns and rows; or JSON lines.

    Raises `Unreadable` for what is no JSON, with the line, and for JSON that is no table.

    >>> read_json(b'[{"film": "Heat", "year": 1995}, {"film": "Ali"}]').parts[0].rows
    (('Heat', '1995'), ('Ali', ''))
    """
    text = decode(content)
    try:
        value = json.loads(text)
    except ValueError as error:
        value = _lines(text, error)
    problems: list[str] = []
    title, columns, rows = _shape(value, problems)
    return _document(columns, rows, problems, title)


def _lines(text: str, whole: ValueError) -> list[Any]:
    """JSON lines, if it is that: every line an object or array; else what is wrong with the whole is told."""
    values = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            values.append(json.loads(line))
        except ValueError as error:
            at = f"line {number}: {error}" if len(values) > 1 else str(whole)
            raise Unreadable(f"is no JSON ({at})") from error
    return values


def _shape(value: Any, problems: list[str]) -> tuple[str, list[str], list[tuple[str, ...]]]:
    """(title, columns, rows) of the table that ``value`` is."""
    title = ""
    if isinstance(value, dict):
        title = str(value.get("title") or value.get("name") or "")
        columns = value.get("columns") or value.get("header") or value.get("headers")
        rows = next(
            (value[key] for key in ("rows", "data", "records") if isinstance(value.get(key), list)), None
        )
        if isinstance(columns, list) and rows is not None and not any(isinstance(row, dict) for row in rows):
            value = [columns, *rows]
        elif rows is not None:
            value = rows
    if not isinstance(value, list) or not value:
        raise Unreadable(f"holds no table; {_NO_TABLE}")
    if all(isinstance(row, dict) for row in value):
        names = list(dict.fromkeys(str(key) for row in value for key in row))
        return title, names, [tuple(_cell(row.get(name)) for name in names) for row in value]
    if all(isinstance(row, list) for row in value):
        header, *body = [[_cell(cell) for cell in row] for row in value]
        rows = [_fitted(row, len(header), f"row {n}", ", ", problems) for n, row in enumerate(body, start=1)]
        return title, header, rows
    raise Unreadable(f"holds no table; {_NO_TABLE}")


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _fitted(row: Sequence[str], width: int, place: str, joint: str, problems: list[str]) -> tuple[str, ...]:
    if len(row) < width:
        problems.append(f"{place} has {len(row)} of {width} fields: the others are taken to be empty")
        return (*row, *[""] * (width - len(row)))
    if len(row) > width:
        problems.append(f"{place} has {len(row)} fields where {width} are named: the last are joined")
        return (*row[: width - 1], joint.join(row[width - 1 :]))
    return tuple(row)


def _document(
    columns: Iterable[str], rows: Sequence[tuple[str, ...]], problems: list[str], title: str = ""
) -> ParsedDocument:
    told = problems[:_TOLD]
    if len(problems) > _TOLD:
        told.append(f"{len(problems) - _TOLD} more rows are ragged")
    names = tuple(name.strip() or f"column {place}" for place, name in enumerate(columns, start=1))
    if not names:
        raise Unreadable(f"holds no table; {_NO_TABLE}")
    stripped = tuple(tuple(cell.strip() for cell in row) for row in rows)
    return ParsedDocument(title, (ParsedTable(names, stripped, title),), tuple(told))
