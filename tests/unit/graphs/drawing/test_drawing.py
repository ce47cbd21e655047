"""Pictures of evidence: what is drawn, where, safe whatever the names, the same every time."""

from __future__ import annotations

import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.errors import InvalidInput
from motif.graphs.drawing import draw
from motif.graphs.evidence import Evidence, Node, Relationship, Results

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "<script>alert(1)</script>",
    '"/><image href="x" onerror="alert(1)"/>',
    "]]>&amp;<!--",
    "\x00\x0b\ud800\uffff",
    "\u202eevil",
    "",
    "محمد بن عبد الله",
    "東京都千代田区丸の内一丁目" * 4,
)


def star(n_rays: int) -> Evidence:
    hub = Node("hub", "Tom Hanks", ("Person",))
    films = tuple(Node(f"f{ray}", f"A film with number {ray}", ("Movie",)) for ray in range(n_rays))
    rays = tuple(Relationship(f"r{ray}", "hub", "ACTED_IN", f"f{ray}") for ray in range(n_rays))
    return Evidence(1.0, (hub, *films), rays, answers=films[:1], bindings={"film": films[0]}, method="match")


def crowd(n_nodes: int) -> Evidence:
    draw_lots = random.Random(n_nodes)
    nodes = tuple(Node(f"n{row}", f"Member {row}", ("Person",)) for row in range(n_nodes))
    ends = [(draw_lots.randrange(row), row) for row in range(1, n_nodes) for _ in range(2)]
    knows = (Relationship(f"r{nth}", f"n{a}", "KNOWS", f"n{b}") for nth, (a, b) in enumerate(ends))
    return Evidence(1.0, nodes, tuple(knows))


def parsed(piece: Evidence) -> ElementTree.Element:
    return ElementTree.fromstring(draw(piece).svg)


def shown_texts(root: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def circles(root: ElementTree.Element) -> list[tuple[float, float, float]]:
    group = root.find(f"{SVG}g")
    assert group is not None
    top = float(group.attrib["transform"].split()[-1].rstrip(")"))
    found = group.iter(f"{SVG}circle")
    return [(float(one.attrib["cx"]), float(one.attrib["cy"]) + top, float(one.attrib["r"])) for one in found]


def test_what_is_drawn() -> None:
    root = parsed(star(3))
    texts = shown_texts(root)
    assert texts.count("ACTED_IN") == 3
    assert {"Tom Hanks", "A film with number 0", "?film", "Movie (3)", "Person (1)"} <= set(texts)
    ringed = [one for one in root.iter(f"{SVG}circle") if "stroke" in one.attrib]
    assert len(ringed) == 1
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert "A film with number 0 :Movie, ?film, answer" in titles
    assert "Tom Hanks | ACTED_IN | A film with number 2" in titles
    assert root.attrib["aria-label"] == "4 nodes, 3 relationships"


def test_labels_have_their_own_colours() -> None:
    fills = [one.attrib["fill"] for one in parsed(star(3)).findall(f"{SVG}g/{SVG}g/{SVG}circle")]
    assert fills[0] not in fills[1:] and len(set(fills)) == 2


@pytest.mark.parametrize("n_nodes", [1, 2, 30, 60, 200])
def test_nodes_are_on_the_canvas_and_apart(n_nodes: int) -> None:
    root = parsed(crowd(n_nodes))
    placed = circles(root)
    assert len(placed) == n_nodes
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for x, y, radius in placed:
        assert radius <= x <= width - radius and radius <= y <= height - radius
    for place, (x, y, radius) in enumerate(placed):
        for other_x, other_y, _ in placed[:place]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 >= (2 * radius) ** 2 - 1


def test_names_around_a_star_do_not_overlap() -> None:
    captions = [
        (float(text.attrib["x"]), float(text.attrib["y"]), len(text.text or "") * 13 * 0.5)
        for text in parsed(star(10)).findall(f"{SVG}g/{SVG}text")
        if (text.text or "").startswith(("A film", "Tom"))
    ]
    assert len(captions) == 11
    for place, (x, y, across) in enumerate(captions):
        for other_x, other_y, other_across in captions[:place]:
            assert abs(x - other_x) >= (across + other_across) / 2 or abs(y - other_y) >= 13


def test_hostile_names_are_text() -> None:
    nodes = tuple(Node(f"id{row}", name, (name,)) for row, name in enumerate(HOSTILE))
    relationships = tuple(
        Relationship(f"r{row}", "id0", name, f"id{row}") for row, name in enumerate(HOSTILE)
    )
    piece = Evidence(1.0, nodes, relationships, answers=(nodes[0], HOSTILE[1]), text="\n".join(HOSTILE))
    root = parsed(piece)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "style", "rect", "g", "title", "path", "circle", "text",
    }  # fmt: skip
    assert not [
        name for element in root.iter() for name in element.attrib if name.startswith("on") or "href" in name
    ]
    page = Results([piece])._repr_html_()
    assert "<script" not in page and "<image" not in page and "&lt;script&gt;" in page
    assert "\u202e" not in page
    assert all(len(text) <= 40 for text in shown_texts(root) if text.startswith("東"))


