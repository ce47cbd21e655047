"""The page on MCP: its configurations can be read, and it names the tools that there are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")

from motif.cli.main import main
from motif.mcp import NAMES

PAGE = (Path(__file__).parents[3] / "docs" / "mcp.md").read_text(encoding="utf-8")
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


def test_configurations_name_commands_that_are_taken() -> None:
    servers = {name: one for block in BLOCKS for name, one in block.get("mcpServers", {}).items()}
    assert servers.keys() == {"motif", "neo4j"}
    assert servers["neo4j"]["env"]["NEO4J_READ_ONLY"] == "true"
    own = servers["motif"]
    assert own["command"] == "motif"
    assert own["args"][0] in main.commands


def test_the_table_of_tools_has_all_of_them() -> None:
    section = PAGE.partition("## motif mcp")[2].partition("## Through")[0]
    first = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert re.findall(r"`([a-z]+)`", " ".join(first)) == list(NAMES)


def test_the_answer_shown_has_the_keys_of_an_answer() -> None:
    [answer] = [block for block in BLOCKS if "found" in block]
    assert list(answer) == ["found", "complete", "metadata"]
