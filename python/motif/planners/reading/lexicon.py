"""The word tables of a language, as data: ``lexicon/<language>/*.yml``."""

from __future__ import annotations

import contextlib
import hashlib
import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from motif.durable import write_durably
from motif.errors import MotifError
from motif.settings import load_settings

LANGUAGE = "en"

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl")
"""Of which the words that bind others are known."""


@cache
def table(name: str, language: str = LANGUAGE) -> dict[str, Any]:
    """A table by its file's name.

    >>> table("numbers")["cardinals"]["seven"]
    7
    """
    data = files(__package__).joinpath(f"lexicon/{language}/{name}.yml").read_bytes()
    folder = _folder()
    kept = None if folder is None else folder / f"{hashlib.sha256(data).hexdigest()}.json"
    return _kept(kept) or _read(data, kept)


def _kept(path: Path | None) -> dict[str, Any] | None:
    """A table as it was kept; None where it was not, or is damaged."""
    if path is not None:
        with contextlib.suppress(OSError, ValueError):
            found = json.loads(path.read_bytes())
            return found if isinstance(found, dict) else None
    return None


def _read(data: bytes, kept: Path | None) -> dict[str, Any]:
    """A table as it is written; kept as JSON where that says the same."""
    import yaml  # its import and what it reads take longer than a question

    # The loader in C, where PyYAML has it, reads the same ten times as fast.
    read: dict[str, Any] = yaml.load(data, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    text = json.dumps(read, ensure_ascii=False, default=str)
    if kept is not None and json.loads(text) == read:
        with contextlib.suppress(MotifError):
            write_durably(kept, text)
    return read


@cache
def _folder() -> Path | None:
    """Where tables are kept by what they are read from; None where settings cannot be read."""
    try:
        return load_settings().cache / "tables"
    except MotifError:  # told by who connects
        return None


@cache
def words(name: str, part: str, language: str = LANGUAGE) -> frozenset[str]:
    """The words of a list in a table.

    >>> "the" in words("words", "plain")
    True
    """
    return frozenset(table(name, language)[part])
