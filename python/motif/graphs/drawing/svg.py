"""A placed scene written as SVG: no script, no address, no ids, every name escaped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from motif.graphs.drawing.curves import arrow, bows, loop
from motif.graphs.drawing.lettering import columns, cut, escaped, width
from motif.graphs.drawing.placing import Placed
from motif.graphs.drawing.style import ANSWER, DARK, LIGHT, SMALL, TYPE_SIZE, Theme, colours
from motif.graphs.evidence import Node, Relationship

_FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
_LINE = 18.0


def written(placed: Placed, theme: Theme, follows: bool) -> str:
    """The picture as one ``<svg>`` element.

    Parameters
    ----------
    placed
        What to draw, and where.
    theme
        Its colours where nothing says otherwise.
    follows
        Turn dark or light with the notebook or page that the picture is shown in.
    """
    across, drawn = placed.canvas
    legend, notes = _legend_places(placed.legend, across), _notes(placed, across)
    top = (legend[-1][0] + 1) * _LINE if legend else 0.0
    high = top + drawn + len(notes) * _LINE
    kind = "motif-drawing motif-follows" if follows else "motif-drawing"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" width="{across:.0f}" height="{high:.0f}" '
        f'viewBox="0 0 {across:.0f} {high:.0f}" font-family="{escaped(_FONT)}" role="img" '
        f'aria-label="{escaped(_spoken(placed))}" style="max-width:100%;height:auto">',
        f"<style>{_following()}</style>" if follows else "",
        f'<rect class="motif-back" width="100%" height="100%" rx="6" fill="{theme.background}"/>',
        f'<g transform="translate(0 {top:.0f})">',
        *_relationships(placed, theme),
        *_nodes(placed, theme),
        "</g>",
        *_legend(placed, across, theme),
        *(_text(note, 14, top + drawn + row * _LINE + 6, SMALL, theme) for row, note in enumerate(notes)),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


def _relationships(placed: Placed, theme: Theme) -> Iterator[str]:
    radius, typed = placed.sizes.radius, []
    scene = placed.scene
    for one, (source, target), bow in zip(scene.relationships, scene.ends, bows(scene.ends), strict=True):
        start, end = placed.points[source], placed.points[target]
        way = loop(start, radius, bow) if source == target else arrow(start, end, radius, bow)
        answers = one.id in scene.answers
        colour, stroke = (ANSWER, 3) if answers else (theme.line, 1.4)
        line, tip = ("", "") if answers else (' class="motif-line"', ' class="motif-tip"')
        yield (
            f"<g><title>{escaped(_told(one, scene.nodes[source], scene.nodes[target]))}</title>"
            f'<path{line} d="{way.path}" fill="none" stroke="{colour}" stroke-width="{stroke}"/>'
            f'<path{tip} d="{way.head}" fill="{colour}"/></g>'
        )
        letters = columns(one.type)
        room = int(way.room * letters / (width(one.type, TYPE_SIZE) or 1.0))
        if placed.sizes.shows_types and room >= min(letters, 5):
            x, y = way.middle
            turned = f' transform="rotate({way.turn:.1f} {x:.1f} {y:.1f})" dy="0.32em"'
            typed.append(_text(cut(one.type, room), x, y, TYPE_SIZE, theme, "middle", turned))
    yield from typed


def _nodes(placed: Placed, theme: Theme) -> Iterator[str]:
    fills, size = colours(placed.kinds), placed.sizes
    captions = []
    for place, node in enumerate(placed.scene.nodes):
        x, y = placed.points[place]
        answers = node.id in placed.scene.answers
        ring = f' stroke="{ANSWER}" stroke-width="{max(size.radius / 4, 3):.1f}"' if answers else ""
        yield (
            f'<g class="motif-node"><title>{escaped(_named(node, placed))}</title>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size.radius:g}" fill="{fills[placed.kinds[place]]}"{ring}/></g>'
        )
        for row, line in enumerate(placed.captions[place]):
            below = y + size.radius + (row + 1) * size.font * 1.2 + (2 if answers else 0)
            style = ' font-weight="700"' if answers and row == 0 else ' font-style="italic"' if row else ""
            captions.append(_text(line, x, below, size.font, theme, "middle", style))
    yield from captions


def _legend(placed: Placed, across: float, theme: Theme) -> Iterator[str]:
    fills = colours(placed.kinds)
    for row, x, kind in _legend_places(placed.legend, across):
        y = 16 + row * _LINE
        yield f'<circle cx="{x:.1f}" cy="{y - 4:.1f}" r="5" fill="{fills[kind]}"/>'
        yield _text(_legend_text(kind, placed.legend[kind]), x + 10, y, SMALL, theme)


def _legend_places(kinds: dict[str, int], across: float) -> list[tuple[int, float, str]]:
    """(line, x, kind) of each entry, from left to right, line by line; none where no node has a label."""
    places: list[tuple[int, float, str]] = []
    row, x = 0, 19.0
    for kind, count in kinds.items() if set(kinds) != {""} else ():
        taken = 10 + width(_legend_text(kind, count), SMALL) + 18
        if x > 19.0 and x + taken > across:
            row, x = row + 1, 19.0
        places.append((row, x, kind))
        x += taken
    return places


def _legend_text(kind: str, count: int) -> str:
    return f"{cut(kind, 24) or 'no label'} ({count})"


def _notes(placed: Placed, across: float) -> list[str]:
    """What the picture does not show, one line each under it."""
    scene, notes = placed.scene, []
    letters = int((across - 28) / (SMALL * 0.56))
    if scene.values:
        notes.append(f"Answer: {', '.join(str(value) for value in scene.values)}")
    if not placed.sizes.shows_types:
        counted = Counter(one.type for one in scene.relationships).most_common()
        notes.append("Relationships: " + ", ".join(f"{kind} ({count})" for kind, count in counted))
    if scene.left_out:
        notes.append(f"{scene.left_out} more nodes are not drawn.")
    if not scene.nodes and not scene.values:
        notes.append("No nodes to draw.")
    return [cut(note, letters) for note in notes]


def _text(
    text: str, x: float, y: float, size: float, theme: Theme, anchor: str = "start", more: str = ""
) -> str:
    """A line of text with a rim in the background's colour, so that it can be read over lines."""
    return (
        f'<text class="motif-ink" x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" '
        f'unicode-bidi="plaintext" fill="{theme.ink}" stroke="{theme.background}" stroke-width="3" '
        f'stroke-linejoin="round" paint-order="stroke"{more}>{escaped(text)}</text>'
    )


