"""Lines of text on standard output or error: without the package rich, which takes longer to be imported than they."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from typing import IO, Any

_STYLES = {
    "bold": "1",
    "dim": "2",
    "yellow": "33",
    "bold red": "1;31",
    "bold green": "1;32",
    "bold yellow": "1;33",
}
"""Every style that a line is marked with, as terminals are told."""

_MARK = re.compile(r"\\\[|\[(" + "|".join(["/", *sorted(_STYLES, key=len, reverse=True)]) + r")\]")
_CONTROLS = dict.fromkeys({*range(0x20), *range(0x7F, 0xA0)} - set(map(ord, "\t\n")))
"""Characters that steer a terminal, the beginnings of its commands among them, are left out: a name of a graph, which
anybody may have written, holds what it likes."""


class Printer:
    """What prints text that is marked as rich marks it: ``[bold]…[/]``, and ``\\[`` for a bracket of the text.

    Whatever else is printed, a table or a status, and whatever else a rich ``Console`` has, is left to rich.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        self._stderr = stderr

    @property
    def file(self) -> IO[str]:
        """Where lines go now."""
        return sys.stderr if self._stderr else sys.stdout

    @property
    def is_terminal(self) -> bool:
        """Whether somebody reads along, as rich decides it."""
        if any(os.environ.get(name) for name in _TOLD):
            return bool(self.rich.is_terminal)
        try:
            return self.file.isatty()
        except ValueError:  # closed
            return False

    def print(self, line: Any = "", *, end: str = "\n", markup: bool = True, **options: Any) -> None:
        """A line of text, or anything that rich prints."""
        if isinstance(line, str):
            line = line.translate(_CONTROLS)
        if not isinstance(line, str) or options or (self.is_terminal and not _is_plain_terminal()):
            self.rich.print(line, end=end, markup=markup, **options)
            return
        pieces = _rendered(line, colours=self.is_terminal) if markup else iter([line])
        self.file.write("".join(pieces) + end)
        self.file.flush()

    @cached_property
    def rich(self) -> Any:
        """The console that prints the rest."""
        from rich.console import Console

        return Console(stderr=self._stderr, highlight=False, soft_wrap=True)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich, name)


_TOLD = ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
"""Variables by which rich is told what it writes to."""


def _is_plain_terminal() -> bool:
    """Whether a terminal knows the few codes of `_STYLES`, and nobody has said anything else about colours."""
    is_told = any(os.environ.get(name) for name in ("NO_COLOR", *_TOLD))
    return os.name == "posix" and not is_told and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")


def _rendered(line: str, *, colours: bool) -> Iterator[str]:
    """``line`` with its marks taken away, or as the codes of a terminal.

    >>> "".join(_rendered(r"[bold]1.[/] a \\[b] [c]", colours=False))
    '1. a [b] [c]'
    """
    end = 0
    for mark in _MARK.finditer(line):
        yield line[end : mark.start()]
        end = mark.end()
        if mark[1] is None:
            yield "["
        elif colours:
            yield f"\x1b[{_STYLES.get(mark[1], '0')}m"
    yield line[end:]


def escaped(text: str) -> str:
    """``text`` as a part of a marked line or table, whose brackets are its own, without what steers a terminal.

    >>> "".join(_rendered(escaped(r"[dim] \\[x]"), colours=False))
    '[dim] \\\\[x]'
    """
    return text.translate(_CONTROLS).replace("[", r"\[")
