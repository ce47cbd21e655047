"""What language models are told when they read a user's documents."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def prompt(name: str) -> str:
    """The text of ``name``.txt in this folder."""
    return files(__package__).joinpath(f"{name}.txt").read_text(encoding="utf-8").strip()
