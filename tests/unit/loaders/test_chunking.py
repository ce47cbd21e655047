from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.errors import InvalidConfiguration
from motif_loaders.chunking import fixed_spans, join_short, make_chunker
from motif_loaders.document_chunks import document_chunks
from motif_loaders.drafts import ChunkDraft
from motif_loaders.parsed_document import ParsedDocument, Section
from motif_loaders.tables import ParsedTable
from motif_loaders.tokens import count_tokens


def no_encoder() -> None:
    raise AssertionError("no encoder is needed")


texts = st.text(alphabet="ab, .\n1(é", max_size=300)


@given(texts, st.integers(1, 9), st.data())
def test_fixed_chunks_share_exactly_the_overlap(text: str, size: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    spans = fixed_spans(text, size, overlap)
    assert spans[0][0] == 0 and spans[-1][1] == len(text)
    counts = [count_tokens(text[start:end]) for start, end in spans]
    assert all(count == size for count in counts[:-1])
    for (_, end), (start, _) in pairwise(spans):
        assert count_tokens(text[start:end]) == overlap


@given(texts)
def test_semchunk_loses_nothing(text: str) -> None:
    pytest.importorskip("semchunk")
    chunker = make_chunker("semchunk", no_encoder)  # type: ignore[arg-type]
    [spans] = chunker([f"x{text}"])
    assert "".join(f"x{text}"[start:end] for start, end in spans) == f"x{text}"


def test_an_unknown_chunker_is_an_error() -> None:
    with pytest.raises(InvalidConfiguration, match="no chunker 'magic'") as caught:
        make_chunker("magic", no_encoder)  # type: ignore[arg-type]
    assert "semchunk" in caught.value.hint


def test_short_sections_join_what_follows_and_the_last_what_is_before() -> None:
    long = " ".join(["word"] * 20)
    sections = [Section(("A",), "A"), Section(("A", "B"), f"B\n\n{long}"), Section(("A", "C"), "C")]
    [(first, joined)] = join_short(sections, 10)
    assert first == 0 and joined.path == ("A",)
    assert joined.text == f"A\n\nB\n\n{long}\n\nC"


section = st.lists(
    st.sampled_from(["One thing.", "Another, longer thing here.", "Last."]), min_size=1, max_size=9
)
table = st.just(ParsedTable(("a", "b"), (("1", "2"), ("3", "4"))))
parts = st.lists(
    st.one_of(section.map(lambda s: Section(("H",), " ".join(s))), table), min_size=1, max_size=6
)


@given(parts, st.sampled_from(["none", "fixed"]))
def test_the_chunks_are_the_document_in_order(given_parts: list[Section | ParsedTable], name: str) -> None:
    parsed = ParsedDocument("T", tuple(given_parts))
    chunks = document_chunks(parsed, "d", "T", make_chunker(name, no_encoder))  # type: ignore[arg-type]
    written = " ".join(" ".join(part.text.split()) for part in given_parts if isinstance(part, Section))
    found = " ".join(" ".join(chunk.text.split()) for chunk in chunks if chunk.table is None)
    assert found == written
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    assert sum(chunk.table is not None for chunk in chunks) == sum(
        isinstance(p, ParsedTable) for p in given_parts
    )


def test_what_a_document_still_says_keeps_its_id() -> None:
    whole = make_chunker("none", no_encoder)  # type: ignore[arg-type]
    long = " ".join(["word"] * 40)

    def chunks(**texts: str) -> list[ChunkDraft]:
        parts = tuple(Section((heading,), f"{text} {long}") for heading, text in texts.items())
        return document_chunks(ParsedDocument("", parts), "d", "T", whole)

    before, after = chunks(A="one", B="two"), chunks(N="new", A="one", B="other")
    assert before[0].id == after[1].id and before[1].id not in {chunk.id for chunk in after}
    assert before[0].title == "T > A" and before[0].section == "A"


def test_rows_that_are_long_are_fewer_in_a_segment() -> None:
    wide = ParsedTable(("text",), (("word " * 60,),) * 20)
    chunks = document_chunks(ParsedDocument("", (wide,)), "d", "T", make_chunker("none", no_encoder))  # type: ignore[arg-type]
    assert [len(chunk.table.rows) for chunk in chunks if chunk.table] == [5, 5, 5, 5]