def _told(one: Relationship, source: Node, target: Node) -> str:
    return f"{source.name or source.id} | {one.type} | {target.name or target.id}"


def _named(node: Node, placed: Placed) -> str:
    labels = "".join(f" :{label}" for label in node.labels)
    unknowns = "".join(f", ?{name}" for name in placed.scene.unknowns.get(node.id, ()))
    return f"{node.name or node.id}{labels}{unknowns}{', answer' if node.id in placed.scene.answers else ''}"


def _spoken(placed: Placed) -> str:
    counts = (len(placed.scene.nodes), "node"), (len(placed.scene.relationships), "relationship")
    return ", ".join(f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in counts)


def _following() -> str:
    """Rules that turn a picture dark in a dark page or notebook (JupyterLab, VS Code), light in a light notebook."""
    dark = "body[data-jp-theme-light='false'] ", "body.vscode-dark "
    light = "body[data-jp-theme-light='true'] ", "body.vscode-light "
    notebooks = "".join(_rules(where, DARK) for where in dark) + "".join(
        _rules(where, LIGHT) for where in light
    )
    return f"@media (prefers-color-scheme: dark) {{{_rules('', DARK)}}}{notebooks}"


def _rules(where: str, theme: Theme) -> str:
    inside = f"{where}.motif-follows "
    return (
        f"{inside}.motif-back{{fill:{theme.background}}}{inside}.motif-line{{stroke:{theme.line}}}"
        f"{inside}.motif-tip{{fill:{theme.line}}}"
        f"{inside}.motif-ink{{fill:{theme.ink};stroke:{theme.background}}}"
    )
