"""Text files, plain or gzipped, line by line; what is wrong with one is said with its path and line."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from motif.errors import InvalidSource
from motif.settings import load_settings


def find_file(folder: Path, *names: str) -> Path:
    """The first of ``names``, each plain or with ``.gz``, that lies in ``folder``.

    Raises `InvalidSource` when there is none.
    """
    for name in names:
        for path in (folder / name, folder / f"{name}.gz"):
            if path.is_file():
                return path
    raise InvalidSource(
        f"The folder {folder} has none of {', '.join(names)} (plain or with .gz).",
        hint="Give the folder of the data set, or set MOTIF_DATA to its parent.",
    )


def data_folder(source: Path | None, name: str) -> Path:
    """The folder of data set ``name``: ``source`` itself, or ``name`` inside it or inside ``MOTIF_DATA``.

    A ``source`` that is only the data set's name is a folder if there is one, else ``MOTIF_DATA`` is looked
    in.

    Raises `InvalidSource` when there is no such folder.
    """
    absent = source is None or (source == Path(name) and not source.is_dir())
    parent = load_settings().data if absent else source
    if parent is None:
        raise InvalidSource(
            f"No folder was given for '{name}'.", hint="Give one, or set MOTIF_DATA to its parent."
        )
    inner = parent / name
    if inner.is_dir():
        return inner
    if not parent.is_dir():
        raise InvalidSource(f"There is no folder {parent}.", hint=f"Give the folder that holds '{name}'.")
    return parent


def open_text(path: Path) -> TextIO:
    """``path`` opened for reading as UTF-8 (a byte order mark is skipped), line ends untouched."""
    try:
        if path.suffix == ".gz":
            return gzip.open(path, "rt", encoding="utf-8-sig", newline="\n")
        return path.open(encoding="utf-8-sig", newline="\n")
    except OSError as error:
        raise InvalidSource(f"{path} cannot be read: {error.strerror or error}.") from error


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """(number from 1, line without its end) for each line of ``path`` that is not empty.

    Lines end at ``\\n`` only: names may hold U+2028 and their like. A ``\\r`` before it is dropped.

    Raises `InvalidSource`, naming the line, for what is not UTF-8 and for a damaged gzip file.
    """
    number = 0
    with open_text(path) as lines:
        try:
            for number, line in enumerate(lines, start=1):
                text = line.rstrip("\n").removesuffix("\r")
                if text:
                    yield number, text
        except UnicodeDecodeError as error:
            raise malformed(
                path, number + 1, f"is not UTF-8 ({error.reason})", "save the file as UTF-8"
            ) from error
        except (OSError, EOFError) as error:
            raise malformed(path, number + 1, f"cannot be read ({error})", "fetch the file again") from error


def fields(
    path: Path, count: int, separator: str = "\t", *, names: str = ""
) -> Iterator[tuple[int, list[str]]]:
    """(line number, ``count`` fields) for each line of ``path``; no quoting.

    Raises `InvalidSource` for a line of another number of fields; ``names`` says what they are.
    """
    for number, line in numbered_lines(path):
        parts = line.split(separator)
        if len(parts) != count:
            raise malformed(
                path, number, f"has {len(parts)} fields", f"{count} are needed: {names or 'as in the rest'}"
            )
        yield number, parts


def malformed(path: Path, line: int, given: str, needed: str) -> InvalidSource:
    """The error for a line of a file: what stands there and what is needed.

    >>> malformed(Path("kb.tsv"), 7, "has 2 fields", "3 are needed: head, relation, tail").message
    'kb.tsv, line 7 has 2 fields; 3 are needed: head, relation, tail.'
    """
    return InvalidSource(f"{path}, line {line} {given}; {needed}.")
