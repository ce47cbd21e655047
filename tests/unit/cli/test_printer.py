"""Lines are printed as rich prints them, without it."""

from __future__ import annotations

import io
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from motif.cli.console import print_table
from motif.cli.printer import _STYLES, Printer, _rendered, escaped

PIECES = st.one_of(
    st.text(st.characters(exclude_characters="\\:", exclude_categories=("Cs", "Cc"))),
    st.sampled_from(["[x]", "[1, 2]", "[[", "]", "[/x]", "[dim]", "[bold green]"]),
)


def rich(line: str, *, colours: bool) -> str:
    stream = io.StringIO()
    kind = "standard" if colours else None
    Console(
        file=stream,
        highlight=False,
        soft_wrap=True,
        force_terminal=colours,
        color_system=kind,
        legacy_windows=False,
        _environ={},
    ).print(line)
    return stream.getvalue().removesuffix("\n")


@given(st.lists(st.tuples(st.sampled_from(["", *_STYLES]), PIECES), max_size=4))
def test_a_line_is_as_rich_prints_it(parts: list[tuple[str, str]]) -> None:
    line = "".join(f"[{style}]{escaped(text)}[/]" if style else escaped(text) for style, text in parts)
    assert "".join(_rendered(line, colours=False)) == rich(line, colours=False)


@pytest.mark.parametrize("style", _STYLES)
def test_styles_are_told_to_a_terminal_as_rich_tells_them(style: str) -> None:
    line = f"before [{style}]within[/] after"
    assert "".join(_rendered(line, colours=True)) == rich(line, colours=True)


def test_what_moves_the_cursor_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    Printer().print("a\a\b\rb[dim]c[/]", end="")
    Printer(stderr=True).print("[x]", markup=False)
    assert capsys.readouterr() == ("abc", "[x]\n")


@pytest.mark.parametrize("terminal", [False, True])
def test_a_name_gives_a_terminal_no_command(
    terminal: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Printer, "is_terminal", terminal)
    monkeypatch.setenv("TERM", "xterm")
    name = "\x1b]0;title\x07 \x1b[2J\x9b31m\x7f\x00 Bridge\tover\nit"
    for told in (f"[bold]{escaped(name)}[/]", escaped(name)):
        Printer().print(told)
        Printer().print(name, markup=False)
        Printer().print(name, style="dim", markup=False)
    print_table("", ["name"], [[name]])
    told = re.sub(r"\x1b\[(0|1|2)m", "", capsys.readouterr().out)  # the marks of lines and tables
    assert "Bridge\tover\nit" in told and not set(told) & set("\x1b\x9b\x07\x7f\x00")


def test_anything_else_is_left_to_rich(capsys: pytest.CaptureFixture[str]) -> None:
    Printer().print(["a", 1])
    Printer().print("dim", style="dim")
    assert capsys.readouterr().out == "['a', 1]\ndim\n"
    assert "rich" in sys.modules
