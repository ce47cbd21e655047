"""One who is something of a thing, by a noun that is only like the words of a relation: "the mayor of X".

All citizens of X are no answer to that, although a mayor is something like a citizen.
"""

from __future__ import annotations

from collections.abc import Iterator

from motif.graphs.distinct import distinct
from motif.graphs.meaning import Condition, Omission, Selection, Value
from motif.planners.meaning.drafts import Draft, Link
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.relating import Relator
from motif.planners.reading.marks import Reading

ONE = 1.5
"""Things at most, on average, that a relation leads to where it leads to one."""


NEAR = 0.75
"""Evidence from which on a noun is as good as a relation's own: a "CEO" of its "chief executive"."""


def taken_for_many(
    linker: Linker, reading: Reading, draft: Draft, selection: Selection
) -> Iterator[Omission]:
    """The noun for one thing that nothing but a relation to many is like."""
    at = _lone_noun(reading)
    asked = [column.value for column in selection.columns if not column.is_besides]
    if at is None or at not in draft.used or asked != [Value(selection.place.key)]:
        return
    relator = Relator(linker, reading)
    for link in draft.links:
        near = draft.spots[link.near]
        if (
            link.near != 0
            or _has_value(link)
            or near.names
            or near.at >= 0
            or not draft.spots[link.far].names
        ):
            continue
        relations = [one for one in linker.vocabulary.relations if one.type == link.type]
        evidence = [relator.evidence(one, [at]) for one in relations]
        is_guess = all(one.score < NEAR and (one.is_like or not one.score) for one in evidence)
        if is_guess and _leads_to_many(linker, link):
            span = reading.span(at, at)
            yield Omission("relation", span, reading.question[slice(*span)])
            return


def _lone_noun(reading: Reading) -> int | None:
    """The noun of "who is the mayor of X", "what was the capital of X"; None for another question."""
    low = [word.low for word in reading.words]
    if (
        len(low) < 6
        or low[0] not in ("who", "what", "which")
        or low[1] not in ("is", "was")
        or low[2] != "the"
    ):
        return None
    is_one = low[4] in ("of", "for", "in", "at") and low[3] == reading.words[3].lemma
    return 3 if is_one else None


def _has_value(link: Link) -> bool:
    """Whether the noun is a value of the relationship, the role of a commander."""
    return any(isinstance(one, Condition) and one.operator == "=" for one in link.where)


def _leads_to_many(linker: Linker, link: Link) -> bool:
    """Whether a relation joins what is named to several things, as a rule."""
    table = linker.vocabulary.projection.relationships
    ends = (table.target if link.forward else table.sources)[table.type == table.types.index(link.type)]
    return len(ends) > ONE * len(distinct(ends))
