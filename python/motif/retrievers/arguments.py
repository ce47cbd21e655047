"""Arguments that every verb takes, checked: what cannot be used is said with what is needed."""

from __future__ import annotations

from typing import Any

from motif.engine.match_query import Algorithm
from motif.errors import DeadlineExceeded, InvalidInput
from motif.graphs.evidence import Results
from motif.retrievers.search import Injective

MAXIMUM_TOP_K = 10_000
MAXIMUM_CANDIDATES = 1_000_000


def checked_count(value: Any, name: str, maximum: int) -> int:
    """``value``, when it is a whole number from 1 to ``maximum``; else `InvalidInput` names it.

    >>> checked_count(3, "top_k", MAXIMUM_TOP_K)
    3
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= maximum:
        raise InvalidInput(f"{name} must be a whole number from 1 to {maximum:,}, not {value!r}.")
    return value


METHODS = {
    "auto": "auto",
    "search": "search",
    "simgrag": "search",
    "match": "match",
    "sg-rag": "match",
    "sgrag": "match",
    "trace": "trace",
    "stem": "trace",
    "expand": "expand",
    "sage": "expand",
    "community": "community",
    "da-rag": "community",
    "darag": "community",
    "spark": "spark",
    "plan": "spark",
}
"""Names of methods, papers' names among them, and the verb that each is; "auto" chooses one."""


def checked_method(value: Any) -> str:
    """The verb that ``value`` names; `InvalidInput` for a method that does not exist.

    >>> checked_method("SimGRAG")
    'search'
    """
    verb = METHODS.get(str(value).lower())
    if verb is None:
        raise InvalidInput(f"There is no method {value!r}.", hint=f"Methods: {', '.join(METHODS)}.")
    return verb


def checked_flag(value: Any, name: str) -> bool:
    """``value``, when it is True or False; else `InvalidInput` names it."""
    if not isinstance(value, bool):
        raise InvalidInput(f"{name} must be true or false, not {value!r}.")
    return value


def checked_algorithm(value: Any) -> Algorithm:
    """``value``, when it is "auto", "join" or "paths"; else `InvalidInput`."""
    if value == "auto" or value == "join" or value == "paths":
        return value  # type: ignore[no-any-return]
    raise InvalidInput(f"algorithm must be 'auto', 'join' or 'paths', not {value!r}.")


def checked_injectivity(value: Any) -> Injective:
    """``value``, when it is True, False or "known"; else `InvalidInput`."""
    if value is True or value is False or value == "known":
        return value  # type: ignore[no-any-return]
    raise InvalidInput(f"injective must be true, false or 'known', not {value!r}.")


def checked_seconds(value: Any, default: float) -> float:
    """``value`` in seconds, ``default`` for None; `InvalidInput` for what is no number above 0."""
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
        raise InvalidInput(f"timeout must be a number of seconds above 0, not {value!r}.")
    return float(value)


def judged(found: Results, seconds: float, on_timeout: str) -> Results:
    """``found``; `DeadlineExceeded` when it was cut and ``on_timeout`` is "fail" instead of "partial"."""
    if on_timeout not in ("partial", "fail"):
        raise InvalidInput(f"on_timeout must be 'partial' or 'fail', not {on_timeout!r}.")
    if not found.complete and on_timeout == "fail":
        raise DeadlineExceeded(
            f"The search was cut after {seconds:g} s with {len(found)} results.",
            hint="Give more time (timeout), fewer candidates, or on_timeout='partial' for what was found.",
        )
    return found
