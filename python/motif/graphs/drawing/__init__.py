"""Pictures of evidence for notebooks and pages: SVG of our own, without a script and without the network."""

from motif.graphs.drawing.drawing import Drawing, draw
from motif.graphs.drawing.interactive import InteractiveDrawing, draw_interactively
from motif.graphs.drawing.page import piece_page, results_page

__all__ = ["Drawing", "InteractiveDrawing", "draw", "draw_interactively", "piece_page", "results_page"]
