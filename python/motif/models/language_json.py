"""JSON out of what a language model wrote: found in the text around it, and repaired where it is malformed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import json_repair

from motif.errors import InvalidInput
from motif.models.language_tuples import read_tuples

MAXIMUM_CHARACTERS = 65_536
"""Of an answer that is read at all."""

MAXIMUM_REPAIRED = 16_384
"""Characters of a malformed answer: repairing takes time in the square of its length. A plan needs a tenth."""

_MAXIMUM_PIECES = 64
_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_FENCED = re.compile(r"```[\w-]*\s*\n?(.*?)```", re.DOTALL)
_BRACE = re.compile(r"[{}]")
_STRICT_STRING = re.compile(r'"(?:[^"\\]|\\.)*"(?=\s*(?:[,:\]})]|$))', re.DOTALL)
_CLOSERS = {
    '"': '"',
    "'": "'",
    "“": '“”"',
    "”": "”",
    "„": "“”",
    "‘": "‘’'",
    "’": "’",
    "«": "»",
    "`": "`'",
}
_BEFORE_A_STRING = "[{(,:"


@dataclass(frozen=True, slots=True)
class ReadJson:
    """A value read from an answer; ``repaired`` is False where it stood there as valid JSON."""

    value: Any
    repaired: bool


def read_json(text: str) -> ReadJson:
    """The JSON value that ``text`` holds.

    Valid JSON is returned as it is. Else the longest object in the text (in code fences, in prose) is taken; where it
    is malformed, tuples become lists, typographic and single quotes straight ones, and commas too many or too few,
    comments, words of Python and a missing end are put right. Without an object, tuples in round brackets are read as
    lists (`motif.models.language_tuples`).

    Raises `InvalidInput` when there is neither an object nor a list, or too much of it.

    >>> read_json('[1, 2]').repaired, read_json('Here it is: {"a": 1}').value
    (False, {'a': 1})
    >>> read_json("{'divided': ['Heat's actors',], “triples”: [('UNKNOWN actor 1', 'acts in', 'Heat'),]}").value
    {'divided': ["Heat's actors"], 'triples': [['UNKNOWN actor 1', 'acts in', 'Heat']]}
    """
    if len(text) > MAXIMUM_CHARACTERS:
        raise InvalidInput(f"The answer has {len(text)} characters; at most {MAXIMUM_CHARACTERS} are read.")
    whole = _valid(text)
    if isinstance(whole, (dict, list)):
        return ReadJson(whole, repaired=False)
    said = _THOUGHT.sub("", text)
    if not any(":" in piece for piece in _objects_in(said)) and (tuples := read_tuples(said)):
        return ReadJson(tuples, repaired=True)
    piece = _likely_piece(said)
    found = _valid(piece)
    if isinstance(found, (dict, list)):
        return ReadJson(found, repaired=False)
    return ReadJson(_repaired(piece, text), repaired=True)


def _valid(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _likely_piece(text: str) -> str:
    """The longest object; where there is none, what begins like a list, in a code fence first."""
    if objects := [piece for piece in _objects_in(text) if ":" in piece]:
        return max(objects, key=len)
    lists = max((piece for piece in _FENCED.findall(text) if "[" in piece), key=len, default=text)
    start, end = lists.find("["), lists.rfind("]")
    return "" if start < 0 else lists[start : end + 1] if end > start else lists[start:]


def _objects_in(text: str) -> Iterator[str]:
    """What stands between braces, well-formed or not; to the end of the text where the last brace is missing."""
    decoder = json.JSONDecoder()
    start = text.find("{")
    for _ in range(_MAXIMUM_PIECES):
        if start < 0:
            return
        try:
            _, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = _matching_brace(text, start)
        yield text[start:end]
        start = text.find("{", end)


def _matching_brace(text: str, start: int) -> int:
    depth = 0
    for brace in _BRACE.finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return len(text)


def _repaired(piece: str, text: str) -> Any:
    if len(piece) > MAXIMUM_REPAIRED:
        raise InvalidInput(f"The answer holds {len(piece)} characters of malformed JSON; it is not repaired.")
    try:
        value = json_repair.loads(_with_straight_quotes(piece), skip_json_loads=True) if piece else None
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, (dict, list)) and value:
        return value
    raise InvalidInput(f"There is no JSON object in the answer {text[:80]!r}.")


def _with_straight_quotes(text: str) -> str:
    """Each string as JSON writes it: one ends at a closing quote that is followed by what may follow a string."""
    written: list[str] = []
    position, before = 0, "["
    while position < len(text):
        character = text[position]
        if character in _CLOSERS and before in _BEFORE_A_STRING and (end := _end_of_string(text, position)):
            written.append(_as_json_string(text[position:end]))
            position, before = end, '"'
            continue
        if not character.isspace():
            before = character
        written.append(character)
        position += 1
    return "".join(written)


def _end_of_string(text: str, start: int) -> int:
    """One past the closing quote of the string that begins at ``start``; 0 where there is none."""
    strict = _STRICT_STRING.match(text, start)
    if strict:
        return strict.end()
    closers = re.escape(_CLOSERS[text[start]])
    closing = re.compile(rf"[{closers}](?=\s*(?:[,:\]}})]|$))").search(text, start + 1)
    return closing.end() if closing else 0


def _as_json_string(quoted: str) -> str:
    if quoted[0] == '"' == quoted[-1]:
        try:
            return json.dumps(json.loads(quoted, strict=False), ensure_ascii=False)
        except ValueError:
            pass
    plain = re.sub(r"\\(['\"’”])", r"\1", quoted[1:-1])
    return json.dumps(plain, ensure_ascii=False)
