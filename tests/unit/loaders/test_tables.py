from __future__ import annotations

import pytest

from motif.errors import InvalidConfiguration
from motif_loaders.column_formats import column_format
from motif_loaders.tables import ParsedTable, segment_table


@pytest.mark.parametrize(
    ("values", "written"),
    [
        (["1", "2", "10"], "number, 1 to 10"),
        (["1,000", "-2.5", "30 %"], "number, -2.5 to 1000"),
        (["1995", "2004", ""], "year, 1995 to 2004"),
        (["October 7", "November 11", "1 May 1990"], "date, such as October 7, November 11, 1 May 1990"),
        (["2024-01-02", "2024-01-03"], "date, such as 2024-01-02, 2024-01-03"),
        (["a", "b", "a", "c", "d"], "text, such as a, b, c"),
        (["1", "x", "y"], "text, such as 1, x, y"),
        (["", "-", " "], "empty"),
        (["x" * 50], "text, long"),
        ([], "empty"),
    ],
)
def test_what_a_column_holds(values: list[str], written: str) -> None:
    assert column_format(values) == written


def test_segments_hold_the_rows_in_order_with_title_description_and_headers() -> None:
    rows = tuple((str(number), f"name {number}") for number in range(23))
    table = ParsedTable(("id", "name"), rows, "People", "List", "Everyone.")
    chunks = list(segment_table(table, "table:p", "p", rows=10))
    assert [chunk.id for chunk in chunks] == ["table:p:0", "table:p:1", "table:p:2"]
    assert [(c.table.first_row, c.table.last_row) for c in chunks if c.table] == [(0, 9), (10, 19), (20, 22)]
    assert chunks[2].text == "People – List\nEveryone.\nid | name\n20 | name 20\n21 | name 21\n22 | name 22"
    assert sum((chunk.table.rows for chunk in chunks if chunk.table), ()) == rows
    assert chunks[0].table is not None and chunks[0].table.column_formats[0] == "number, 0 to 22"
    assert chunks[0].table.summary == "Everyone."


def test_a_table_of_headers_alone_is_one_chunk() -> None:
    [chunk] = segment_table(ParsedTable(("a", "b"), ()), "t", "d")
    assert chunk.text == "a | b" and chunk.table is not None and chunk.table.rows == ()


@pytest.mark.parametrize("rows", [4, 11, 0, -1])
def test_segments_have_five_to_ten_rows(rows: int) -> None:
    with pytest.raises(InvalidConfiguration, match="5 to 10 rows"):
        list(segment_table(ParsedTable(("a",), (("1",),)), "t", "d", rows=rows))
