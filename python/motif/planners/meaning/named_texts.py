"""What names say: "whose title contains 'backup'", "'slow' in the title", "countries that start with the letter Z"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from motif.graphs.meaning import Operator
from motif.planners.meaning.senses import Anchor, Piece, Sense
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_FAR = 5
"""Words from what is called so to how its name is compared, at most: "movies whose original title does contain"."""


def named_texts(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> Iterator[Anchor]:
    """Tests on what names the things spoken of, in words that say "name" or "title", or no property at all."""
    for at, word in enumerate(reading.words):
        operator: Operator | None = table("comparing")["texts"].get(word.lemma)
        if operator is not None:
            yield from _behind(vocabulary, reading, pieces, at, operator)
        if word.kind == "quoted" and (found := _within(vocabulary, reading, pieces, at)) is not None:
            yield found


def _behind(
    vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], at: int, operator: Operator
) -> Iterator[Anchor]:
    """ "… starts with 'A'", "… contains the word backup"."""
    value = _value(reading, at, operator)
    said = _naming_word(reading, at)
    if value is None or (said is None and operator == "contains") or _is_of_property(reading, pieces, at):
        return
    label = _label_before(pieces, at if said is None else said)
    if label is not None and (senses := _named_by(vocabulary, label)):
        is_word = operator == "contains" and says_word(word.low for word in reading.words[at + 1 : value])
        yield Anchor(
            at if said is None else said,
            value,
            senses,
            quoted=reading.words[value].text,
            operator="word" if is_word else operator,
        )


def _within(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], at: int) -> Anchor | None:
    """ "'slow' in the title", "the word 'slow' in the title"."""
    low = [word.low for word in reading.words]
    end = at + 2 + (low[at + 2 : at + 3] != [] and low[at + 2] in ("the", "their", "its"))
    if low[at + 1 : at + 2] != ["in"] or end >= len(low):
        return None
    label = _label_before(pieces, at)
    if reading.words[end].lemma not in listed("words", "names") or label is None:
        return None
    senses, first = _named_by(vocabulary, label), at
    if first and low[first - 1] in listed("comparing", "of_texts"):
        first -= 1 + (first > 1 and low[first - 2] in ("the", "a"))
        first -= first > 0 and reading.words[first - 1].lemma in table("comparing")["texts"]
    operator: Operator = "word" if says_word(low[first:at]) else "contains"
    return Anchor(first, end, senses, quoted=reading.words[at].text, operator=operator) if senses else None


def says_word(low: Iterable[str]) -> bool:
    """Whether what is said before a text says that it is a word, or several: no part of a longer one."""
    return not {"word", "words", "phrase"}.isdisjoint(low)


def _value(reading: Reading, at: int, operator: Operator) -> int | None:
    """The text that is compared with: quoted, or one word behind "the letter" or "the word", or a letter by itself."""
    words, of_letters = reading.words, listed("comparing", "of_texts")
    after, small = at + 1, {"with", "in", "the", "by", "a", "an", ":"} | of_letters
    while after < len(words) and words[after].kind != "quoted" and words[after].low in small:
        after += 1
    if after >= len(words):
        return None
    is_said = any(word.low in of_letters for word in words[at + 1 : after])
    is_letter = operator != "contains" and len(words[after].text) == 1 and words[after].kind == "word"
    return after if words[after].kind == "quoted" or is_said or is_letter else None


def _naming_word(reading: Reading, at: int) -> int | None:
    """ "Name" or "title" before how it is compared, with only small words between."""
    plain = listed("words", "plain")
    for place in range(at - 1, max(at - 1 - _FAR, -1), -1):
        word = reading.words[place]
        if word.lemma in listed("words", "names"):
            return place
        if word.low not in plain:
            return None
    return None


def _is_of_property(reading: Reading, pieces: Sequence[Piece], at: int) -> bool:
    """Whether another property is said before: "a slogan that starts with 'The'"."""
    plain = listed("words", "plain")
    for place in range(at - 1, -1, -1):
        piece = next((one for one in pieces if one.first <= place <= one.last), None)
        if piece is not None and not piece.of("label"):
            said = {word.lemma for word in reading.words[piece.first : piece.last + 1]}
            return not said <= listed("words", "names")
        if piece is not None or reading.words[place].low not in plain:
            return False
    return False


def _label_before(pieces: Sequence[Piece], at: int) -> str | None:
    """The label that was said last before a word."""
    labels = [piece.of("label")[0].labels[0] for piece in pieces if piece.last < at and piece.of("label")]
    return labels[-1] if labels else None


def _named_by(vocabulary: Vocabulary, label: str) -> tuple[Sense, ...]:
    name = vocabulary.naming(label)
    return (Sense("property", 1.0, (label,), (), name),) if name else ()


def apart_from(pieces: Sequence[Piece], anchors: Collection[Anchor]) -> list[Piece]:
    """The pieces that share no word with any of these anchors."""
    return [
        piece
        for piece in pieces
        if all(piece.last < anchor.first or piece.first > anchor.last for anchor in anchors)
    ]
