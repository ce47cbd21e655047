"""README's Python, for its own question, for one that asks how many, and for one that is answered by yes or no."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace

import pytest

import motif
from page_blocks import ROOT, blocks
from question_graphs import question_graph

ASKED = "who directed the films starring Tom Hanks?"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (ASKED, "Robert Zemeckis | "),
        ("How many films did Ridley Scott direct?", "4 | count: 4"),
        ("Did Michael Mann direct Heat?", " | "),
    ],
)
def test_python(
    question: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    films = question_graph("films")
    database = SimpleNamespace(project=lambda name, exist_ok: films)
    monkeypatch.setattr(motif, "connect", lambda: nullcontext(database))
    [python] = blocks("README.md", "python")
    assert ASKED in python
    exec(python.replace(ASKED, question), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed and said in printed[0]


def test_both_commands_are_named() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "`make run`" in text and "`make test`" in text
