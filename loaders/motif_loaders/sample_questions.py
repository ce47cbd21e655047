"""Questions to the sample graphs, in words and as patterns; anyone can check their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A question with its pattern, and how many of its answers to show.

    Every answer shown is exact: the graph holds at least ``top_k`` subgraphs that agree with the whole
    pattern.
    """

    text: str
    pattern: list[list[str]]
    top_k: int

    @property
    def configuration(self) -> dict[str, Any]:
        """The configuration of ``CALL motif.search``."""
        return {"topK": self.top_k}


WORLD = (
    SampleQuestion(
        "Which neighbours of Germany use another currency?",
        [
            ["Germany", "NEIGHBOUR_OF", "?country"],
            ["Germany", "USES_CURRENCY", "?own"],
            ["?country", "USES_CURRENCY", "?other"],
        ],
        top_k=4,
    ),
    SampleQuestion(
        "Which countries lie between France and Germany?",
        [["?country", "NEIGHBOUR_OF", "France"], ["?country", "NEIGHBOUR_OF", "Germany"]],
        top_k=3,
    ),
    SampleQuestion(
        "Which languages have Belgium and Switzerland in common?",
        [["Belgium", "HAS_LANGUAGE", "?language"], ["Switzerland", "HAS_LANGUAGE", "?language"]],
        top_k=2,
    ),
    SampleQuestion(
        "What is the capital of the country that Tasmania is a province of?",
        [["Tasmania", "PROVINCE_OF", "?country"], ["?country", "HAS_CAPITAL", "?capital"]],
        top_k=1,
    ),
    SampleQuestion(
        "Which countries in Central Asia border China, and what is their capital?",
        [
            ["?country", "IN_SUBREGION", "Central Asia"],
            ["?country", "NEIGHBOUR_OF", "China"],
            ["?country", "HAS_CAPITAL", "?capital"],
        ],
        top_k=3,
    ),
    SampleQuestion(
        "Which two neighbours of Switzerland border each other and share one of its languages?",
        [
            ["Switzerland", "NEIGHBOUR_OF", "?one"],
            ["Switzerland", "NEIGHBOUR_OF", "?other"],
            ["?one", "NEIGHBOUR_OF", "?other"],
            ["Switzerland", "HAS_LANGUAGE", "?language"],
            ["?one", "HAS_LANGUAGE", "?language"],
            ["?other", "HAS_LANGUAGE", "?language"],
        ],
        top_k=3,
    ),
)
"""Questions to the graph ``world``: a star with two unknowns kept apart, joins, paths, and a triangle."""

WORLD_MATCHES = (
    SampleQuestion(
        "Every country that borders France and Germany and pays in euro",
        [
            ["?country", "NEIGHBOUR_OF", "France"],
            ["?country", "NEIGHBOUR_OF", "Germny"],
            ["?country", "USES_CURRENCY", "Euro"],
        ],
        top_k=10,
    ),
    SampleQuestion(
        "Which country borders Portugal and Germany?",
        [["?country", "NEIGHBOUR_OF", "Portugal"], ["?country", "NEIGHBOUR_OF", "Germany"]],
        top_k=2,
    ),
)
"""Patterns for ``world`` of which every exact match is wanted: one with a misspelt name, one that nothing matches."""

REGISTRY = (
    SampleQuestion(
        "Which ontologies build on both the PATO and the NCBI Taxonomy?",
        [
            ["?ontology", "DEPENDS_ON", "PATO - the Phenotype And Trait Ontology"],
            ["?ontology", "DEPENDS_ON", "NCBI Taxonomy"],
        ],
        top_k=3,
    ),
    SampleQuestion(
        "Which databases give entries of UniProt and are listed in Pathguide?",
        [["?database", "PROVIDES", "UniProt Protein"], ["?database", "LISTED_IN", "Pathguide"]],
        top_k=4,
    ),
    SampleQuestion(
        "Which resources of the European Bioinformatics Institute are about proteins?",
        [
            ["?resource", "OWNED_BY", "European Bioinformatics Institute"],
            ["?resource", "HAS_KEYWORD", "protein"],
        ],
        top_k=3,
    ),
    SampleQuestion(
        "Which resources about phenotypes appear in the Sickle Cell Disease Ontology?",
        [
            ["?ontology", "APPEARS_IN", "Sickle Cell Disease Ontology"],
            ["?ontology", "HAS_KEYWORD", "phenotype"],
        ],
        top_k=3,
    ),
    SampleQuestion(
        "Which papers describe a freely licensed resource of the domain of phenotypes?",
        [
            ["?resource", "IN_DOMAIN", "phenotype"],
            ["?resource", "HAS_LICENSE", "CC-BY-4.0"],
            ["?resource", "DESCRIBED_BY", "?paper"],
        ],
        top_k=2,
    ),
    SampleQuestion(
        "Which ontologies does the Planarian Phenotype Ontology need both itself and through another?",
        [
            ["Planarian Phenotype Ontology", "DEPENDS_ON", "?first"],
            ["?first", "DEPENDS_ON", "?second"],
            ["Planarian Phenotype Ontology", "DEPENDS_ON", "?second"],
        ],
        top_k=2,
    ),
)
"""Questions to the graph ``registry``."""

WORLD_STEPS = (
    "Which countries with more than 100 million inhabitants border China?",
    "What are the three largest cities in countries of South America?",
)
"""Questions with numbers and an order, for plans of steps."""

REGISTRY_STEPS = ("Which publications after 2022 describe resources with the keyword phenotype?",)
"""As `WORLD_STEPS`."""

WORLD_WORDS = (
    "Which languages are spoken in the country whose capital is Nairobi?",
    "Which countries border both France and Germany?",
    "How many countries are in Africa?",
    "What is the most populous city in Australia?",
)
"""Questions to the graph ``world`` in words alone."""

REGISTRY_WORDS = (
    "Which license does ChEBI have?",
    "Which ontologies depend on NCBI Taxonomy?",
)
"""Questions to the graph ``registry`` in words alone."""

WORLD_COMMUNITIES = (("countries around the Baltic Sea", {"topK": 1, "minSize": 8}),)
"""Questions to the graph ``world`` that a community answers, each with its configuration."""

REGISTRY_CHUNKS = (("databases of RNA and the proteins that bind to it", {"seeds": 3, "neighbours": 3}),)
"""Questions to the descriptions of the graph ``registry``, each with its configuration."""

WORLD_CLAIMS = ("The capital of Australia is Canberra.", "The capital of Australia is Sydney.")
"""Claims about the graph ``world``, one true and one false."""


@dataclass(frozen=True, slots=True)
class SampleTrace:
    """Schema triples for a question, the projection that they are traced in, and what of the graph that holds."""

    text: str
    graph: str
    relationship_types: tuple[str, ...]
    triples: list[list[str]]
    configuration: dict[str, Any]


WORLD_TRACES = (
    SampleTrace(
        text="What is spoken in the countries next to the one whose capital is Vienna?",
        graph="atlas",
        relationship_types=(
            *("HAS_CAPITAL", "NEIGHBOUR_OF", "HAS_LANGUAGE", "USES_CURRENCY"),
            *("IN_SUBREGION", "IN_CONTINENT"),
        ),
        triples=[
            ["[ENT1]", "seat of government", "Vienna"],
            ["[ENT1]", "shares a border with", "[ENT2]"],
            ["[ENT2]", "people speak", "[ENT3]"],
        ],
        configuration={"strategy": "breadth", "answer": "ENT3", "topK": 5},
    ),
)
"""Questions whose triples say the relations of the graph ``world`` in other words."""
