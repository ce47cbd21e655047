"""What is asked of a job, as plain values."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from motif.errors import InvalidInput


def given_fields(request: type, values: Mapping[str, Any], told: str) -> dict[str, Any]:
    """Those of ``values`` that are not None, for the fields of the dataclass ``request``.

    Raises `InvalidInput` for a key that is none of these; ``told`` begins its message: "Verifying has no".

    >>> from motif_procedures.claims.request import ClaimRequest
    >>> given_fields(ClaimRequest, {"seed": 3, "sample": None}, "Verifying has no")
    {'seed': 3}
    """
    known = [item.name for item in dataclasses.fields(request)]
    for key in values:
        if key not in known:
            raise unknown(f"{told} '{key}'.", str(key), known, "Keys")
    return {key: value for key, value in values.items() if value is not None}


def unknown(message: str, given: str, known: Iterable[str], what: str) -> InvalidInput:
    """The error of a name that is not ``known``, with the one that is near, else with all of them.

    >>> unknown("There is no split 'tset'.", "tset", ["dev", "test"], "Splits").hint
    "Did you mean 'test'?"
    """
    listed = list(known)
    near = difflib.get_close_matches(given, listed, n=1)
    return InvalidInput(
        message, hint=f"Did you mean '{near[0]}'?" if near else f"{what}: {', '.join(listed)}."
    )
