"""The word tables of a language, as data: ``lexicon/<language>/*.yml``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import yaml

LANGUAGE = "en"

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl")
"""Of which the words that bind others are known."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The one in C, where PyYAML has it, reads the same ten times as fast."""


@cache
def table(name: str, language: str = LANGUAGE) -> dict[str, Any]:
    """A table by its file's name.

    >>> table("numbers")["cardinals"]["seven"]
    7
    """
    text = files(__package__).joinpath(f"lexicon/{language}/{name}.yml").read_text(encoding="utf-8")
    read: dict[str, Any] = yaml.load(text, Loader=_LOADER)
    return read


@cache
def words(name: str, part: str, language: str = LANGUAGE) -> frozenset[str]:
    """The words of a list in a table.

    >>> "the" in words("words", "plain")
    True
    """
    return frozenset(table(name, language)[part])
