"""A picture to drag and zoom, by pyvis (BSD) and the vis-network (Apache-2.0 or MIT) inside it; no network is used."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput, MissingDependency
from motif.graphs.drawing.lettering import cut
from motif.graphs.drawing.placing import kind_of, placed
from motif.graphs.drawing.scene import scene_of
from motif.graphs.drawing.style import ANSWER, LIGHT, colours
from motif.graphs.evidence import Evidence

_HEIGHT = 520
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
"""pyvis's page asks a public server for a style sheet; the browser is told to fetch nothing."""

_OPTIONS = {
    "physics": {"enabled": False},
    "interaction": {"hover": True, "navigationButtons": False},
    "nodes": {"shape": "dot", "font": {"size": 13, "face": "sans-serif"}},
    "edges": {"arrows": "to", "font": {"size": 10, "align": "middle"}, "smooth": {"type": "dynamic"}},
}


@dataclass(frozen=True, slots=True)
class InteractiveDrawing:
    """A page with a picture whose nodes can be dragged; a notebook shows it in a frame, `save` writes it."""

    page: str = field(repr=False)
    n_nodes: int
    n_relationships: int

    def _repr_html_(self) -> str:
        return (
            f'<iframe sandbox="allow-scripts" style="width:100%;height:{_HEIGHT + 60}px;border:0" '
            f'srcdoc="{escape(self.page, quote=True)}"></iframe>'
        )

    def save(self, path: str | Path) -> Path:
        """Write the page as ``.html`` and return where; raises `InvalidInput` for another ending."""
        path = Path(path)
        if path.suffix.lower() != ".html":
            raise InvalidInput(
                f"An interactive drawing is written as .html, not as '{path.name}'.",
                hint="For a picture: evidence.show().save('drawing.svg')",
            )
        path.write_text(self.page, encoding="utf-8")
        return path


def draw_interactively(piece: Evidence) -> InteractiveDrawing:
    """``piece`` as a picture to drag and zoom, nodes where `draw` puts them.

    Raises `MissingDependency` where pyvis is not installed.
    """
    network = _network_class()(
        directed=True,
        notebook=False,
        cdn_resources="in_line",
        height=f"{_HEIGHT}px",
        bgcolor=LIGHT.background,
    )
    laid = placed(scene_of(piece))
    scene, fills = laid.scene, colours(laid.kinds)
    for node, (x, y), caption in zip(scene.nodes, laid.points, laid.captions, strict=True):
        answers = node.id in scene.answers
        ring = {"border": ANSWER if answers else fills[kind_of(node)], "background": fills[kind_of(node)]}
        network.add_node(
            node.id,
            label="\n".join(caption),
            x=x,
            y=y,
            size=laid.sizes.radius,
            color=ring,
            borderWidth=4 if answers else 1,
        )
    for one in scene.relationships:
        colour = ANSWER if one.id in scene.answers else LIGHT.line
        network.add_edge(one.source, one.target, label=cut(one.type, 30), color=colour)
    network.set_options(json.dumps(_OPTIONS))
    policy = f'<head><meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    page = network.generate_html(notebook=False).replace("<head>", policy, 1)
    return InteractiveDrawing(page, len(scene.nodes), len(scene.relationships))


def _network_class() -> Any:
    try:
        from pyvis.network import Network
    except ImportError as error:
        raise MissingDependency(
            "An interactive drawing needs pyvis.",
            hint='pip install "motif-graphrag[notebook]", or show() without it',
        ) from error
    return Network