@given(st.lists(st.text(max_size=30), min_size=1, max_size=6))
def test_any_names_give_xml(names: list[str]) -> None:
    nodes = tuple(Node(str(row), name, (name,)) for row, name in enumerate(names))
    loops = tuple(Relationship(str(row), str(row), name, "0") for row, name in enumerate(names))
    assert len(circles(parsed(Evidence(0.0, nodes, loops)))) == len(names)


def test_the_same_every_time() -> None:
    assert draw(crowd(40)).svg == draw(crowd(40)).svg


def test_no_address_and_no_script() -> None:
    svg = draw(star(5)).svg.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "http" not in svg and "script" not in svg and "url(" not in svg


def test_parallel_relationships_and_loops_have_ways_of_their_own() -> None:
    nodes = Node("a", "A"), Node("b", "B")
    ends = [("a", "b"), ("a", "b"), ("b", "a"), ("a", "a"), ("a", "a")]
    between = tuple(Relationship(str(nth), source, "T", target) for nth, (source, target) in enumerate(ends))
    root = parsed(Evidence(1.0, nodes, between))
    ways = [path.attrib["d"] for path in root.iter(f"{SVG}path") if path.attrib.get("fill") == "none"]
    assert len(set(ways)) == 5


def test_an_arrow_points_at_its_target() -> None:
    root = parsed(star(1))
    head = next(path.attrib["d"] for path in root.iter(f"{SVG}path") if path.attrib.get("fill") != "none")
    tip = [float(number) for number in re.findall(r"[\d.]+", head)[:2]]
    hub, film = root.findall(f"{SVG}g/{SVG}g/{SVG}circle")
    near, far = (
        (tip[0] - float(one.attrib["cx"])) ** 2 + (tip[1] - float(one.attrib["cy"])) ** 2
        for one in (film, hub)
    )
    assert near < far


def test_many_types_are_counted_below() -> None:
    texts = shown_texts(parsed(crowd(60)))
    assert "KNOWS" not in texts and "Relationships: KNOWS (118)" in texts


def test_more_than_two_hundred_nodes_keep_their_answers() -> None:
    piece = crowd(230)
    last = piece.nodes[-1]
    root = parsed(Evidence(1.0, piece.nodes, piece.relationships, answers=(last,)))
    texts = shown_texts(root)
    assert "30 more nodes are not drawn." in texts and last.name in texts
    assert len(circles(root)) == 200


def test_values_and_ends_that_are_not_among_the_nodes() -> None:
    piece = Evidence(
        1.0, (Node("1", "Heat"),), (Relationship("7", "1", "MADE_BY", "9"),), answers=(1995, Node("5", "X"))
    )
    texts = shown_texts(parsed(piece))
    assert {"Heat", "9", "X", "Answer: 1995"} <= set(texts)
    assert "No nodes to draw." in shown_texts(parsed(Evidence(0.0, (), ())))


def test_themes() -> None:
    light, dark, auto = (star(2).show(theme=theme).svg for theme in ("light", "dark", "auto"))
    assert "<style>" not in light and "<style>" not in dark and "prefers-color-scheme: dark" in auto
    assert "#ffffff" in light and "#ffffff" not in dark
    with pytest.raises(InvalidInput, match=r"There is no theme 'blue'\. One of: auto, light, dark\."):
        star(2).show(theme="blue")


def test_saving(tmp_path: Path) -> None:
    drawing = draw(star(2))
    assert ElementTree.parse(drawing.save(tmp_path / "star.svg")).getroot().tag == f"{SVG}svg"
    page = drawing.save(str(tmp_path / "star.html")).read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and drawing.svg in page
    with pytest.raises(InvalidInput, match=re.escape("not as 'star.png'. drawing.save('star.svg')")):
        drawing.save(tmp_path / "star.png")


def test_results_show_the_first_pieces() -> None:
    page = Results([star(2)] * 5, complete=False)._repr_html_()
    assert page.count("<svg") == 3 and "2 more pieces of evidence. The search was cut short." in page
    assert star(2)._repr_html_().count("<svg") == 1


def test_arrows_of_a_dense_group_have_room_for_their_types() -> None:
    nodes = tuple(Node(str(row), f"N{row}") for row in range(4))
    pairs = [(a, b) for a in range(4) for b in range(a)]
    links = tuple(Relationship(f"{a}-{b}", str(a), "HAS_LANGUAGE", str(b)) for a, b in pairs)
    assert shown_texts(parsed(Evidence(1.0, nodes, links))).count("HAS_LANGUAGE") == 6
