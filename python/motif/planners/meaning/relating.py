"""How well the words of a question say a relation, and which way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from motif.planners.meaning.fellows import fellows_in
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.property_words import is_of
from motif.planners.meaning.roles import is_called_by_whom, is_generic, role_of, way, way_behind
from motif.planners.meaning.schema_words import Relation, Words, words_in
from motif.planners.meaning.verbs import (
    alike_verbs,
    are_contrary,
    found_there,
    light_verbs,
    own_stems,
    reversed_verbs,
)
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

OUTRIGHT = 0.7
"""Evidence from which on words say a relation by themselves."""

SAME = 0.75
"""Of a verb that says much the same."""

LIKE, ALIKE = 0.25, 0.75
"""Likeness by the encoder that says nothing, and that says all."""

FAINT = 0.2
"""Of what is only like a relation: below it the words say, for all that is known, something else."""


_LASTING, _LONG = ("run", "last", "take", "live"), ("long", "short", "brief")
"""What a thing does that is longer than another: it runs nothing."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words for a relation.

    Attributes
    ----------
    score
        0 for none, 1 for all of its words.
    words
        Places of the words that it explains.
    is_like
        Whether they are only like the relation's words.
    behind
        Whether they stand behind what they lead to ("that X feeds on").
    is_mere
        Whether they say no more than that two things belong together ("linked to"): any relation, or the only one.
    """

    score: float = 0.0
    words: frozenset[int] = frozenset()
    behind: bool = False
    is_like: bool = False
    is_mere: bool = False

    @property
    def doubt(self) -> float:
        """How little is known that these words say the relation: 0 where they are its own."""
        return 1.0 - self.score if self.is_like else 0.0

    @property
    def faint(self) -> frozenset[int]:
        """The words, where they are hardly like the relation's: whoever "inspired" X need not be whom X made."""
        return self.words if self.is_like and self.score < FAINT else frozenset()


