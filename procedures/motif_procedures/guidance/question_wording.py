"""The words of an example without a language model: a question, and one assertion for each triple."""

from __future__ import annotations

from collections.abc import Sequence

from motif_procedures.erqa.relation_phrases import clause, type_word
from motif_procedures.guidance.masking import Masked

_ANYTHING = "thing"


def assertions(triples: Sequence[tuple[str, str, str]]) -> tuple[str, ...]:
    """Each triple as a sentence.

    >>> assertions([("[ENT1]", "directed_by", "Michael Mann"), ("Heat", "genre", "[ENT2]")])
    ('[ENT1] is directed by Michael Mann.', 'Heat has the genre [ENT2].')
    """
    return tuple(f"{head} {clause(relation, True, tail)}." for head, relation, tail in triples)


class QuestionWording:
    """The question that a schema graph asks, its triples one clause each, around the answer.

    Parameters
    ----------
    schema, triples
        The schema graph, and its triples in the words that are to be said; aligned.
    relations
        The graph's own relation of each triple: they tell what kind of thing stands at a place.
    kinds
        What each place is called, "" where that is not known.

    >>> schema = Masked((0, 0), (1, 2), (0, 1), ((1, 7),), 2)
    >>> triples = [("[ENT1]", "made by", "Mann"), ("[ENT1]", "has style", "[ENT2]")]
    >>> QuestionWording(schema, triples, ("directed_by", "has_genre"), ("film", "", ""))()
    'Which genre is the style of a film that is made by Mann?'
    """

    def __init__(
        self,
        schema: Masked,
        triples: Sequence[tuple[str, str, str]],
        relations: Sequence[str],
        kinds: Sequence[str],
    ) -> None:
        self._schema = schema
        self._triples = triples
        self._relations = relations
        self._kinds = kinds
        self._known = {place for place, _ in schema.entities}

    def __call__(self) -> str:
        answer = self._schema.answer
        return f"Which {self._kind(answer)} {self._clauses(answer, set())}?"

    def _clauses(self, place: int, said: set[int]) -> str:
        """What the triples that were not ``said`` say of ``place``; puts them there."""
        ends = list(zip(self._schema.heads, self._schema.tails, strict=True))
        near = [number for number, pair in enumerate(ends) if place in pair and number not in said]
        said.update(near)
        clauses = []
        for number in near:
            outgoing = ends[number][0] == place
            other = ends[number][1 if outgoing else 0]
            clauses.append(
                clause(self._triples[number][1], outgoing, self._phrase(other, number, outgoing, said))
            )
        return " and ".join(clauses)

    def _phrase(self, place: int, number: int, is_tail: bool, said: set[int]) -> str:
        """What stands for ``place`` in the triple ``number``: its name, or a description."""
        if place in self._known:
            return self._triples[number][2 if is_tail else 0]
        described = self._clauses(place, said)
        kind = self._kind(place)
        article = "an" if kind[0] in "aeiou" else "a"
        return f"{article} {kind} that {described}" if described else f"{article} {kind}"

    def _kind(self, place: int) -> str:
        """What a place is called, or what the relations say it is: the first that any says."""
        ends = zip(self._schema.heads, self._schema.tails, self._relations, strict=True)
        said = (type_word(relation, head == place) for head, tail, relation in ends if place in (head, tail))
        return self._kinds[place] or next((word for word in said if word), _ANYTHING)
