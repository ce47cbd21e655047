"""Which of the relations between two things is meant, where the question says it by no word of its own."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from typing import NamedTuple

from motif.planners.meaning.drafts import Draft, Link, Spot
from motif.planners.meaning.facts import Between, Way
from motif.planners.meaning.relating import OUTRIGHT, Evidence
from motif.planners.meaning.roles import does, is_generic, is_made
from motif.planners.meaning.schema_words import Relation
from motif.planners.meaning.senses import Anchor
from motif.planners.meaning.ties import Tie
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import Reading

COMMONER = 0.1
"""Where nothing says which relation is meant: rather the commoner one."""
UNTOLD = -0.15
"""Of a relation whose name says something that the question does not."""
UNHELD = -0.4
"""Of a relation that no words say and that what is named has not."""
IN_PLACE = 0.3
"""Where the preposition of a relation that says no more is said: "in India", of `IN_COUNTRY`."""
OWN = 0.15
"""Where a noun for one end is that of who does it: "players of X" play for it, and were not drafted by it."""
MADE = 0.05
"""Where "by" alone says who made things, and a relation says that somebody did."""
BY = 0.35
"""Where it is said besides by whom, or whose they are: "posts by X" were posted by it."""


AGAINST = -1.0
"""Of a relation that the preposition before what is named speaks against: nobody sends to himself."""

_TOWARDS = ("to", "for")
_PLACED = {*_TOWARDS, "by", "from", "of", "in", "at", "on", "with", "have", "be"}


class Directed(NamedTuple):
    """Ways that a preposition speaks for, and such as it speaks against."""

    by: frozenset[Way] = frozenset()
    against: frozenset[Way] = frozenset()

    def told(self, way: Way, found: Evidence, others: Evidence) -> Evidence:
        """What words say of a way, ``others`` being what they say of those against: "sent to" says the other one."""
        if way not in self.by or found.score >= OUTRIGHT or found.words - others.words:
            return found
        return dataclasses.replace(found, score=OUTRIGHT, words=found.words | others.words, is_like=False)


class TieChooser:
    """Tells how likely ties are in one question; ``told`` are types of which a property is asked for that nothing else
    has."""

    def __init__(
        self, vocabulary: Vocabulary, reading: Reading, anchors: Sequence[Anchor], told: frozenset[str]
    ) -> None:
        self._vocabulary, self._reading, self._told = vocabulary, reading, told
        self._doing: dict[tuple[str, bool, int], bool] = {}
        self._counted = {one.first: one.last for one in anchors if one.bound is not None}  # "3 members"

    def tie(
        self,
        draft: Draft,
        link: Link,
        spot: Spot,
        found: Evidence,
        way: Way,
        between: Between,
        more: float,
        anchor: Anchor,
    ) -> Tie:
        """A link to ``spot``, likelier by ``more``: where no words say which of several ways it is, rather a common one
        that says little, and rather one that the graph holds of what is named."""
        parent = draft.spots[link.near]
        relation, forward = way
        more += IN_PLACE * self._is_in_place(relation, anchor)
        label = parent.label or (relation.source if forward else relation.target)
        is_told = relation.type in self._told and relation.source != relation.target
        if (found.words and not found.is_mere) or is_told:
            return Tie(draft.score + more, link, label, found)
        untold = not is_generic(relation, self._vocabulary.labels)
        ways, held = between.ways, between.held
        is_own = self._does(relation, parent.at) or self._does(relation, spot.at)
        is_by = is_own and (self._is_made_by(relation, parent.at) or self._is_made_by(relation, spot.at))
        makers = [] if is_own else self._makers(held, anchor)
        if way in makers:
            return Tie(draft.score + MADE + more, link, label, found, False, len(makers) > 1, False)
        is_general = way == between.general  # "cities in India" are not its capital
        is_guessed = (len(held or ways) > 1 and not is_own and not is_general) or way not in held
        commoner = relation.count / between.n_relationships - 1
        bare = UNHELD if held and way not in held else 0.0
        score = (
            draft.score + (COMMONER * commoner + UNTOLD * untold + bare + OWN * is_own + BY * is_by) + more
        )
        return Tie(score, link, label, found, not is_own, is_guessed and len(ways) > 1, untold)

    def directed(self, between: Between, anchor: Anchor) -> Directed:
        """Ways that the preposition before an anchor speaks for and against, where there are of both: a letter "to X"
        or "for X" is `ADDRESSED_TO` it, and X did not `WRITE` it; one "from X" it did."""
        before = [self._reading.words[at].low for at in anchor.before[-2:]]
        said = [word for word in before if word not in ("the", "a", "an", "our")][-1:]
        if said not in (["to"], ["for"], ["from"]):
            return Directed()
        leads = frozenset(way for way in between.ways if way[1] and way[0].words.lemmas[-1] in _TOWARDS)
        does = frozenset(way for way in between.ways if not way[1] and not {*way[0].words.lemmas} & _PLACED)
        if not leads or not does:
            return Directed()
        return Directed(does, leads) if said == ["from"] else Directed(leads, does)

    def _makers(self, held: Collection[Way], anchor: Anchor) -> list[Way]:
        """Of the ways that the graph holds those that say who made things, where "by" alone does: "films by X"."""
        before = [self._reading.words[at].low for at in anchor.before]
        if before[-1:] != ["by"] or before[:-1] or not anchor.has("name"):
            return []
        return [(one, forward) for one, forward in held if forward == _is_passive(one) and _makes(one)]

    def _is_in_place(self, relation: Relation, anchor: Anchor) -> bool:
        """Whether a preposition and what follows are all that a relation is called by: `IN_COUNTRY`, "in India"."""
        before = [self._reading.words[at].low for at in anchor.before[-2:]]
        said = [word for word in before if word not in ("the", "a", "an")][-1:]
        return said == [relation.words.lemmas[0]] and is_generic(relation, self._vocabulary.labels)

    def _does(self, relation: Relation, at: int) -> bool:
        """Whether a word, if there is one, is a noun for who does what a relation says, or for whom it is done to."""
        key = relation.type, relation.source == relation.target, at
        at = self._counted.get(at, at)
        found = self._doing.get(key)
        if found is None:
            found = self._doing[key] = at >= 0 and does(relation, self._reading.words[at])
        return found

    def _is_made_by(self, relation: Relation, at: int) -> bool:
        """Whether a noun for what a relation makes stands with whose it is: "posts by X", "their posts"."""
        words = self._reading.words
        if at < 0 or not is_made(relation, words[at]):
            return False
        is_by = [word.low for word in words[at + 1 : at + 2]] == ["by"]
        return is_by or (at > 0 and words[at - 1].low in ("their", "his", "her", "its", "'s"))


def _is_passive(relation: Relation) -> bool:
    """Whether a relation leads to who did it: `DIRECTED_BY`."""
    return relation.words.lemmas[-1] == "by"


def _makes(relation: Relation) -> bool:
    """Whether a relation says how a thing came to be."""
    verbs = table("relating")["making"]
    return bool({*verbs} & {*relation.words.lemmas} or {*map(stem, verbs)} & {*relation.words.stems})
