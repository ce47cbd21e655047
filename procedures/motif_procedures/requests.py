"""What is asked of a job, as plain values."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

from motif.errors import InvalidInput


def check_options(values: Mapping[str, Any], known: Sequence[str]) -> None:
    """Raises `InvalidInput` for the first key of ``values`` that is not ``known``, with the one that is near.

    >>> check_options({"sample": 3}, ["sample", "seed"])
    """
    for key in values:
        if key not in known:
            near = difflib.get_close_matches(str(key), known, n=1)
            raise InvalidInput(
                f"There is no option {key!r}.",
                hint=f"Did you mean '{near[0]}'?" if near else f"Options: {', '.join(known)}.",
            )