class Relator:
    """Compares words of one question with relations."""

    def __init__(self, linker: Linker, reading: Reading) -> None:
        self._linker, self._reading = linker, reading
        self._stems = [stem(word.text) for word in reading.words]
        for mark in reading.of("bringing_out"):  # what is brought out is released
            self._stems[mark.first] = stem("release")
        for mark in reading.of("partaking") if stem("take") not in self._related else ():
            self._stems[mark.last] = stem("participate")
        self._apart = {at: one for one in fellows_in(reading.words) for at in range(one.first, one.last + 1)}
        self._coming = {mark.first for mark in reading.of("coming_out")}
        once = [*reading.of("formerly"), *reading.of("now")]
        self._when = {at for mark in once for at in range(mark.first, mark.last + 1)}
        self._lasting = {
            at
            for at, word in enumerate(reading.words)
            if word.lemma in _LASTING
            and any(one.adjective in _LONG and at < one.first <= at + 2 for one in reading.measures)
        }
        self._light = frozenset((*light_verbs(reading), *found_there(reading)))
        self._turns: dict[str, set[str]] = {}
        self._says: dict[str, set[str]] = {}
        self._parts: dict[tuple[int, ...], tuple[list[int], list[int], set[str]]] = {}
        self._known: dict[tuple[str, tuple[int, ...], bool], Evidence] = {}
        self._outright: dict[tuple[str, tuple[int, ...]], list[tuple[Evidence, Relation, bool]]] = {}
        self._going: dict[tuple[Relation, frozenset[int], bool, tuple[int, ...]], float] = {}

    @cached_property
    def _is_titled(self) -> bool:
        written = [word.text for word in self._reading.words if word.kind == "word"]
        return 2 * sum(word[:1].isupper() for word in written) > len(written)

    @cached_property
    def _related(self) -> set[str]:
        """What the names of the graph's relations say."""
        kinds = {one.type: one.words for one in self._linker.vocabulary.relations}
        return {one for words in kinds.values() for one in own_stems(words)}

    def evidence(self, relation: Relation, said: Sequence[int], *, behind: bool = False) -> Evidence:
        """What the content words ``said`` say of a relation: its own words, else what is like them."""
        if self._apart:
            said = [at for at in said if at not in self._apart or self._apart[at].is_name_of(relation)]
        # it only comes out, and what is "former" or "current" is so by itself
        said = [
            at for at in said if at not in self._coming and at not in self._when and at not in self._lasting
        ]
        key = relation.type, tuple(said), behind
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._compared(relation, said, behind)
        return found

    def told_by(self, relation: Relation) -> object:
        """What is the same for relations of which words say the same: their type, but where some words are for one
        alone."""
        return relation if self._apart else relation.type

    def outright(self, label: str, said: Sequence[int]) -> list[tuple[Evidence, Relation, bool]]:
        """Relations from or to a label, and whether each goes out, that words say and are not only like."""
        key = label, tuple(said)
        if key not in self._outright:
            found, said_of = list[tuple[Evidence, Relation, bool]](), dict[str, Evidence]()
            for one, goes in self._linker.vocabulary.ways(label):
                if self._apart or one.type not in said_of:
                    said_of[one.type] = self.evidence(one, said)
                if (says := said_of[one.type]).score >= OUTRIGHT and not says.is_like:
                    found.append((says, one, goes))
            self._outright[key] = found
        return self._outright[key]

    def _compared(self, relation: Relation, said: Sequence[int], behind: bool) -> Evidence:
        own = set(own_stems(relation.words))
        words = self._reading.words
        hits = [at for at in said if self._stems[at] in own or words[at].text == relation.type]
        if not hits:
            loose, _, _ = self._parts_of(said)
            hits = [at for at in loose if role_of(relation, words[at]) is not None]
            if hits:
                return Evidence(0.9, frozenset(hits), behind)
            hits = [at for at in loose if _is_said_by(relation.words, self._stems[at])]
            hits = hits or [at for at in loose if self._stems[at] in self._turning(relation)]
            if hits:
                return Evidence(SAME, frozenset(hits), behind)
        if hits:
            missing = len(own) - len({self._stems[at] for at in hits})
            rest = [
                at
                for at in said
                if self._is_free(at)
                and not self._is_another(at, hits)
                and not self._is_others(at, hits)
                and not self._rather_says_other(at, relation)
            ]
            rest = rest if len(said) <= 2 else []
            return Evidence(1.0 - 0.25 * missing / len(own), frozenset((*hits, *rest)), behind)
        _, plain, telling = self._parts_of(said)
        said = [at for at in plain if not self._situates(at, relation)]
        if said and relation.source != relation.target and self._only_link(relation, said):
            return Evidence(0.0, frozenset(said), behind, is_mere=True)
        if not said or are_contrary(telling, own):
            return Evidence(behind=behind)  # whoever sells a thing need not have made it
        text = " ".join(self._reading.words[at].low for at in said)
        likeness = max(self._linker.likeness(text, relation.words.text), self._noun_likeness(said, relation))
        score = min(max((likeness - LIKE) / (ALIKE - LIKE), 0.0), 0.9)
        own_words = frozenset(at for at in said if self._is_free(at))
        return Evidence(score, own_words if score > 0 else frozenset(), behind, is_like=bool(score))

    def _parts_of(self, said: Sequence[int]) -> tuple[list[int], list[int], set[str]]:
        """Whichever the relation: those words that go on with no name; those that say more than how many there are or
        how it ended; and the stems of these but for words of places."""
        key = tuple(said)
        if key not in self._parts:
            words, outcomes = self._reading.words, table("relating")["outcomes"]
            loose = [at for at in said if not self._ends_name(at, said)]
            plain = [at for at in said if at not in self._light and words[at].lemma not in outcomes]
            situating = listed("words", "situating")
            telling = {self._stems[at] for at in plain if words[at].low not in situating}
            self._parts[key] = loose, plain, telling
        return self._parts[key]

    def _turning(self, relation: Relation) -> set[str]:
        """Verbs by which relationships begin or end, where it is known when: who joined a band is a member of it."""
        if relation.type not in self._turns:
            own = [one for one in self._linker.vocabulary.relation_properties if one.owner == relation.type]
            lists = (("begins", "joining"), ("finishes", "leaving"))
            alike = self._linker.vocabulary.properties_of(relation.source)  # who joined when, by themselves
            said = [
                verbs
                for times, verbs in lists
                if any(is_of(one, times) for one in own) and not any(is_of(one, times) for one in alike)
            ]
            found = {stem(word) for verbs in said for word in listed("spelling", verbs)}
            self._turns[relation.type] = found - self._related
        return self._turns[relation.type]

    def _only_link(self, relation: Relation, said: Sequence[int]) -> bool:
        """Whether words say of no relation which it is, "linked to", "classified under"; of one that says no more
        itself "which categories contain" is as little."""
        mere = _stems_of("linking")
        if is_generic(relation, self._linker.vocabulary.labels):
            mere |= _stems_of("generic")
        return all(self._stems[at] in mere for at in said)

    def _situates(self, at: int, relation: Relation) -> bool:
        """Whether a word says where something is, and a relation does not: who lives in Oslo follows nobody there."""
        if self._reading.words[at].low not in listed("words", "situating"):
            return False
        following = [word.low for word in self._reading.words[at + 1 : at + 2]]
        if following == ["on"]:  # "who sits on the board of X"
            return False
        nouns, of_places = listed("words", "places"), listed("relating", "places")
        ends = {words_in(label).lemmas[-1:] for label in (relation.source, relation.target)}
        leads = bool({*relation.words.lemmas} & (of_places | nouns)) or any({*one} & nouns for one in ends)
        return not leads

    def _is_free(self, at: int) -> bool:
        """Whether a word may belong to a relation that others say: no other relation's, and no part of a name."""
        word, before = self._reading.words[at].text, self._reading.words[at - 1].low if at else ""
        is_short = word.isupper() and before in ("the", "a", "an")  # "the CEO of"
        is_name = bool(before) and word[:1].isupper() and not is_short and not self._is_titled
        is_reflexive = word.lower() in listed("words", "reflexive") and not self._is_capital(at - 1)
        return self._stems[at] not in self._related and not is_name and not is_reflexive

    def _ends_name(self, at: int, said: Sequence[int]) -> bool:
        """Whether a word goes on with a name before it: the "Star" of "Hollow Star" plays in nothing."""
        goes_on = at > 1 and at - 1 not in said and self._is_capital(at) and self._is_capital(at - 1)
        return goes_on and not self._is_titled

    def _is_capital(self, at: int) -> bool:
        return at > 0 and self._reading.words[at].text[:1].isupper()

    def _is_another(self, at: int, hits: Sequence[int]) -> bool:
        """Whether "and" or "or" stands between a word and those that say the relation: "built or painted it"."""
        near = min(hits, key=lambda hit: abs(hit - at))
        between = self._reading.words[min(at, near) + 1 : max(at, near)]
        return any(word.low in ("and", "or", "nor") for word in between)

    def _rather_says_other(self, at: int, relation: Relation) -> bool:
        """Whether a verb tells of another relation's noun: "whose composer X taught", where there are students."""
        key = self._stems[at]
        if key not in self._says:
            kinds = {one.type: one.words for one in self._linker.vocabulary.relations}
            self._says[key] = {kind for kind, words in kinds.items() if is_called_by_whom(words, key)}
        return bool(self._says[key]) and relation.type not in self._says[key]

    def _is_others(self, at: int, hits: Sequence[int]) -> bool:
        """Whether a noun stands for others, who do it: "composed by rivals of X" is not composed by X."""
        words = self._reading.words
        near = max((hit for hit in hits if hit < at), default=at)
        is_by = any(word.low == "by" for word in words[near:at])
        return is_by and [word.low for word in words[at + 1 : at + 2]] == ["of"]

    def _noun_likeness(self, said: Sequence[int], relation: Relation) -> float:
        """Of the words one by one, where there are few."""
        if len(said) > 3:
            return 0.0
        text = relation.words.text
        return max(self._linker.likeness(self._reading.words[at].lemma, text) for at in said) * 0.95

    def goes_out(self, relation: Relation, found: Evidence, before: Sequence[int]) -> float:
        """How much the words say that what is spoken of does it (+) rather than what they lead to (-); 0 for neither.

        "X that feeds on Y": X does; "fed on by Y", "that Y feeds on", "the parent of Y": Y does.
        """
        key = relation, found.words, found.behind, tuple(before)
        if key not in self._going:
            self._going[key] = self._goes_out(relation, found, before)
        return self._going[key]

    def _goes_out(self, relation: Relation, found: Evidence, before: Sequence[int]) -> float:
        words = self._reading.words
        if found.behind:
            return (
                way_behind(relation, words, max(found.words), max(before, default=0)) if found.words else -1.0
            )
        texts = [words[at].low for at in before]
        if not found.words:
            return 0.4 if "have" in texts or "has" in texts else 0.0
        nouns = [at for at in found.words if role_of(relation, words[at]) is not None]
        return way(relation, words, max(nouns or found.words), before)


@lru_cache(maxsize=65536)
def _is_said_by(relation: Words, key: str) -> bool:
    """Whether a verb says the same as a relation's own words, or the same the other way round."""
    own = own_stems(relation)
    is_alike = any(one in alike_verbs(key) or one in reversed_verbs(key) for one in own)
    return is_alike or is_called_by_whom(relation, key)


@cache
def _stems_of(part: str) -> frozenset[str]:
    """The stems of a list of the table of relations."""
    return frozenset(map(stem, listed("relating", part)))
