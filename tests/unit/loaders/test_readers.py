"""Readers: what they find in a file, and what they say of one that cannot be read."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from motif_loaders.parsed_document import ParsedDocument, Section, Unreadable
from motif_loaders.readers import files_below, format_of_file
from motif_loaders.reading_html import read_html
from motif_loaders.reading_markdown import read_markdown
from motif_loaders.reading_pdf import read_pdf
from motif_loaders.reading_tables import read_csv, read_json
from motif_loaders.reading_text import read_text
from motif_loaders.sentences import prose_of
from motif_loaders.tables import ParsedTable


def table_of(parsed: ParsedDocument) -> ParsedTable:
    [table] = [part for part in parsed.parts if isinstance(part, ParsedTable)]
    return table


def texts_of(parsed: ParsedDocument) -> list[str]:
    return [part.text for part in parsed.parts if isinstance(part, Section)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_text_in_an_encoding_that_says_so(encoding: str) -> None:
    assert texts_of(read_text("Größe: 5 €\r\nzwei".encode(encoding))) == ["Größe: 5 €\nzwei"]


def test_text_in_an_encoding_that_must_be_guessed() -> None:
    pytest.importorskip("charset_normalizer")
    text = "Die Größe der Straße überrascht die Gäste; schöne Grüße aus Köln und Zürich."
    assert texts_of(read_text(text.encode("cp1252"))) == [text]


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\x00\x00", b"\x01\x02\x03 abc" * 9])
def test_binary_content_is_refused(content: bytes) -> None:
    for read in (read_text, read_markdown, read_csv, read_json):
        with pytest.raises(Unreadable, match="is binary"):
            read(content)


def test_an_empty_file_has_no_parts() -> None:
    assert all(not read(b" \n").parts for read in (read_text, read_markdown, read_csv, read_html))


def test_markdown_has_sections_tables_lists_and_code() -> None:
    parsed = read_markdown(
        b"---\ntitle: The guide\ntags: [a]\n---\nBefore.\n\n# Top\n\nSee [the docs](x.md) & *more*.\n\n"
        b"```py\nx = 1\n```\n\n## Deep\n\n| a | b |\n|---|---|\n| `1` | 2 |\n\n"
        b"After.\n\n1. one\n   - inner\n2. two\n\n# Next\n"
    )
    assert parsed.title == "The guide"
    assert [part.path for part in parsed.parts if isinstance(part, Section)] == [
        (), ("Top",), ("Top", "Deep"), ("Top", "Deep"), ("Next",)
    ]  # fmt: skip
    assert texts_of(parsed)[1] == "Top\n\nSee the docs & more.\n\n    x = 1"
    assert texts_of(parsed)[3] == "After.\n\n1. one\n  - inner\n2. two"
    table = table_of(parsed)
    assert (table.columns, table.rows, table.section) == (("a", "b"), (("1", "2"),), "Deep")


def test_html_leaves_out_what_is_not_read() -> None:
    parsed = read_html(
        b"<html><head><title>T</title><style>x{}</style></head><body><nav>menu</nav><script>1</script>"
        b"<h1>Top</h1><p>One<br>two <b>bold</b>.</p><pre>a\n  b</pre><ul><li>x</li><li>y</li></ul></body></html>"
    )
    assert parsed.title == "T" and texts_of(parsed) == ["Top\n\nOne\ntwo bold.\n\n    a\n      b\n\n- x\n- y"]


def test_a_plain_text_that_is_set_in_is_no_code() -> None:
    [text] = texts_of(read_text(b"A letter\n\n\tDear Ada,\n        thank you.\n"))
    assert text == "A letter\n\n   Dear Ada,\n   thank you." and prose_of(text) == text


def test_an_html_table_keeps_cells_that_span() -> None:
    parsed = read_html(
        b"<h2>S</h2><table><caption>C</caption><tr><th>a</th><th>b</th><th>c</th></tr>"
        b"<tr><td rowspan=2>1</td><td colspan=2>2</td></tr><tr><td>3</td><td>4<td></tr></table>"
    )
    table = table_of(parsed)
    assert (table.title, table.section, table.columns) == ("C", "S", ("a", "b", "c", ""))
    assert table.rows == (("1", "2", "", ""), ("1", "3", "4", ""))


def test_a_table_that_lays_out_a_page_is_text() -> None:
    assert texts_of(read_html(b"<table><tr><td>Only one cell.</td></tr></table>")) == ["Only one cell."]


def pdf_of(*pages: str, outline: bool = False) -> bytes:
    """A PDF whose pages show these lines."""
    pypdf = pytest.importorskip("pypdf")
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = pypdf.PdfWriter()
    font = DictionaryObject(
        {NameObject("/Type"): NameObject("/Font"), NameObject("/Subtype"): NameObject("/Type1"),
         NameObject("/BaseFont"): NameObject("/Helvetica")}
    )  # fmt: skip
    for number, text in enumerate(pages):
        page = writer.add_blank_page(300, 300)
        lines = "".join(f"({line}) Tj 0 -14 Td " for line in text.split("\n"))
        stream = DecodedStreamObject()
        stream.set_data(f"BT /F1 12 Tf 20 250 Td {lines}ET".encode())
        page[NameObject("/Contents")] = writer._add_object(stream)
        fonts = DictionaryObject({NameObject("/F1"): font})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        if outline and number:
            writer.add_outline_item(f"Part {number}", number)
    writer.add_metadata({"/Title": "A report"})
    content = io.BytesIO()
    writer.write(content)
    return content.getvalue()


def test_a_pdf_is_one_text_over_its_pages() -> None:
    parsed = read_pdf(pdf_of("It was remark-\nable that it", "went on. The end."))
    assert parsed.title == "A report"
    assert texts_of(parsed) == ["It was remarkable that it\nwent on. The end."]


def test_a_pdf_with_an_outline_has_its_sections() -> None:
    parsed = read_pdf(pdf_of("Preface.", "First.", "Second.", outline=True))
    assert [(part.path, part.text) for part in parsed.parts if isinstance(part, Section)] == [
        ((), "Preface."), (("Part 1",), "First."), (("Part 2",), "Second.")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"garbage", "is no PDF that can be read"), (b"%PDF-1.4\n%%EOF", "is no PDF that can be read")],
)
def test_a_damaged_pdf_is_refused(content: bytes, why: str) -> None:
    pytest.importorskip("pypdf")
    with pytest.raises(Unreadable, match=why):
        read_pdf(content)


def test_a_scan_and_an_encrypted_pdf_are_refused() -> None:
    pypdf = pytest.importorskip("pypdf")
    with pytest.raises(Unreadable, match="has no text"):
        read_pdf(pdf_of(""))
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf_of("Secret.")))
    writer.encrypt("password", algorithm="RC4-128")
    content = io.BytesIO()
    writer.write(content)
    with pytest.raises(Unreadable, match="is encrypted"):
        read_pdf(content.getvalue())


def test_ragged_rows_are_mended_and_told_with_their_line() -> None:
    parsed = read_csv(b'a,b,c\n1,2,3\n"x\ny",2\n1,2,3,4,5\n\n7,8,9\n')
    assert table_of(parsed).rows == (("1", "2", "3"), ("x\ny", "2", ""), ("1", "2", "3,4,5"), ("7", "8", "9"))
    assert parsed.problems == (
        "line 4 has 2 of 3 fields: the others are taken to be empty",
        "line 5 has 5 fields where 3 are named: the last are joined",
    )


def test_many_ragged_rows_are_counted() -> None:
    parsed = read_csv(b"a\tb\n" + b"1\n" * 9)
    assert len(parsed.problems) == 6 and parsed.problems[-1] == "4 more rows are ragged"


def test_an_open_quote_is_told_with_its_line() -> None:
    with pytest.raises(Unreadable, match="line 3 cannot be read"):
        read_csv(b'a,b\n1,2\n"open,3\n')


@pytest.mark.parametrize(
    "content",
    [
        b'[{"film": "Heat", "year": 1995}]',
        b'[["film", "year"], ["Heat", 1995]]',
        b'{"columns": ["film", "year"], "rows": [["Heat", 1995]]}',
        b'{"data": [{"film": "Heat", "year": 1995}]}',
        b'{"film": "Heat", "year": 1995}\n{"film": null, "year": null}',
    ],
)
def test_json_tables_in_their_forms(content: bytes) -> None:
    table = table_of(read_json(content))
    assert table.columns == ("film", "year") and table.rows[0] == ("Heat", "1995")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b'{"a": 1}', "holds no table"),
        (b"[1, 2]", "holds no table"),
        (b"[]", "holds no table"),
        (b"{broken", "is no JSON"),
        (b'{"a": 1}\n{"a": 2}\n{broken', "line 3"),
    ],
)
def test_json_that_is_no_table_is_refused(content: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read_json(content)


def test_files_are_found_in_order_and_hidden_ones_left_out(tmp_path: Path) -> None:
    for name in ("b/c.md", "a.md", ".git/x.md", "b/.hidden"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert [name for name, _ in files_below(tmp_path)] == ["a.md", "b/c.md"]
    assert [name for name, _ in files_below(tmp_path / "a.md")] == ["a.md"]
    assert format_of_file(Path("x.PDF")) is not None and format_of_file(Path("x.png")) is None
