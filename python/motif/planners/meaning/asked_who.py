"""Who is asked for, where what is shown is nobody: a number, a day, a thing."""

from __future__ import annotations

from collections.abc import Iterator

from motif.graphs.meaning import Omission, Selection, Value
from motif.planners.meaning.omission import omission
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading


def unmet_who(vocabulary: Vocabulary, reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "Who", where only numbers or times, or things, are shown: "Who founded X?" is not answered by when."""
    asked = [one.value for one in selection.columns if not one.is_besides]
    first = reading.words[0]
    is_asked = first.low in ("who", "whom") and not selection.asks
    if (
        first.low == "whose"
        and selection.place.span[0] == reading.words[min(1, len(reading.words) - 1)].start
    ):
        yield omission(reading, "word", 0, 0)  # "whose tickets" asks for no tickets
    if not is_asked or not asked:
        return
    label = selection.place.label
    if _is_where_they_are(vocabulary, reading, selection):
        yield omission(reading, "word", 0, 0)
        return
    is_thing = asked == [Value(selection.place.key)] and label is not None and not selection.place.names
    is_measured = all(isinstance(one, Value) and _is_measure(vocabulary, one) for one in asked)
    coded = vocabulary.coded - vocabulary.actors
    if is_measured or (is_thing and label in coded):
        yield omission(reading, "word", 0, 0)


def asked_of_doers(reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "What do customers in Berlin buy?", where the customers themselves are told."""
    low = [word.low for word in reading.words]
    if (
        low[0] != "what"
        or low[1:2] not in (["do"], ["does"], ["did"])
        or len(low) <= len(("what", "do", "they"))
    ):
        return
    subject = reading.words[2 + (low[2] in ("the", "all", "each", "every", "our"))]
    shown = [one.value for one in selection.columns]
    is_subject = selection.place.span[0] == subject.start and not selection.place.names
    if is_subject and all(
        isinstance(one, Value) and one == Value(selection.place.key, span=one.span) for one in shown
    ):
        yield omission(reading, "word", 0, 1)


def _is_where_they_are(vocabulary: Vocabulary, reading: Reading, selection: Selection) -> bool:
    """ "Who was in the oldest band?", which is no band."""
    low = [word.low for word in reading.words[1:3]]
    begins = reading.words[2].end if len(reading.words) > 2 else 0
    is_in = low[:1] in (["is"], ["was"], ["are"], ["were"]) and low[1:] in (["in"], ["at"], ["on"])
    place = selection.place
    return is_in and not place.names and place.span[0] > begins and place.label not in vocabulary.persons


def _is_measure(vocabulary: Vocabulary, value: Value) -> bool:
    """Whether a property holds numbers, days or what is true or false, wherever it is held."""
    held = (*vocabulary.properties, *vocabulary.relation_properties)
    kinds = {one.kind for one in held if one.name == value.property}
    return bool(kinds) and kinds <= {"number", "year", "date", "boolean"}
