"""Tables in CSV: columns by name, rows with their line; headers plain or of Neo4j's importer."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from motif.errors import InvalidSource
from motif_loaders.property_types import CONVERTERS
from motif_loaders.text_files import malformed, open_text

_IMPORTER = re.compile(r"(?P<name>[^:]*):(?P<kind>[A-Za-z_]+(?:\[\])?)(?:\((?P<space>[^)]*)\))?(?:\{.*\})?")
_SEPARATORS = ",\t;|"

ID, LABEL, START, END, TYPE, IGNORE = ":ID", ":LABEL", ":START_ID", ":END_ID", ":TYPE", ":IGNORE"

_SYNONYMS = {
    "id": ID,
    "label": LABEL,
    "labels": LABEL,
    "source": START,
    "from": START,
    "start": START,
    "source_id": START,
    "target": END,
    "to": END,
    "end": END,
    "target_id": END,
    "type": TYPE,
    "relation": TYPE,
    "relationship": TYPE,
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: the property it gives, its role (`ID` …) if it has one, its type (None: to be inferred)."""

    name: str
    role: str | None = None
    kind: str | None = None
    space: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A CSV file whose header has been read."""

    path: Path
    separator: str
    columns: tuple[Column, ...]

    def role(self, role: str) -> int | None:
        """The place of the column with ``role``; None when there is none."""
        return next((place for place, column in enumerate(self.columns) if column.role == role), None)

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """(line number of its end, fields) for each row that is not empty.

        Raises `InvalidSource`, naming the line, for a row of another length and for an open quote.
        """
        rows = _rows(self.path, self.separator)
        next(rows, None)
        for line, row in rows:
            if len(row) != len(self.columns):
                needed = f"{len(self.columns)} are needed, as in the header"
                raise malformed(self.path, line, f"has {len(row)} fields", needed)
            yield line, row


def read_table(path: Path, separator: str | None = None, *, ends: bool) -> Table:
    """The table at ``path``, its separator detected from the header unless it is given.

    ``ends`` says that plain names of ends and types (``source``, ``to``, ``type``) are roles, else ``id`` and
    ``label`` are.

    Raises `InvalidSource` for an empty file, a name twice, and a type that Neo4j's importer does not know.
    """
    with open_text(path) as lines:
        first = lines.readline()
    if not first.strip():
        raise InvalidSource(f"{path} is empty; a header is needed in its first line.")
    separator = separator or max(_SEPARATORS, key=first.count)
    _, header = next(_rows(path, separator))
    plain = not any(_IMPORTER.fullmatch(name.strip()) for name in header)
    columns = tuple(_plain_column(name, ends) if plain else _column(path, name) for name in header)
    named = [column.name for column in columns if column.name and column.role not in (TYPE, LABEL, IGNORE)]
    if twice := sorted({name for name in named if named.count(name) > 1}):
        raise malformed(path, 1, f"names the column '{twice[0]}' twice", "each name is needed once")
    return Table(path, separator, columns)


def is_importer_header(path: Path, role: str) -> bool:
    """Whether the first line of ``path`` has a column of ``role`` as Neo4j's importer writes it."""
    with open_text(path) as lines:
        return role in lines.readline().upper()


def _plain_column(name: str, ends: bool) -> Column:
    name = name.strip()
    role = _SYNONYMS.get(name.lower())
    return Column(name, role if role is not None and (role in (START, END, TYPE)) == ends else None)


def _column(path: Path, text: str) -> Column:
    found = _IMPORTER.fullmatch(text.strip())
    if found is None:
        return Column(text.strip(), None, "string")
    kind, role = found["kind"], f":{found['kind'].upper()}"
    if role in (ID, LABEL, START, END, TYPE, IGNORE):
        return Column(found["name"], role, None, found["space"] or "")
    if kind.lower().removesuffix("[]") not in CONVERTERS:
        known = ", ".join(CONVERTERS)
        raise malformed(
            path, 1, f"has the type '{kind}' in its column '{text.strip()}'", f"known are {known}"
        )
    return Column(found["name"], None, kind.lower())


def _rows(path: Path, separator: str) -> Iterator[tuple[int, list[str]]]:
    with open_text(path) as lines:
        reader = csv.reader(lines, delimiter=separator, strict=True)
        try:
            for row in reader:
                if any(row):
                    yield reader.line_num, row
        except csv.Error as error:
            needed = 'close the quotes, and write " inside them twice'
            raise malformed(path, reader.line_num, f"cannot be read ({error})", needed) from error
        except UnicodeDecodeError as error:
            given = f"is not UTF-8 ({error.reason})"
            raise malformed(path, reader.line_num + 1, given, "save the file as UTF-8") from error
