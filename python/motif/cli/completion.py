"""``motif --completion SHELL``: what a shell needs to complete commands and options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import get_completion_class

VARIABLE = "_MOTIF_COMPLETE"
SHELLS = ("bash", "zsh", "fish")


def completion_script(command: click.Command, shell: str) -> str:
    """The script of ``command`` for one of `SHELLS`.

    >>> "_MOTIF_COMPLETE=zsh_complete" in completion_script(click.Command("motif"), "zsh")
    True
    """
    completion = get_completion_class(shell)
    if completion is None:
        raise click.BadParameter(f"there is no completion for '{shell}'")
    return completion(command, {}, "motif", VARIABLE).source()


def completion_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds ``--completion`` to the group of all commands."""
    return click.option(
        "--completion",
        type=click.Choice(SHELLS),
        is_eager=True,
        expose_value=False,
        callback=_print_script,
        help="Print a script that completes commands and options in that shell, and end.",
    )(command)


def _print_script(context: click.Context, parameter: click.Parameter, shell: str | None) -> None:
    if shell is not None and not context.resilient_parsing:
        click.echo(completion_script(context.command, shell))
        context.exit()
