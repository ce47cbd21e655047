"""The drawing of who may import whom is the contract itself."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_layers_that_are_drawn_are_those_that_hold() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    [layers] = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    [drawn] = re.findall(
        r"^```\n motif_loaders \| motif_procedures\n(.*?)^```", page, re.MULTILINE | re.DOTALL
    )
    assert [line.strip() for line in drawn.splitlines()] == [re.sub(r"[()]", "", layer) for layer in layers]
