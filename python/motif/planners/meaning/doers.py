"""What is asked for by what it does: "which actors", "who", "those with the highest average rating"."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from functools import cached_property

from motif.graphs.meaning import NOWHERE
from motif.planners.meaning.drafts import Draft, Link, Spot
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.measuring import measured
from motif.planners.meaning.person_nouns import persons_in_role
from motif.planners.meaning.request import Request
from motif.planners.meaning.schema_words import Relation
from motif.planners.reading.lemmas import is_past
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

IMPERSONAL = -0.9
"""Where "who" would be no person."""


@dataclasses.dataclass
class Doers:
    """Reads who is asked for in one question; ``taken`` are the words of columns, which say nothing of that."""

    linker: Linker
    reading: Reading
    taken: frozenset[int] = frozenset()

    @cached_property
    def _role(self) -> tuple[int, list[tuple[Relation, str]]]:
        """The noun for what is asked for where it stands for an end of relations ("Which actors …"), and these.

        "The 5 youngest" and "how many" before it say which and how many are wanted.
        """
        words, asking = (
            self.reading.words,
            listed("asking", "opening") | {"which", "who", "all", "top", "first", "name", "names", "of"},
        )
        spans = [(one.first, one.last) for one in self.reading.measures]
        spans += [(one.first, one.last) for one in self.reading.numbers]
        spans += [(one.first, one.last) for one in self.reading.of("count")]
        passed = {at for first, last in spans for at in range(first, last + 1)} | self.taken
        passed |= {  # "the roles played by actors"
            at + more
            for at in range(len(words) - 1)
            for more in (1, 2)
            if at in self.taken and is_past(words[at + 1].low) and [*words, *words][at + 2].low == "by"
        }
        said = (at for at, word in enumerate(words) if word.low not in asking and at not in passed)
        at = next(said, len(words))
        if at == len(words) or (at and words[at - 1].low == "who"):
            return at, []
        return at, persons_in_role(self.linker.vocabulary, words[at])

    @cached_property
    def _labels(self) -> frozenset[str]:
        """What does what is asked for."""
        return frozenset(label for _, label in self._role[1])

    def of_role(self, request: Request) -> list[Draft]:
        """Things that only their part in a relation tells of: "actors who also directed"."""
        at, roles = self._role
        found = []
        for one, label in roles if at not in request.taken else ():
            forward = label == one.source
            link = Link(0, 1, one.type, forward)
            draft = Draft((Spot(label, at=at),)).linked(link, Spot(one.target if forward else one.source))
            found.append(dataclasses.replace(draft, focus=0).using({at}))
        return found

    def in_doubt(self, request: Request, free: Draft) -> list[Draft]:
        """Things of the one label that a noun for an end of relations stands for, which may be told by what is further
        away: "composers born in Norway", in a town there. What they do is put to them at last, as `in_role` does."""
        at, _ = self._role
        labels = self._labels if at not in request.taken else frozenset[str]()
        return [Draft((Spot(label),), score=free.score) for label in labels if len(labels) == 1]

    def of_ranks(self, request: Request) -> list[Draft]:
        """Who has or does what only a rank tells of: "Who has the highest salary?", "… the highest average rating?"."""
        types = {
            owner
            for rank in request.ranks
            if rank.about is not None
            for sense in rank.about.of("property")
            for owner in sense.labels
        }
        persons = sorted(self.linker.vocabulary.persons) if self.asks_who else []
        found = [
            Draft((Spot(label),), score=-0.1) for label in persons if self._is_ranked(label, request, types)
        ]
        for one in self.linker.vocabulary.relations if self.asks_who else ():
            if one.type in types and one.source in self.linker.vocabulary.persons:
                draft = Draft((Spot(one.source),), score=-0.5)
                found.append(draft.linked(Link(0, 1, one.type, True), Spot(one.target)).changed(focus=0))
        return found

    def _is_ranked(self, label: str, request: Request, owners: Collection[str]) -> bool:
        """Whether persons have what a rank is about, said or by its adjective: "Who is the oldest?"."""
        own = self.linker.vocabulary.properties_of(label)
        said = [rank.measure.adjective for rank in request.ranks if rank.about is None]
        return label in owners or any(
            measured(adjective, one) for adjective in said if adjective for one in own
        )

    def in_role(self, draft: Draft, request: Request) -> Draft:
        """The draft whose things do what they are called by: "the actors born before 1940" act."""
        at, roles = self._role
        root = draft.spots[0]
        there = {link.type for link in draft.links if 0 in (link.near, link.far) and not link.negated}
        if at in request.taken or root.names or root.at == at or there & {one.type for one, _ in roles}:
            return draft
        for one, label in roles:
            if root.label == label:
                forward = label == one.source
                link = Link(0, len(draft.spots), one.type, forward)
                grown = draft.linked(link, Spot(one.target if forward else one.source)).using({at})
                return dataclasses.replace(grown, focus=draft.focus, last=draft.last)
        return draft

    def called_by_role(self, draft: Draft) -> Draft:
        """The draft whose things are said by what they do, where nothing else says them: "the top 5 actors"."""
        at, roles = self._role
        types = {one.type for one, label in roles if label == draft.spots[0].label}
        does = any(link.type in types and 0 in (link.near, link.far) for link in draft.links)
        if draft.spots[0].span != NOWHERE or not does:
            return draft
        root = dataclasses.replace(draft.spots[0], span=self.reading.span(at, at), at=at)
        return dataclasses.replace(draft, spots=(root, *draft.spots[1:]))

    def cost(self, draft: Draft) -> float:
        """What it costs that "who" is answered by no person, and "which actors" by what does not act."""
        labels, root = self._labels, draft.spots[0]
        is_said = root.at == self._role[0]  # growers are no orchards, which are grown
        if labels and root.label not in labels and not root.names and not is_said:
            return IMPERSONAL
        persons = self.linker.vocabulary.persons
        return (
            IMPERSONAL if self.asks_who and persons and root.label not in persons and not root.names else 0.0
        )

    @cached_property
    def asks_who(self) -> bool:
        """Whether a person is asked for."""
        return bool({word.low for word in self.reading.words[:3]} & {"who", "whom"})
