"""The fenced blocks of a page of the documentation, and its commands as a shell would run them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

from motif.cli.main import main

ROOT = Path(__file__).parents[1]


def blocks(page: str, language: str) -> list[str]:
    """The blocks of ``language`` ("" for what is printed) of a page, by its path from the root."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [
        block
        for name, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        if name == language
    ]


def commands(page: str, beginning: str = "motif ") -> Iterator[list[str]]:
    """The commands of a page that begin so, each as its words without the program's name."""
    for block in blocks(page, "sh"):
        for line in block.splitlines():
            if line.startswith(beginning):
                yield shlex.split(line, comments=True)[1:]


def printed_by(words: list[str]) -> str:
    """What ``motif`` prints for ``words``; an assertion fails where it fails."""
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, f"motif {shlex.join(words)}\n{result.output}"
    return result.stdout


def said_in_comments(block: str) -> list[str]:
    """The lines that a block of Python says it prints."""
    return re.findall(r"^# (.*)$", block, re.MULTILINE)
