"""Where sentences end: by punctuation, blank lines and list items, without a model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import indent

_CODE = " " * 4
_CODE_LINE = re.compile(rf"^{_CODE}.*$", re.MULTILINE)

_END = re.compile(
    r"""
      (?P<stop>[.!?…]+)['"’”»)\]]*(?=\s)      # a stop, closing quotes and brackets, then a space
    | [。！？]+[」』”’）]*                      # languages that write no space
    | \n[ \t]*\n                              # a blank line
    | \n(?=[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t])   # before a list item
    """,
    re.VERBOSE,
)
_NEXT = re.compile(r"""[\s"'“‘«(\[¿¡`*_]*(?P<first>\S)(?P<rest>[^\s.,;:]*)""")
_WORD = re.compile(r"(?:^|[\s(\[\"'“‘«])(?P<word>[^\s(\[\"'“‘«]*)$")

_SHORTENED = """
    adm al approx apr assn aug ave bldg blvd bros ca capt cf ch cit co col comdr corp dec dept diss dr ed eds eg
    eq esp est et etc ex feb fig figs fr ft gen gov hon hrsg ie inc incl jan jr jul jun lat lt ltd maj mar max messrs
    min misc mr mrs ms mt no nos nov nr oct op ord p pp para pl pop pres prof pt pvt ref refs rep rev sec sect sen
    sep sept ser sgt sr st ste str tel univ vol vols vs z.b u.a bzw usw ggf evtl d.h
"""

ABBREVIATIONS = frozenset(_SHORTENED.split())
"""Words that a full stop follows inside a sentence, in lower case without their last stop."""

_BEGINNINGS = """
    a after all although an and another as at because before both but by during each every for from had has he her
    here his how however if in into it its many most my no not of on one our she since so some such that the their
    then there these they this those through to today two under until we what when where which while who why with
    you
"""

_STARTERS = frozenset(_BEGINNINGS.split())


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """(start, end) of each sentence of ``text``; together they are the whole text, blanks at a sentence's end.

    A stop after an abbreviation, an initial or in a number ends nothing; a blank line and a list item begin
    a sentence. Lines are otherwise taken to be wrapped.

    >>> text = "Dr. No came out in 1962. It cost 1.1 million, e.g. little."
    >>> [text[start:end] for start, end in sentence_spans(text)]
    ['Dr. No came out in 1962. ', 'It cost 1.1 million, e.g. little.']
    """
    spans, start = [], 0
    for end in _ends(text):
        while end < len(text) and text[end].isspace():
            end += 1
        if text[start:end].strip():
            spans.append((start, end))
            start = end
    if start < len(text):
        if text[start:].strip() or not spans:
            spans.append((start, len(text)))
        else:
            spans[-1] = (spans[-1][0], len(text))
    return spans if text else []


def split_sentences(text: str) -> list[str]:
    """The sentences of ``text``, without blanks around them.

    >>> split_sentences("One. Two!")
    ['One.', 'Two!']
    """
    return [part for start, end in sentence_spans(text) if (part := text[start:end].strip())]


def as_code(text: str) -> str:
    """``text`` as plain text marks code: four blanks before each line.

    >>> as_code("make run")
    '    make run'
    """
    return indent(text, _CODE)


def prose_of(text: str) -> str:
    """``text`` without its lines of code (`as_code`): what names things, and says how they are related.

    >>> prose_of("Then run\\n\\n    make test\\n\\nwhich takes a while.")
    'Then run\\n\\n\\n\\nwhich takes a while.'
    """
    return _CODE_LINE.sub("", text)


def _ends(text: str) -> Iterator[int]:
    for found in _END.finditer(text):
        if found["stop"] is None or _is_end(text, found):
            yield found.end()


def _is_end(text: str, found: re.Match[str]) -> bool:
    """Whether the stop ends a sentence, by the words on both sides of it."""
    after = _NEXT.match(text, found.end())
    if after is None or text.startswith(("\n\n", "\r\n\r\n"), found.end()):
        return True
    first = after["first"]
    if first.islower() or (not first.isalnum() and first in ",;:.&%/=+"):
        return False
    if found["stop"] != ".":
        return True
    before = _WORD.search(text, max(0, found.start() - 40), found.start())
    word = before["word"] if before else ""
    return not _is_marker(text, found.start() - len(word), word) and not _is_abbreviation(
        word, first + after["rest"]
    )


def _is_marker(text: str, start: int, word: str) -> bool:
    """Whether the word is the number of a list item: first in its line."""
    line = text.rfind("\n", 0, start) + 1
    return word.isdigit() and len(word) <= 3 and not text[line:start].strip()


def _is_abbreviation(word: str, following: str) -> bool:
    bare = word.strip("*_`").lower()
    if bare in ABBREVIATIONS:
        return True
    is_initial = len(bare) == 1 and bare.isalpha()
    has_stops = "." in bare and all(len(part) == 1 and part.isalpha() for part in bare.split("."))
    is_number = bare.isdigit() and len(bare) <= 2 and following[:1].islower()
    return is_number or ((is_initial or has_stops) and following.lower() not in _STARTERS)
