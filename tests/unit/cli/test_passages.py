"""What is printed of chunks and communities."""

from __future__ import annotations

import pytest

from motif.cli.passages import print_passages, read_options
from motif.errors import InvalidInput
from motif.graphs.evidence import Evidence, Node, Results

HEAT, CREWS = Node("c:1", "Heat", ("Chunk",)), Node("c:2", "Crews [of 1968]", ("Chunk",))


def printed(capsys: pytest.CaptureFixture[str], *pieces: Evidence, **metadata: object) -> str:
    print_passages(Results(pieces, metadata=metadata))
    return " ".join("".join(capsys.readouterr()).split())


def test_a_neighbour_says_which_seed_led_to_it_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    said = {
        "role": "neighbour",
        "from": ["c:1"],
        "from_names": ["Heat"],
        "via": [{"type": "IS_SIMILAR", "metric": ["title-cell"]}],
    }
    piece = Evidence(0.5, (CREWS,), (), text="Apollo [8]", method="expand", metadata=said)
    shown = printed(capsys, piece)
    assert shown == "1. score 0.5000 Crews [of 1968] ← Heat by IS_SIMILAR title-cell Apollo [8]"


def test_a_long_chunk_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    text = "\n".join(f"line {number}" for number in range(20))
    shown = printed(capsys, Evidence(1.0, (HEAT,), (), text=text, method="expand", metadata={"role": "seed"}))
    assert "line 7" in shown and "line 8" not in shown and "12 more lines" in shown


def test_a_community_is_measured_and_its_report_whole(capsys: pytest.CaptureFixture[str]) -> None:
    said = {"layer": "knowledge", "trussness": 3, "qr_score": 0.41, "density": 1.0, "diameter": 1}
    piece = Evidence(0.4, (HEAT, CREWS), (), text="Report.", method="community", metadata=said)
    shown = printed(capsys, piece, notes=["judged by QRScore"])
    assert (
        "knowledge community of 2 nodes: trussness 3, QRScore 0.410, density 1.00, diameter 1 Report."
        in shown
    )
    assert "judged by QRScore" in shown


def test_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys) == "Nothing was found."


def test_an_option_without_a_value_is_refused() -> None:
    with pytest.raises(InvalidInput, match="KEY=VALUE, not 'seeds'"):
        read_options(["seeds"])
