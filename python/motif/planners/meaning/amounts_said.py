"""Amounts in other words: "How many hours did X book?", "How much has X spent on orders?", "how well"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_DID = ("did", "does", "do", "has", "have", "had")
_IN_ALL = frozenset({"in", "total", "all", "altogether", "overall"})
_FOR_ALL = _IN_ALL | {"at", "for", "on", "his", "her", "their", "its", "the"}
_THERE = (("do", "we", "have"), ("have", "we", "got"), ("are", "there"), ("are", "left"), ("are",))
_LEVELS = ("level", "proficiency", "fluency", "mastery", "grade")


def amounts_said(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> Iterator[str]:
    """The question with the amount as the property that tells it, each way when it is asked for; "" for none."""
    yield _done_so_much(vocabulary, reading, pieces)
    yield _spent(vocabulary, reading, pieces)
    yield _what_they_cost(reading, pieces)
    yield _charged(reading, pieces)
    yield _how_well(vocabulary, reading)
    yield _on_hand(vocabulary, reading, pieces)
    yield _numbers_shown(vocabulary, reading, pieces)


def _done_so_much(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "How many hours did Ada log in total?" as "sum of hours_logged by Ada", which helpers have; else ""."""
    low, words = [word.low for word in reading.words], reading.words
    doer = next((one for one in pieces if one.first == 4 and one.of("name")), None)
    if low[:2] != ["how", "many"] or low[3:4] == [] or low[3] not in _DID or doer is None:
        return ""
    verb = doer.last + 1
    if verb > reading.last or {*low[verb + 1 : reading.last + 1]} - _IN_ALL:
        return ""
    said = [stem(words[2].text), stem(words[verb].text)]
    told = [one.name for one in vocabulary.relation_properties if [*one.words.stems] == said]
    return f"sum of {told[0]} by {reading.text(doer.first, doer.last)}" if told else ""


def _spent(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "How much has X spent on bookings?" as "What is the sum of price_eur of the bookings of X?", where bookings are
    relationships with a price in a currency, and "at Y" as "sum of price_eur of X at Y"; else ""."""
    low, words = [word.low for word in reading.words], reading.words
    doer = next((one for one in pieces if one.first == 3 and one.of("name")), None)
    if low[:2] != ["how", "much"] or low[2:3] == [] or low[2] not in _DID or doer is None:
        return ""
    verb, noun = doer.last + 1, reading.last
    is_paid = verb + 2 <= noun and words[verb].lemma in ("spend", "spent", "pay", "paid")
    where = pieces[-1] if pieces[-1].of("name") and pieces[-1].first > verb else None
    between = {*low[verb + 1 : noun if where is None else where.first]} - _FOR_ALL
    if not is_paid or between:
        return ""
    if where is not None:
        bill = _paid_there(vocabulary, doer, where)
        return (
            f"sum of {bill} of {reading.text(doer.first, doer.last)} {reading.text(verb + 1, noun)}"
            if bill
            else ""
        )
    paid = [
        one
        for one in vocabulary.relation_properties
        if _is_money(one)
        and [kind.words.stems for kind in vocabulary.kinds if kind.type == one.owner][:1]
        == [(stem(words[noun].text),)]
    ]
    if len(paid) != 1:
        return ""
    return f"What is the sum of {paid[0].name} of the {low[noun]} of {reading.text(doer.first, doer.last)}?"


def _paid_there(vocabulary: Vocabulary, doer: Piece, where: Piece) -> str:
    """What one named thing paid at another: the only money of the relationships that may join them; "" for none."""
    one, other = ({label for sense in at.of("name") for label in sense.labels} for at in (doer, where))
    types = {way[0].type for near in one for far in other for way in vocabulary.ways(near, far)}
    paid = [each.name for each in vocabulary.relation_properties if each.owner in types and _is_money(each)]
    return paid[0] if len(paid) == 1 else ""


def _is_money(one: Property) -> bool:
    return one.kind == "number" and one.words.text.lower().split()[-1] in listed("spelling", "currencies")


def _what_they_cost(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "What did the repairs of X cost altogether?" as "What is the total cost of the repairs of X?"; else ""."""
    low = [word.low for word in reading.words]
    things = next((one for one in pieces if one.first > 1 and one.of("label", "name")), None)
    verb = next((at for at in range(2, len(low)) if low[at] == "cost"), 0)
    behind = {*low[verb + 1 : reading.last + 1]}
    is_so = (
        low[0] == "what"
        and low[1:2] in (["did"], ["do"], ["does"])
        and things is not None
        and verb > things.last
    )
    if not is_so or behind - _IN_ALL:
        return ""
    return f"What is the {'total ' if behind else ''}cost of {reading.text(2, verb - 1)}?"


def _charged(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "How much does X charge for towels?" as "How much do towels cost at X?"; "" for another question."""
    low = [word.low for word in reading.words]
    named = next((one for one in pieces if one.first in (3, 4) and one.of("name")), None)
    if low[:2] != ["how", "much"] or low[2:3] not in (["does"], ["do"], ["did"]) or named is None:
        return ""
    at = named.last + 1
    is_charged = low[at : at + 2] == ["charge", "for"] and at + 2 <= reading.last
    things = reading.text(at + 2, reading.last) if is_charged else ""
    return f"How much does {things} cost at {reading.text(named.first, named.last)}?" if things else ""


def _how_well(vocabulary: Vocabulary, reading: Reading) -> str:
    """ "How well does X speak Welsh?" as "At what level does X speak Welsh?", of what relationships have; else ""."""
    low = [word.low for word in reading.words]
    levels = [one.words.text.lower() for one in vocabulary.relation_properties if one.kind == "text"]
    levels = [text for text in levels if text.split()[-1] in _LEVELS]
    if low[:2] != ["how", "well"] or low[2:3] not in (["does"], ["do"], ["did"]) or not levels:
        return ""
    return f"At what {levels[0]} {reading.text(2, reading.last)}?"


def _on_hand(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "How many garden forks do we have in stock?" as "stock of garden fork", which has a number of them; else ""."""
    low = tuple(word.low for word in reading.words)
    things = next((one for one in pieces if one.first == 2 and one.of("name")), None)
    if low[:2] != ("how", "many") or things is None:
        return ""
    at = things.last + 1
    there = next((len(one) for one in _THERE if low[at : at + len(one)] == one), 0)
    begins = (at + there, at + there + 1)
    held = next((one for one in pieces if there and one.first in begins and one.last == reading.last), None)
    own = {label for one in things.of("name") for label in one.labels}
    numbers = {one.name for label in own for one in vocabulary.properties_of(label) if one.kind == "number"}
    if held is None or not numbers & {one.property for one in held.of("property")}:
        return ""
    named = things.of("name")[0].texts[0]
    return f"{reading.text(held.first, held.last)} of {named}"


def _numbers_shown(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Events with their hall and number of visitors" as "… and visitors", which each event has; else ""."""
    low = [word.low for word in reading.words]
    things = next((one for one in pieces if one.of("label")), None)
    own = {label for one in things.of("label") for label in one.labels} if things is not None else set[str]()
    numbers = {one.name for label in own for one in vocabulary.properties_of(label) if one.kind == "number"}
    for piece in pieces:
        at = piece.first - 2
        is_number = not piece.of("label") and numbers & {one.property for one in piece.of("property")}
        is_shown = "with" in low[:at] and low[at - 1] in ("and", ",", "with", "their", "the", "its")
        if is_number and at > 1 and low[at : at + 2] == ["number", "of"] and is_shown:
            return f"{reading.text(0, at - 1)} {reading.text(piece.first, reading.last)}"
    return ""
