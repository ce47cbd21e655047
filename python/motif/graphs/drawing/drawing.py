"""A picture to display in a notebook or to save."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from motif.errors import InvalidInput
from motif.graphs.drawing.placing import placed
from motif.graphs.drawing.scene import scene_of
from motif.graphs.drawing.style import DARK, LIGHT
from motif.graphs.drawing.svg import written
from motif.graphs.evidence import Evidence

THEMES = ("auto", "light", "dark")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn piece of evidence: ``svg`` is one element; a notebook displays it, `save` writes it."""

    svg: str = field(repr=False)
    n_nodes: int
    n_relationships: int

    def _repr_html_(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the picture and return where: ``.svg`` the picture alone, ``.html`` a page that holds it.

        Raises `InvalidInput` for another ending.
        """
        path = Path(path)
        if path.suffix.lower() not in (".svg", ".html"):
            raise InvalidInput(
                f"A drawing is written as .svg or .html, not as '{path.name}'.",
                hint=f"drawing.save('{path.stem or 'drawing'}.svg')",
            )
        page = f"<!doctype html>\n<meta charset='utf-8'>\n<title>Evidence</title>\n{self.svg}\n"
        path.write_text(self.svg + "\n" if path.suffix.lower() == ".svg" else page, encoding="utf-8")
        return path


def draw(piece: Evidence, *, theme: str = "auto") -> Drawing:
    """A picture of ``piece``: nodes coloured by label, arrows with their types, answers ringed.

    Parameters
    ----------
    piece
        At most 200 of its nodes are drawn, its answers first; the picture says how many are not.
    theme
        "light", "dark", or "auto": as the notebook or the reader's system is.

    Raises `InvalidInput` for another theme.

    >>> from motif.graphs.evidence import Node, Relationship
    >>> mann, heat = Node("1", "Michael Mann", ("Person",)), Node("2", "Heat", ("Film",))
    >>> draw(Evidence(1.0, (mann, heat), (Relationship("7", "1", "DIRECTED", "2"),), answers=(heat,)))
    Drawing(n_nodes=2, n_relationships=1)
    """
    if theme not in THEMES:
        raise InvalidInput(f"There is no theme '{theme}'.", hint=f"One of: {', '.join(THEMES)}.")
    scene = scene_of(piece)
    svg = written(placed(scene), DARK if theme == "dark" else LIGHT, theme == "auto")
    return Drawing(svg, len(scene.nodes), len(scene.relationships))
