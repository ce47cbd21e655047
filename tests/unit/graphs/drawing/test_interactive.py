"""Pictures to drag, by pyvis: names are data, and nothing is fetched."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from motif.errors import InvalidInput, MissingDependency
from motif.graphs.evidence import Evidence, Node, Relationship

MANN, HEAT = Node("1", "</script><b>Mann", ("Person",)), Node("2", "Heat", ("Film",))
PIECE = Evidence(1.0, (MANN, HEAT), (Relationship("7", "1", "DIRECTED", "2"),), answers=(HEAT,))


def test_page(tmp_path: Path) -> None:
    pytest.importorskip("pyvis", reason="the notebook extra is not installed")
    drawing = PIECE.show(interactive=True)
    page = drawing.save(tmp_path / "heat.html").read_text(encoding="utf-8")
    assert (drawing.n_nodes, drawing.n_relationships) == (2, 1)
    assert "DIRECTED" in page and "</script><b>Mann" not in page
    assert page.index("Content-Security-Policy") < page.index("<script")
    assert "default-src 'none'" in page
    frame = drawing._repr_html_()
    assert 'sandbox="allow-scripts"' in frame and "<script" not in frame
    with pytest.raises(InvalidInput, match=r"written as \.html, not as 'heat.svg'"):
        drawing.save(tmp_path / "heat.svg")


def test_without_pyvis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyvis.network", None)
    with pytest.raises(MissingDependency, match=r'needs pyvis. pip install "motif-graphrag\[notebook\]"'):
        PIECE.show(interactive=True)
