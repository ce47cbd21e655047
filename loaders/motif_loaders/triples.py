"""Triples in a text file: head, relation, tail; TSV, CSV, or another separator."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from motif.errors import InvalidSource
from motif_loaders.formats import as_character, as_flag
from motif_loaders.records import Record
from motif_loaders.text_files import malformed, numbered_lines
from motif_loaders.triple_records import records_of_triples

_HEADS = {"head", "subject", "source", "from", "start", "s", "h"}
_RELATIONS = {"relation", "predicate", "type", "relationship", "property", "label", "edge", "p", "r"}
_TAILS = {"tail", "object", "target", "to", "end", "o", "t"}
_SEPARATORS = "\t,;|"
_SAMPLE = 20


def load(
    source: Path,
    *,
    separator: str | None = None,
    header: bool | str | None = None,
    quoted: bool | str | None = None,
    label: str = "Entity",
) -> Iterator[Record]:
    """Records of the triples in file ``source`` (plain or gzipped): one node per name, one type per relation.

    Parameters
    ----------
    separator
        One character; by default the first of tab, comma, semicolon and bar that gives three fields in each
        of the first 20 lines.
    header
        Whether the first line names the columns; by default when it says "head, relation, tail" or synonyms.
    quoted
        Whether ``"`` quotes fields; by default for every separator but the tab.
    label
        The nodes' label; their key is ``name``.

    Raises `InvalidSource`, naming the line: no three fields, an empty field, an open quote.
    """
    triples = _read(
        source, as_character("separator", separator), as_flag("header", header), as_flag("quoted", quoted)
    )
    return records_of_triples(triples, label=label)


def _read(
    path: Path, separator: str | None, header: bool | None, quoted: bool | None
) -> Iterator[tuple[str, str, str]]:
    separator = separator or _detected(path, quoted)
    rows = _rows(path, separator, separator != "\t" if quoted is None else quoted)
    for place, (line, row) in enumerate(rows):
        if len(row) != 3:
            raise malformed(path, line, f"has {len(row)} fields", "three are needed: head, relation, tail")
        if place == 0 and (_is_header(row) if header is None else header):
            continue
        head, relation, tail = (field.strip() for field in row)
        if not (head and relation and tail):
            raise malformed(path, line, "has an empty field", "head, relation and tail must be there")
        yield head, relation, tail


def _rows(path: Path, separator: str, quoted: bool) -> Iterator[tuple[int, list[str]]]:
    """(line number, fields); a quoted field may span lines."""
    if not quoted:
        for number, line in numbered_lines(path):
            yield number, line.split(separator)
        return
    at = 0

    def lines() -> Iterator[str]:
        nonlocal at
        for number, line in numbered_lines(path):
            at = number
            yield f"{line}\n"

    try:
        for row in csv.reader(lines(), delimiter=separator, strict=True):
            yield at, row
    except csv.Error as error:
        raise malformed(
            path, at, f"cannot be read ({error})", 'close the quotes, and write " inside them twice'
        ) from error


def _detected(path: Path, quoted: bool | None) -> str:
    """The first separator that gives three fields in each line of a sample, else in its first line: whichever line has
    others, or cannot be read, is then named."""
    samples = {separator: _sample(path, separator, quoted) for separator in _SEPARATORS}
    for separator, (rows, is_whole) in samples.items():
        if rows and is_whole and all(len(row) == 3 for row in rows):
            return separator
    for separator, (rows, _) in samples.items():
        if rows and len(rows[0]) == 3:
            return separator
    for number, line in numbered_lines(path):
        raise malformed(
            path,
            number,
            f"reads {line[:80]!r}",
            "three fields are needed, between tabs, commas, semicolons or bars",
        )
    raise InvalidSource(f"{path} is empty; one triple a line is needed: head, relation, tail.")


def _sample(path: Path, separator: str, quoted: bool | None) -> tuple[list[list[str]], bool]:
    """The fields of the first lines, and whether all of these can be read."""
    rows: list[list[str]] = []
    try:
        for _, row in islice(_rows(path, separator, separator != "\t" and quoted is not False), _SAMPLE):
            rows.append(row)
    except InvalidSource:
        return rows, False
    return rows, True


def _is_header(row: list[str]) -> bool:
    names = [field.strip().lower() for field in row]
    return names[0] in _HEADS and names[1] in _RELATIONS and names[2] in _TAILS
