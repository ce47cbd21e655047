"""Names of projections."""

from __future__ import annotations

from motif.errors import InvalidInput

LONGEST_NAME = 1000
"""Characters of a projection's name."""


def check_graph_name(name: str) -> None:
    """Raises `InvalidInput` for what cannot name a projection."""
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or "\x00" in name:
        raise InvalidInput(
            f"{str(name)[:60]!r} cannot name a projection.",
            hint=f"A name is a text of 1 to {LONGEST_NAME} characters.",
        )
