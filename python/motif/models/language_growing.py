"""One text of a JSON object that a model is still writing, told piece by piece."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

Heard = Callable[[str], None]
"""Told the next piece of a text."""

_WHOLE = re.compile(
    r'(?:[^"\\]|\\[^u]|\\u(?![dD][89abAB])[0-9a-fA-F]{4}'
    r"|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})+"
)
"""What of a JSON string can be read already: no half of an escape, and no half of a pair of them."""


class GrowingText:
    """Reads the text ``field`` of an object out of what comes, and tells ``heard`` what is new of it.

    What is no such object tells nothing: the caller has the whole text in the end.

    Attributes
    ----------
    began
        Whether anything was told.
    n_pieces
        In how many pieces the object came.

    >>> pieces = []
    >>> growing = GrowingText("reason", pieces.append)
    >>> for piece in ('{"rea', 'son": "He', 'at \\\\', '"is\\\\" it', '", "answers": ["x"]}'):
    ...     growing(piece)
    >>> pieces
    ['He', 'at ', '"is" it']
    """

    def __init__(self, field: str, heard: Heard) -> None:
        self.began, self.n_pieces = False, 0
        self._heard = heard
        self._begins = re.compile(rf'"{re.escape(field)}"\s*:\s*"')
        self._text = ""
        self._is_within = self._is_over = False

    def __call__(self, piece: str) -> None:
        self.n_pieces += 1
        if self._is_over:
            return
        self._text += piece
        if not self._is_within:
            begin = self._begins.search(self._text)
            if begin is None:
                return
            self._is_within, self._text = True, self._text[begin.end() :]
        if whole := _WHOLE.match(self._text):
            self._text = self._text[whole.end() :]
            self.tell(_decoded(whole[0]))
        self._is_over = self._text.startswith('"')

    def tell(self, text: str) -> None:
        """Tell ``text``, where it is any."""
        if text:
            self.began = True
            self._heard(text)


def _decoded(written: str) -> str:
    try:
        text = str(json.loads(f'"{written}"', strict=False))
    except ValueError:  # an escape that JSON does not know
        text = written
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
