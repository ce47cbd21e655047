"""What ``motif doctor`` finds: one line each, with the command that mends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from motif.errors import MotifError

Verdict = Literal["ok", "missing", "wrong"]
"""``missing`` is what one can do without; ``wrong`` is what is needed and does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; ``remedy`` is the command that mends it."""

    subject: str
    verdict: Verdict
    found: str
    remedy: str = ""


def attempt(subject: str, probe: Callable[[], str], otherwise: Verdict = "wrong") -> Finding:
    """What ``probe`` says, or the error that it ends in, under the verdict ``otherwise``.

    >>> attempt("answer", lambda: "42")
    Finding(subject='answer', verdict='ok', found='42', remedy='')
    """
    try:
        return Finding(subject, "ok", probe())
    except MotifError as error:
        return Finding(subject, otherwise, error.message, error.hint)
