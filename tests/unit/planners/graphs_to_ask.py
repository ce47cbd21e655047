"""Small graphs for planners, with an encoder that needs no files."""

from __future__ import annotations

from fakes import HashEncoder
from motif.catalog.triples import from_triples
from motif.planners.protocol import Mention
from motif.retrievers.view import View
from toygraphs import FILMS


def films_view() -> View:
    """Four films, without labels."""
    return View(from_triples(FILMS), HashEncoder)


def mention_of(view: View, question: str, name: str) -> Mention:
    """Where ``question`` names ``name``."""
    start = question.index(name)
    return Mention(start, start + len(name), name, view.names.equal(name), 1.0, "exact")
