"""Which words of a question hardly name anything: ordinary ones, and those that the graph's schema is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from motif.graphs.projection import Projection
from motif.indexes.names import normalise, readable
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import LANGUAGES, table, words

FUNCTION_WORDS_BY_LANGUAGE: Mapping[str, frozenset[str]] = {
    table("binding", code)["language"]: words("binding", "binding", code) for code in LANGUAGES
}
"""Words that bind others, normalised, of the languages most often asked in."""

FUNCTION_WORDS = frozenset[str]().union(*FUNCTION_WORDS_BY_LANGUAGE.values())
"""Those of all languages."""

COMMON_WORDS = words("common", "common")
"""Words that questions are made of, in English, normalised: they name something only when they are written so."""


def languages_of(asked: Iterable[str]) -> list[str]:
    """The languages of `FUNCTION_WORDS_BY_LANGUAGE` that know most of some normalised words; English for none.

    >>> languages_of("welche filme hat er gedreht".split()), languages_of("films like the con".split())
    (['German'], ['English'])
    """
    said = list(asked)
    hits = {name: sum(word in known for word in said) for name, known in FUNCTION_WORDS_BY_LANGUAGE.items()}
    best = max(hits.values())
    return [name for name, count in hits.items() if count == best] if best else ["English"]


class SchemaWords:
    """The words of a graph's labels, relations and property names, by their stems.

    >>> from motif.catalog.triples import from_triples
    >>> words = SchemaWords(from_triples([("Heat", "directed_by", "Mann")], {"Heat": "Film"}))
    >>> words.holds("films"), words.holds("directors"), words.holds("heat")
    (True, True, False)
    """

    def __init__(self, projection: Projection) -> None:
        links = projection.relationships
        texts = [*projection.labels, *links.relations, *links.types]
        texts += [*projection.nodes.properties, *links.properties]
        self._whole = {normalise(readable(text)) for text in texts}
        self._stems = stems_of(texts)
        self.property_stems = {name: stems_of([name]) for name in projection.nodes.properties}
        self.label_stems = {label: stems_of([label]) for label in projection.labels}
        self.relation_stems = [stems_of([relation]) for relation in links.relations]

    def holds(self, word: str) -> bool:
        """Whether a normalised word is one of them, in whatever form."""
        return stem(word) in self._stems

    def is_name(self, text: str) -> bool:
        """Whether ``text`` is the whole name of a label, relation or property."""
        return normalise(readable(text)) in self._whole


def stems_of(texts: Iterable[str]) -> frozenset[str]:
    """Stems of the words of names of labels or relations, without the words that bind others."""
    words = {word for text in texts for word in normalise(readable(text)).split()}
    return frozenset(stem(word) for word in words - FUNCTION_WORDS)
