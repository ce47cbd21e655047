"""What is done most, or most often: by which relation or by which number that is told."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from motif.planners.meaning.anchors import content
from motif.planners.meaning.counting import commonest_relation
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.relating import OUTRIGHT, Evidence, Relator
from motif.planners.meaning.request import Rank, Request
from motif.planners.meaning.schema_words import Property, Relation
from motif.planners.meaning.senses import Piece, Sense
from motif.planners.meaning.tallies import tally_of
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading


@dataclass(frozen=True, slots=True)
class Frequency:
    """Knows by what the things of the drafts of one question are common."""

    linker: Linker
    reading: Reading

    def told(self, draft: Draft, request: Request) -> Draft:
        """The draft with the words that say by what things are common, "the most frequently ordered products", and how
        little is known that they do."""
        if (rank := self.instead(draft, request)) is not None and rank.about is not None:
            return draft.using(set(range(rank.about.first, rank.about.last + 1)))
        is_so = bool(request.frequent) and not request.ranks and not request.columns
        found = self.commonest(draft, request) if is_so and not self.joined(draft) else None
        if found is None:
            return draft
        n_ways = len(list(self.linker.vocabulary.ways(draft.spots[0].label)))
        guessed = draft.guessed + (found[2].is_like and n_ways > 1)
        return dataclasses.replace(
            draft.using(found[2].words), doubt=draft.doubt + found[2].doubt, guessed=guessed
        )

    def instead(self, draft: Draft, request: Request) -> Rank | None:
        """The property that "the most viewed pages" are ranked by, where no relation says what was done, or where the
        property counts it."""
        if request.done is None:
            return None
        at, measure = request.done
        own = self.linker.vocabulary.properties_of(draft.spots[0].label)
        if (tally := self.tally(draft, at)) is not None:
            return Rank(measure, Piece(at, at, (Sense("property", 1.0, (tally.owner,), (), tally.name),)))
        if self.says(draft, at):
            return None
        said = stem(self.reading.words[at].text)
        found = [one for one in own if one.kind == "number" and said in one.words.stems]
        senses = [Sense("property", 1.0, (one.owner,), (), one.name) for one in found[:1]]
        return Rank(measure, Piece(at, at, tuple(senses))) if senses else None

    def tally(self, draft: Draft, at: int) -> Property | None:
        """The property of the things that counts what was done to them; None where it is said by what it was done."""
        label = draft.spots[0].label
        tied = {link.type for link in draft.links}
        relator = Relator(self.linker, self.reading)
        says = (
            relator.evidence(one, [at]) for one, _ in self.linker.vocabulary.ways(label) if one.type in tied
        )
        if any(found.score >= OUTRIGHT and not found.is_like for found in says):
            return None
        return tally_of(self.linker.vocabulary.properties_of(label), self.reading.words[at].low)

    def says(self, draft: Draft, at: int) -> bool:
        """Whether a word says a relation of the things by itself."""
        relator = Relator(self.linker, self.reading)
        ways = self.linker.vocabulary.ways(draft.spots[0].label)
        said = (relator.evidence(one, [at]) for one, _ in ways)
        return any(found.score >= OUTRIGHT and not found.is_like for found in said)

    def joined(self, draft: Draft) -> list[int]:
        """Places that are joined to the things and not named."""
        return [link.far for link in draft.links if link.near == 0 and not draft.spots[link.far].names]

    def commonest(self, draft: Draft, request: Request) -> tuple[Relation, bool, Evidence] | None:
        """The relation by which things are common, where all that is said says it; None for none."""
        said = [at for at in self.unused(draft, request) if at != draft.spots[0].at]
        relator = Relator(self.linker, self.reading)
        found = commonest_relation(self.linker.vocabulary, relator, draft, said)
        return None if found is None or set(said) - found[2].words else found

    def unused(self, draft: Draft, request: Request) -> list[int]:
        taken = draft.used | request.taken
        return content(self.reading, [at for at in range(len(self.reading.words)) if at not in taken])
