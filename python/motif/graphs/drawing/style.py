"""Sizes and colours of a picture, by how much there is to draw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

PALETTE = (
    "#4c8eda", "#e8833a", "#3fa34d", "#b05fd3", "#d6604d",
    "#2aa198", "#c2569a", "#8d7b2f", "#6c7fd8", "#7a8b99",
)  # fmt: skip
"""Fills of nodes by label, in the order of labels; mid-tones, told apart on white and on black."""

ANSWER = "#f2b01e"
"""The ring around an answer."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours that depend on the background."""

    background: str
    ink: str
    line: str
    faint: str


SMALL = 11.0
"""Font size of the legend and the notes."""

TYPE_SIZE = 10.0
"""Font size of the types of relationships."""

LIGHT = Theme("#ffffff", "#1f2933", "#8a97a5", "#55626f")
DARK = Theme("#171b21", "#e8edf2", "#7b8794", "#a9b4bf")


@dataclass(frozen=True, slots=True)
class Sizes:
    """Lengths in pixels: radius of a node, font size, letters of a name, length of a relationship."""

    radius: float
    font: float
    letters: int
    step: float
    shows_types: bool


def sizes_for(n_nodes: int, n_relationships: int) -> Sizes:
    """Large where there are few nodes, small where there are many; types are written while they can be read."""
    shows_types = n_relationships <= 40
    if n_nodes <= 12:
        return Sizes(20, 13, 26, 150, shows_types)
    if n_nodes <= 40:
        return Sizes(13, 11, 20, 115, shows_types)
    if n_nodes <= 100:
        return Sizes(9, 10, 16, 80, shows_types)
    return Sizes(7, 9, 12, 62, shows_types)


def colours(kinds: Iterable[str]) -> dict[str, str]:
    """A colour for each label, the same whatever the order they come in; they repeat after ten.

    >>> colours(["Person", "Film", "Person"])
    {'Film': '#4c8eda', 'Person': '#e8833a'}
    """
    return {kind: PALETTE[place % len(PALETTE)] for place, kind in enumerate(sorted(set(kinds)))}
