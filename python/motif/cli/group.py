"""A group of commands that are imported when they are called, not to list them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any, NamedTuple, cast

import click

from motif.errors import MotifError


class Entry(NamedTuple):
    """Where a command lives, as a module of `motif.cli` and a name in it, and the first sentence of its help."""

    module: str
    attribute: str
    help: str


class LateCommands(MutableMapping[str, click.Command]):
    """Commands by name, each imported when it is first looked up."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self.entries = entries
        self._added: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._added:
            entry = self.entries[name]
            module = importlib.import_module(f"motif.cli.{entry.module}")
            self._added[name] = cast(click.Command, getattr(module, entry.attribute))
        return self._added[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._added[name] = command

    def __delitem__(self, name: str) -> None:
        raise TypeError("Commands cannot be taken away.")

    def __contains__(self, name: object) -> bool:
        return name in self.entries or name in self._added

    def __iter__(self) -> Iterator[str]:
        return iter({**self.entries, **self._added})

    def __len__(self) -> int:
        return len({**self.entries, **self._added})


class Commands(click.Group):
    """A group that prints errors of this package in words and exits with 1, and lists commands unimported.

    With ``--json`` an error is JSON on standard output too.
    """

    def invoke(self, context: click.Context) -> Any:
        is_for_scripts = "--json" in context.args
        try:
            return super().invoke(context)
        except MotifError as error:
            from motif.cli.console import print_error, print_json

            print_error(error)
            if is_for_scripts:
                print_json({"error": error.as_dict()})
            sys.exit(1)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The names with the first sentences that are written beside them."""
        if not isinstance(self.commands, LateCommands):
            super().format_commands(context, formatter)
            return
        entries = self.commands.entries
        room = formatter.width - 6 - max(map(len, entries))
        rows = [
            (name, click.Command(name, help=entries[name].help).get_short_help_str(room))
            for name in self.list_commands(context)
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
