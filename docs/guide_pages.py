"""The tour of Motif for Neo4j Browser, made of ``guides/queries.yml`` as AsciiDoc and as Markdown: they cannot differ.

``motif.adoc`` is a guide of the newer Browser: a slide a section, a query a listing of Cypher that Browser puts into
its editor. ``queries.md`` is the same to paste from, and a guide of the Browser that comes with 5.26, which takes
Markdown: slides apart by ``---``, blocks of Cypher that go into the editor when they are clicked.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "guides"
NOTE = "Made by docs/generate.py of guides/queries.yml."


def guide_pages() -> dict[str, str]:
    """The pages by file name."""
    guide = read_guide()
    return {"motif.adoc": asciidoc(guide), "queries.md": markdown(guide)}


def read_guide() -> dict[str, Any]:
    """Title, words and slides, as the file has them."""
    guide: dict[str, Any] = yaml.safe_load((FOLDER / "queries.yml").read_text(encoding="utf-8"))
    return guide


def asciidoc(guide: dict[str, Any]) -> str:
    """The guide as AsciiDoc.

    >>> print(asciidoc(SAMPLE))
    = A tour
    <BLANKLINE>
    Words.
    <BLANKLINE>
    == First
    <BLANKLINE>
    More words.
    <BLANKLINE>
    .One.
    [source,cypher]
    ----
    RETURN 1
    ----
    <BLANKLINE>
    // Made by docs/generate.py of guides/queries.yml.
    <BLANKLINE>
    """
    lines = [f"= {guide['title']}", "", guide["words"], ""]
    for slide in guide["slides"]:
        lines += [f"== {slide['title']}", "", slide["words"], ""]
        for query in slide["queries"]:
            lines += [f".{query['says']}", "[source,cypher]", "----", query["query"].rstrip(), "----", ""]
    return "\n".join([*lines, f"// {NOTE}", ""])


def markdown(guide: dict[str, Any]) -> str:
    """The guide as Markdown.

    >>> print(markdown(SAMPLE).partition("---")[2])
    <BLANKLINE>
    <BLANKLINE>
    ## First
    <BLANKLINE>
    More words.
    <BLANKLINE>
    One.
    <BLANKLINE>
    ```cypher
    RETURN 1
    ```
    <BLANKLINE>
    """
    return "\n".join([f"# {guide['title']}", "", guide["words"], "", *_slides(guide["slides"])])


def _slides(slides: list[dict[str, Any]]) -> Iterator[str]:
    for slide in slides:
        yield from ("---", "", f"## {slide['title']}", "", slide["words"], "")
        for query in slide["queries"]:
            yield from (query["says"], "", "```cypher", query["query"].rstrip(), "```", "")


SAMPLE: dict[str, Any] = {
    "title": "A tour",
    "words": "Words.",
    "slides": [
        {"title": "First", "words": "More words.", "queries": [{"says": "One.", "query": "RETURN 1\n"}]}
    ],
}
"""For the examples above."""
