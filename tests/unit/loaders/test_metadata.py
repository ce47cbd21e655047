"""Names, topics and events by rule, on text as people write it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif_loaders.drafts import ChunkDraft
from motif_loaders.metadata import MOST_ENTITIES, annotate
from motif_loaders.names import capitalised_words, find_names, returning_phrases
from motif_loaders.tables import ParsedTable, segment_table

BAY = (
    "( Sittin ' On ) The Dock of the Bay is a song co-written by soul singer Otis Redding and guitarist Steve Cropper "
    ". It was recorded by Redding twice in 1967 , including once just days before his death in a plane crash . The "
    "song was released on Stax Records ' Volt label in 1968 , becoming the first posthumous single to top the charts "
    "in the US . Redding started writing the lyrics in August 1967 , while sitting on a rented houseboat in Sausalito ."
)


def entities(text: str, title: str = "") -> list[str]:
    [found] = annotate([ChunkDraft("c", "d", 0, text, title=title)])
    return [entity.name for entity in found.entities]


def test_the_names_of_an_encyclopedia_text() -> None:
    found = entities(BAY, "(Sittin' On) The Dock of the Bay")
    assert {"Otis Redding", "Steve Cropper", "Redding", "Stax Records", "Sausalito"} <= set(found)
    assert not {"It", "The", "August", "August 1967", "The song", "Steve"} & set(found)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The University of Oxford and the Royal Society met.", ["University of Oxford", "Royal Society"]),
        ("However, Ada Lovelace wrote it. Loading twice is safe.", ["Ada Lovelace"]),
        ("We visited Scotland and Ireland on Monday in May.", ["Scotland", "Ireland"]),
        ("He is J. R. R. Tolkien's friend.", ["J. R. R. Tolkien"]),
        ("It uses GPU and BM25 scores.", ["GPU", "BM25"]),
        ("It was called “the great leap” by some.", ["the great leap"]),
        (
            "Set MOTIF_HOME, call kg.search(), read pyproject.toml.",
            ["MOTIF_HOME", "kg.search", "pyproject.toml"],
        ),
        ("it has no capitals at all, 12 of 30.", []),
        ("Marie Curie’s work; Curie’s prize.", ["Marie Curie", "Curie"]),
        ("Johnson & Johnson sells it.", ["Johnson & Johnson"]),
        ("", []),
    ],
)
def test_names_by_how_they_look(text: str, names: list[str]) -> None:
    assert find_names(text) == names


def test_a_word_that_begins_a_sentence_is_a_name_only_if_the_document_says_so() -> None:
    text = "Redding sang. Loading helps. Then Otis Redding left."
    assert "Loading" not in find_names(text, capitalised_words(text))
    assert find_names(text, capitalised_words(text))[0] == "Redding"
    assert find_names("Redding sang.") == []


def test_phrases_that_come_back() -> None:
    text = "The vector index is small. A vector index helps. The full-text index does not."
    assert returning_phrases(text) == {"vector index": 2}
    assert "vector index" in entities(text)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        (
            "Heat is a 1995 American crime film written and directed by Michael Mann.",
            "1995 American crime film",
        ),
        ("Banfield is an Argentine sports club located in the city of Banfield.", "Argentine sports club"),
        ("They were the founders of the firm.", "founders"),
        ("Nothing of the kind.", ""),
    ],
)
def test_the_topic_is_the_kind_of_thing(text: str, topic: str) -> None:
    assert annotate([ChunkDraft("c", "d", 0, text)])[0].topic == topic


def test_a_heading_is_the_topic() -> None:
    assert annotate([ChunkDraft("c", "d", 0, "Heat is a film.", section="Plot")])[0].topic == "Plot"


def test_events_are_sentences_with_their_dates() -> None:
    assert annotate([ChunkDraft("c", "d", 0, BAY)])[0].events == (
        "1967: It was recorded by Redding twice in 1967 , including once just days before his death in a plane crash .",
        "1968: The song was released on Stax Records ' Volt label in 1968 , becoming the first posthumous single to "
        "top the charts in the US .",
        "August 1967: Redding started writing the lyrics in August 1967 , while sitting on a rented houseboat in "
        "Sausalito .",
    )


def test_the_names_of_a_table_are_in_its_cells() -> None:
    rows = (("Heat", "1995", "see above."), ("Ali", "2001", "n"), ("Public Enemies", "2009", "July 1, 2009"))
    [chunk] = segment_table(ParsedTable(("Film", "Year", "note"), rows, "Michael Mann"), "t", "d")
    [found] = annotate([chunk])
    assert [entity.name for entity in found.entities] == ["Heat", "Ali", "Public Enemies"]


def test_metadata_are_aligned_and_do_not_depend_on_other_documents() -> None:
    one = ChunkDraft("a", "d1", 0, "Redding sang. The vector index.")
    other = ChunkDraft("b", "d2", 0, "Then Otis Redding left. A vector index.")
    third = replace(one, id="c", document="d3")
    assert annotate([one, other, third]) == [*annotate([one]), *annotate([other]), *annotate([one])]
    assert annotate([]) == []


@given(st.text(max_size=200))
def test_any_text_has_bounded_metadata_that_it_holds(text: str) -> None:
    [found] = annotate([ChunkDraft("c", "d", 0, text)])
    assert len(found.entities) <= MOST_ENTITIES
    spaced = " ".join(text.split()).casefold()
    assert all(entity.name.casefold() in spaced for entity in found.entities)


def test_code_names_nothing() -> None:
    code = '    motif ask "Where is the Plugin kept?"\n    RETURN Nodes'
    text = f"Ask the Motif service.\n\n{code}\n\nThen Ada Lovelace reads it."
    [found] = annotate([ChunkDraft("c", "d", 0, text)])
    names = {entity.name for entity in found.entities}
    assert "Ada Lovelace" in names
    assert not names & {"Where is the Plugin kept?", "RETURN", "RETURN Nodes", "Nodes"}
