"""Entities and relations without a model: what stands in one sentence is related, and the sentence says how."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from motif_loaders.drafts import ChunkDraft, EntityDraft, Extraction, RelationDraft
from motif_loaders.mentions import NameFinder
from motif_loaders.sentences import prose_of, split_sentences

CO_OCCURS = "co-occurs with"
"""The relation of two entities of one sentence."""

_SIGN = re.compile(r"[{}\[\]<>=$|#_/\\@*()│─]|::")

CHARACTERS_PER_TOKEN = 4
"""How tokens are estimated, as for language models that do not count them."""


@dataclass(frozen=True, slots=True)
class CooccurrenceExtractor:
    """The `Extractor` that needs no model. Entities are those of the chunks' metadata.

    Two entities are related when they stand in one sentence, or in one row of a table, at most ``reach`` entities
    apart; so a sentence of four relates all six pairs, and one of 15, an enumeration, 39 instead of 105. Two entities
    have one relation in a chunk, with the first such sentence as its description.

    Parameters
    ----------
    reach
        Entities from one to the other in their order in the sentence.
    partners
        Others that one entity is related to in one chunk: those it shares most sentences with, then those that come
        first. What a page is about stands in every sentence of it, and would be tied to everything.
    longest
        Characters of a sentence; what is longer, and what has a bracket, a sign of programs or the like for every four
        words, is a listing or code, and relates and describes nothing.
    tokens
        Of an entity's description, in all (DA-RAG, paper 004, appendix B).

    >>> from motif_loaders.drafts import Annotated
    >>> found = Annotated(entities=(EntityDraft("Ada Lovelace"), EntityDraft("Charles Babbage")))
    >>> chunk = ChunkDraft("c", "d", 0, "Ada Lovelace wrote to Charles Babbage. She was a countess.").annotated(found)
    >>> [extraction] = CooccurrenceExtractor()([chunk])
    >>> extraction.relations[0].source, extraction.relations[0].target, extraction.relations[0].description
    ('Ada Lovelace', 'Charles Babbage', 'Ada Lovelace wrote to Charles Babbage.')
    """

    reach: int = 3
    partners: int = 8
    longest: int = 600
    tokens: int = 500

    def __call__(self, chunks: Sequence[ChunkDraft], /) -> Iterator[Extraction]:
        """The entities of each chunk's metadata, described by its sentences, and the relations among them."""
        for chunk in chunks:
            if chunk.metadata.entities:
                yield self._extraction(chunk)

    def merge(self, name: str, descriptions: Sequence[str], /) -> str:
        """The sentences of ``descriptions``, each once, as many as ``tokens`` allow.

        Those that begin with the name, which mostly say what it is, come first; then those of the earliest chunks.

        >>> CooccurrenceExtractor().merge("Ada", ["They wrote to Ada.", "Ada was a countess."])
        'Ada was a countess. They wrote to Ada.'
        """
        sentences = list(dict.fromkeys(part for text in descriptions for part in split_sentences(text)))
        sentences.sort(key=lambda sentence: not _begins_with(sentence, name))
        return _bounded(sentences, self.tokens * CHARACTERS_PER_TOKEN)

    def _extraction(self, chunk: ChunkDraft) -> Extraction:
        names = [entity.name for entity in chunk.metadata.entities]
        finder = NameFinder(names)
        found = [(text, finder.find(text)) for text in _sentences(chunk) if len(text) <= self.longest]
        entities = [_described(entity, found) for entity in chunk.metadata.entities]
        return Extraction(chunk.id, tuple(entities), tuple(self._relations(found)))

    def _relations(self, found: Sequence[tuple[str, Sequence[str]]]) -> Iterator[RelationDraft]:
        shared: Counter[tuple[str, str]] = Counter()
        first: dict[tuple[str, str], tuple[str, str, str]] = {}
        for sentence, names in found:
            for source, target in _near(names, self.reach):
                pair = (min(source, target), max(source, target))
                shared[pair] += 1
                first.setdefault(pair, (source, target, sentence))
        taken: Counter[str] = Counter()
        for pair in sorted(first, key=lambda pair: -shared[pair]):  # stable: then those that come first
            if all(taken[name] < self.partners for name in pair):
                taken.update(pair)
                source, target, sentence = first[pair]
                yield RelationDraft(source, CO_OCCURS, target, sentence)


def _sentences(chunk: ChunkDraft) -> list[str]:
    """The sentences of a text; of a table what stands before its rows, then each row."""
    text = chunk.text if chunk.table is None else chunk.table.summary
    about = [
        " ".join(sentence.split()) for sentence in split_sentences(prose_of(text)) if _is_prose(sentence)
    ]
    if chunk.table is None:
        return about
    return [*about, *(" | ".join(cell for cell in row if cell.strip()) for row in chunk.table.rows)]


def _is_prose(sentence: str) -> bool:
    """Whether words make the sentence, and not signs.

    >>> _is_prose("It cost 1.1 million (in 1995), e.g. little."), _is_prose("f(x) = {'a': [1]} # sum")
    (True, False)
    """
    return 4 * len(_SIGN.findall(sentence)) <= max(8, len(sentence.split()))


def _near(names: Sequence[str], reach: int) -> Iterator[tuple[str, str]]:
    """Pairs of ``names`` that are at most ``reach`` apart."""
    for (place, source), (other, target) in combinations(enumerate(names), 2):
        if other - place <= reach:
            yield source, target


def _described(entity: EntityDraft, found: Sequence[tuple[str, Sequence[str]]]) -> EntityDraft:
    """``entity`` with what the chunk says of it: the sentence that begins with it, else the first that names it."""
    if entity.description:
        return entity
    mentions = [sentence for sentence, names in found if entity.name in names]
    best = min(mentions, key=lambda sentence: not _begins_with(sentence, entity.name), default="")
    return EntityDraft(entity.name, entity.type, best)


def _begins_with(sentence: str, name: str) -> bool:
    head = sentence.casefold().removeprefix("the ").removeprefix("a ").removeprefix("an ")
    return head.startswith(name.casefold())


def _bounded(sentences: Sequence[str], characters: int) -> str:
    """The sentences that fit, in order; the first is cut where it alone is too long."""
    written: list[str] = []
    left = characters
    for sentence in sentences:
        if len(sentence) + 1 > left:
            continue
        written.append(sentence)
        left -= len(sentence) + 1
    return " ".join(written) if written else "".join(sentences[:1])[:characters]
