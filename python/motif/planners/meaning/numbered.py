"""Things that a number tells from others of their kind: "rack 10", "room number 12"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.planners.meaning.schema_words import Property, Words
from motif.planners.meaning.senses import Sense
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stems_listed
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading
from motif.planners.reading.words import Word


def numbered(
    vocabulary: Vocabulary, reading: Reading, labels: Sequence[tuple[int, int, Sense]]
) -> Iterator[tuple[int, int, Sense]]:
    """Labels with the number behind them, as the value of the property that numbers what has the label.

    The same property of others is a value too: "the switches in rack 10", where a switch has its rack's number.
    """
    begins = {one.first: one for one in reading.numbers if isinstance(one.value, int) and not one.date}
    for first, last, sense in labels:
        if sense.kind != "label" or reading.words[last].lemma != reading.words[last].low:
            continue
        skipped = last + 1 + (_low(reading.words, last + 1) in listed("words", "numbering"))
        number, label = begins.get(skipped), sense.labels[0]
        if number is None or number.until is not None:
            continue
        one = numbering(vocabulary.properties_of(label), vocabulary.labels[label])
        if one is None:
            continue
        text = str(number.value)
        yield first, number.last, Sense("value", sense.score, sense.labels, (text,), one.name)
        others = [other.owner for other in vocabulary.properties if other.name == one.name]
        held = tuple(owner for owner in others if owner != one.owner)
        if held:
            yield first, number.last, Sense("value", sense.score - 0.1, held, (text,), one.name)


def numbering(own: Sequence[Property], label: Words) -> Property | None:
    """The property by which things of a label are numbered: called as they are, or "number", with it or alone.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> own = [Property("Room", name, "number", words_in(name), 1.0) for name in ("floor", "roomNumber")]
    >>> numbering(own, words_in("Room")).name, numbering(own[:1], words_in("Room"))
    ('roomNumber', None)
    """
    stems, kinds = set(label.stems), stems_listed("words", "numbering")
    fitting = [one for one in own if one.kind in ("number", "year") and set(one.words.stems) <= stems | kinds]
    return max(fitting, key=lambda one: len(stems & set(one.words.stems)), default=None)


def _low(words: Sequence[Word], at: int) -> str:
    return words[at].low if at < len(words) else ""
