"""The unit by which systemd runs the service: ``motif serve --systemd``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import Template

from motif.errors import InvalidInput

TOKEN_FILE = Path("/etc/motif/token")
"""Where the token lies unless another file is named: Neo4j's user owns it, nobody else reads it."""

_HOMES = (Path("/home"), Path("/root"), Path("/run/user"))


def systemd_unit(motif: Path, token_file: Path = TOKEN_FILE, options: Sequence[str] = ()) -> str:
    """The text of ``motif.service``.

    Parameters
    ----------
    motif
        The command to run, with its whole path.
    token_file
        What systemd hands to the service as its token.
    options
        Further arguments of ``motif serve``.

    Raises `InvalidInput` for a path that is relative, or that a line of a unit cannot hold.

    >>> text = systemd_unit(Path("/opt/motif/bin/motif"), options=["--port", "7691"])
    >>> [line for line in text.splitlines() if line.startswith("ExecStart=")]
    ['ExecStart=/opt/motif/bin/motif serve --port 7691 --token-file ${CREDENTIALS_DIRECTORY}/token']
    """
    template = Template(Path(__file__).with_name("motif.service").read_text(encoding="utf-8"))
    return template.substitute(
        motif=_written(str(motif), whole=True),
        token_file=_written(str(token_file), whole=True),
        options="".join(f"{_written(option)} " for option in options),
    )


def is_in_a_home(path: Path) -> bool:
    """Whether the unit cannot see ``path``: it hides the home folders of people (``ProtectHome``).

    >>> is_in_a_home(Path("/home/ann/.venv/bin/motif")), is_in_a_home(Path("/opt/motif/bin/motif"))
    (True, False)
    """
    return any(path.is_relative_to(home) for home in _HOMES)


def _written(value: str, whole: bool = False) -> str:
    if whole and not value.startswith("/"):
        raise InvalidInput(f"A unit needs whole paths, not '{value}'.", hint="Begin it with /.")
    if any(sign.isspace() or sign in "\"'\\$;" for sign in value):
        raise InvalidInput(
            f"A unit cannot hold '{value}': it has a space, a quote or a sign that systemd reads.",
            hint="Use a path without them, such as /opt/motif/bin/motif.",
        )
    return value.replace("%", "%%")
