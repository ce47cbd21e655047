"""What stands in one sentence is related, within bounds; descriptions are sentences of the text."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif_loaders.cooccurrence import CO_OCCURS, CooccurrenceExtractor
from motif_loaders.drafts import Annotated, ChunkDraft, EntityDraft, Extraction, RelationDraft, TableSegment
from motif_loaders.mentions import NameFinder

TEXT = (
    "The Analytical Engine was designed by Charles Babbage. Ada Lovelace wrote a program for the Analytical Engine. "
    "It ran never. Charles Babbage praised Ada Lovelace."
)


def chunk_of(text: str, *names: str, table: TableSegment | None = None) -> ChunkDraft:
    entities = tuple(EntityDraft(name) for name in names)
    return ChunkDraft("c1", "d1", 0, text, table=table).annotated(Annotated(entities=entities))


def extracted(chunk: ChunkDraft, **options: int) -> Extraction:
    [extraction] = CooccurrenceExtractor(**options)([chunk])
    return extraction


def test_entities_of_a_sentence_are_related_by_it() -> None:
    found = extracted(chunk_of(TEXT, "Charles Babbage", "Ada Lovelace", "Analytical Engine", "Byron"))
    assert set(found.relations) == {
        RelationDraft(
            "Analytical Engine",
            CO_OCCURS,
            "Charles Babbage",
            "The Analytical Engine was designed by Charles Babbage.",
        ),
        RelationDraft(
            "Ada Lovelace",
            CO_OCCURS,
            "Analytical Engine",
            "Ada Lovelace wrote a program for the Analytical Engine.",
        ),
        RelationDraft("Charles Babbage", CO_OCCURS, "Ada Lovelace", "Charles Babbage praised Ada Lovelace."),
    }


def test_an_entity_is_described_by_the_sentence_that_is_about_it() -> None:
    found = extracted(chunk_of(TEXT, "Charles Babbage", "Ada Lovelace", "Analytical Engine", "Byron"))
    assert [(entity.name, entity.description) for entity in found.entities] == [
        ("Charles Babbage", "Charles Babbage praised Ada Lovelace."),
        ("Ada Lovelace", "Ada Lovelace wrote a program for the Analytical Engine."),
        ("Analytical Engine", "The Analytical Engine was designed by Charles Babbage."),
        ("Byron", ""),
    ]


def test_what_an_annotator_says_of_an_entity_stays() -> None:
    metadata = Annotated(entities=(EntityDraft("Ada Lovelace", "Person", "A mathematician."),))
    [found] = CooccurrenceExtractor()([ChunkDraft("c1", "d1", 0, TEXT).annotated(metadata)])
    assert found.entities == metadata.entities


def test_a_chunk_without_entities_is_left_out() -> None:
    assert list(CooccurrenceExtractor()([chunk_of(TEXT)])) == []


def test_an_enumeration_relates_neighbours_only() -> None:
    names = [f"Name{number}" for number in range(15)]
    found = extracted(chunk_of(f"They are {', '.join(names)}.", *names), partners=99)
    assert len(found.relations) == 39
    assert all(abs(names.index(one.source) - names.index(one.target)) <= 3 for one in found.relations)
    assert len(extracted(chunk_of("Name0, Name1, Name2 and Name3.", *names)).relations) == 6


def test_a_hub_keeps_those_it_shares_most_sentences_with() -> None:
    names = [f"Name{number}" for number in range(12)]
    text = " ".join(f"Hub met {name}." for name in (*names, "Name11", "Name10"))
    found = extracted(chunk_of(text, "Hub", *names), partners=3)
    assert [one.target for one in found.relations] == ["Name10", "Name11", "Name0"]


def test_a_sentence_that_is_too_long_relates_and_describes_nothing() -> None:
    found = extracted(chunk_of(f"Ada {'x ' * 600} met Byron.", "Ada", "Byron"))
    assert found.relations == ()
    assert [entity.description for entity in found.entities] == ["", ""]


@pytest.mark.parametrize(
    "code",
    [
        "CALL motif.match($graph, [['Ada', 'KNEW', '?who']]) YIELD nodes RETURN nodes; // Byron",
        "--uri TEXT Address of Ada, for example bolt://Byron [env: NEO4J_URI; default: none]",
        "| Ada | Byron |",
    ],
)
def test_code_is_no_sentence(code: str) -> None:
    found = extracted(chunk_of(f"{code}\n\nAda knew Byron (her father).", "Ada", "Byron"))
    assert [one.description for one in found.relations] == ["Ada knew Byron (her father)."]


def test_entities_of_a_row_are_related() -> None:
    table = TableSegment(
        ("Film", "Director"),
        (("Heat", "Michael Mann"), ("Ran", "Akira Kurosawa")),
        0,
        1,
        summary="Films with Heat.",
    )
    found = extracted(chunk_of("any", "Heat", "Michael Mann", "Ran", "Akira Kurosawa", table=table))
    assert [(one.source, one.target, one.description) for one in found.relations] == [
        ("Heat", "Michael Mann", "Heat | Michael Mann"),
        ("Ran", "Akira Kurosawa", "Ran | Akira Kurosawa"),
    ]


def test_merged_descriptions_are_bounded_and_begin_with_what_it_is() -> None:
    extractor = CooccurrenceExtractor(tokens=20)
    said = ["He met Ada Lovelace in London.", "Ada Lovelace was a countess.", "Ada Lovelace was a countess."]
    assert (
        extractor.merge("Ada Lovelace", said) == "Ada Lovelace was a countess. He met Ada Lovelace in London."
    )
    assert extractor.merge("Ada", [f"A {'long ' * 40}end."]) == f"A {'long ' * 40}"[:80]
    assert extractor.merge("Ada", []) == ""


def test_names_are_found_as_whole_words_and_the_longest_first() -> None:
    finder = NameFinder(["British government", "government", "U.S.", "C++", "heat", "…"])
    assert finder.find("The British  government\nof the U.S. governments") == ["British government", "U.S."]
    assert finder.find("Heat, heating, C++ and government") == ["heat", "C++", "government"]
    assert finder.find("british government") == ["government"]
    assert finder.find("") == []


WORDS = st.lists(st.sampled_from(["Ada", "Byron", "Engine", "london", "met", "the"]), max_size=12)


@given(
    st.lists(WORDS, max_size=6),
    st.lists(st.sampled_from(["Ada", "Byron", "Engine", "london", "Ada Byron"]), unique=True, min_size=1),
    st.integers(1, 3),
    st.integers(1, 3),
)
def test_bounds_hold_and_relations_are_told_by_their_sentence(
    sentences: list[list[str]], names: list[str], reach: int, partners: int
) -> None:
    text = " ".join(f"X {' '.join(words)}." for words in sentences)
    found = extracted(chunk_of(text, *names), reach=reach, partners=partners)
    assert [entity.name for entity in found.entities] == names
    degree = Counter(name for one in found.relations for name in (one.source, one.target))
    assert all(count <= partners for count in degree.values())
    assert len({frozenset((one.source, one.target)) for one in found.relations}) == len(found.relations)
    finder = NameFinder(names)
    for one in found.relations:
        in_sentence = finder.find(one.description)
        assert 0 < in_sentence.index(one.target) - in_sentence.index(one.source) <= reach
    for entity in found.entities:
        assert not entity.description or entity.name in finder.find(entity.description)
