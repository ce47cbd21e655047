"""A scene on its canvas: where each node stands, what is written under it, how large the whole is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from motif.graphs.drawing.layout import Points, moved_apart, stress_layout
from motif.graphs.drawing.lettering import cut, width
from motif.graphs.drawing.scene import Scene
from motif.graphs.drawing.style import TYPE_SIZE, Sizes, sizes_for
from motif.graphs.evidence import Node

_MARGIN = 14.0
_LEAST_WIDTH = 300.0
_ROOM = 1.6
_ARROW = 30.0


@dataclass(frozen=True, slots=True)
class Placed:
    """Positions in pixels from the top left of a canvas of ``canvas`` (width, height), captions and kinds by node.

    ``captions`` are the lines under a node: its name, then the unknowns that it stands for.
    """

    scene: Scene
    sizes: Sizes
    points: list[tuple[float, float]]
    captions: list[tuple[str, ...]]
    kinds: list[str]
    legend: dict[str, int]
    canvas: tuple[float, float]


def placed(scene: Scene) -> Placed:
    """``scene`` laid out; equal scenes at equal places."""
    sizes = sizes_for(len(scene.nodes), len(scene.relationships))
    captions = [_caption(node, scene, sizes) for node in scene.nodes]
    boxes = np.array([_box(lines, sizes) for lines in captions]).reshape(-1, 2)
    points, low, high = _spread(scene, sizes, boxes)
    kinds = [kind_of(node) for node in scene.nodes]
    extent = high - low
    sideways = max(_LEAST_WIDTH - extent[0], 0) / 2 + _MARGIN - low[0]
    points = points + np.array([sideways, _MARGIN - low[1]])
    canvas = (max(float(extent[0]), _LEAST_WIDTH) + 2 * _MARGIN, float(extent[1]) + 2 * _MARGIN)
    return Placed(
        scene,
        sizes,
        [(float(x), float(y)) for x, y in points],
        captions,
        kinds,
        dict(sorted(Counter(kinds).items())),
        canvas,
    )


def kind_of(node: Node) -> str:
    """The label that colours a node: its first that is not of a builder's bookkeeping, else its first, else none.

    >>> kind_of(Node("1", "Mann", ("__Entity__", "Person"))), kind_of(Node("2", "Heat"))
    ('Person', '')
    """
    said = [label for label in node.labels if not label.startswith("_")]
    return (said or list(node.labels) or [""])[0]


def _caption(node: Node, scene: Scene, sizes: Sizes) -> tuple[str, ...]:
    name = cut(node.name or node.id, sizes.letters)
    unknowns = scene.unknowns.get(node.id, ())
    return (name, cut(" ".join(f"?{one}" for one in unknowns), sizes.letters)) if unknowns else (name,)


def _box(lines: tuple[str, ...], sizes: Sizes) -> tuple[float, float]:
    """Width and height of a node with its caption and the room around it."""
    across = max([2 * sizes.radius, *(width(line, sizes.font) for line in lines)])
    return across + 8, 2 * sizes.radius + 12 + len(lines) * sizes.font * 1.25


def _spread(scene: Scene, sizes: Sizes, boxes: Points) -> tuple[Points, Points, Points]:
    """Centres of the circles, and the corners of what they take up with their captions."""
    if not len(boxes):
        return np.zeros((0, 2)), np.zeros(2), np.zeros(2)
    below = np.stack([np.zeros(len(boxes)), (boxes[:, 1] - 2 * sizes.radius - 12) / 2], axis=1)
    layout = stress_layout(len(boxes), scene.ends) * sizes.step
    stretch = max(_stretch(layout, boxes), _room_for_types(layout, scene, sizes))
    centres = moved_apart(layout * stretch + below, boxes)
    loops = {source for source, target in scene.ends if source == target}
    above = np.array([[0.0, sizes.radius * 3 if place in loops else 0.0] for place in range(len(boxes))])
    return centres - below, (centres - boxes / 2 - above).min(axis=0), (centres + boxes / 2).max(axis=0)


def _stretch(layout: Points, boxes: Points) -> float:
    """How much larger the layout has to be for its boxes to find room in it; pushing alone would deform it."""
    area = float(np.prod(np.ptp(layout, axis=0) + boxes.mean(axis=0)))
    return max(1.0, float(np.sqrt(_ROOM * np.prod(boxes, axis=1).sum() / area)))


def _room_for_types(layout: Points, scene: Scene, sizes: Sizes) -> float:
    """How much larger the layout has to be for most arrows to hold their types; at most twice, where all are joined."""
    wanted = [
        (width(one.type, TYPE_SIZE) + 2 * sizes.radius + _ARROW) / length
        for one, (source, target) in zip(scene.relationships, scene.ends, strict=True)
        if (length := float(np.linalg.norm(layout[source] - layout[target]))) > 1
    ]
    return min(float(np.quantile(wanted, 0.75)), 2.0) if wanted and sizes.shows_types else 1.0
