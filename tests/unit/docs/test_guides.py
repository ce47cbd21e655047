"""The guides for Neo4j Browser: one source, two formats, served so that Browser may load them."""

from __future__ import annotations

import doctest
import importlib.util
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

DOCS = Path(__file__).parents[3] / "docs"


def module(path: Path) -> ModuleType:
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None and specification.loader is not None
    loaded = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(loaded)
    return loaded


guide_pages = module(DOCS / "guide_pages.py")
GUIDE: dict[str, Any] = guide_pages.read_guide()
QUERIES = [query["query"] for slide in GUIDE["slides"] for query in slide["queries"]]
METHODS = ("search", "match", "trace", "community", "expand", "spark", "retrieve", "verify")


@pytest.mark.parametrize("name", sorted(guide_pages.guide_pages()))
def test_a_guide_is_current(name: str) -> None:
    assert (DOCS / "guides" / name).read_text(encoding="utf-8") == guide_pages.guide_pages()[name], (
        "make docs"
    )


def test_the_examples_of_the_writer_hold() -> None:
    assert doctest.testmod(guide_pages) == (0, 2)


@pytest.mark.parametrize("name", sorted(guide_pages.guide_pages()))
def test_every_query_stands_whole_in_both(name: str) -> None:
    page = (DOCS / "guides" / name).read_text(encoding="utf-8")
    assert len(QUERIES) > 20
    assert [query for query in QUERIES if query.rstrip() not in page] == []


def test_every_method_has_a_slide_that_draws() -> None:
    drawn = {
        slide["title"].partition(":")[0]
        for slide in GUIDE["slides"]
        if any(query.get("draws") for query in slide["queries"])
    }
    assert drawn >= set(METHODS)


def test_slides_are_apart_as_each_browser_wants() -> None:
    pages = guide_pages.guide_pages()
    assert pages["queries.md"].count("\n---\n") == len(GUIDE["slides"])
    assert sum(line.startswith("== ") for line in pages["motif.adoc"].splitlines()) == len(GUIDE["slides"])
    assert pages["motif.adoc"].count("[source,cypher]\n----\n") == len(QUERIES)


@pytest.fixture
def served() -> Iterator[str]:
    server = module(DOCS / "guides" / "serve.py").guide_server(0)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_page_of_another_address_may_load_what_is_served(served: str) -> None:
    answer = httpx.get(f"{served}/motif.adoc")
    assert answer.status_code == 200 and answer.text.startswith("= A tour")
    assert answer.headers["access-control-allow-origin"] == "*"
    asked = httpx.options(f"{served}/queries.md")
    assert asked.status_code == 204 and "pragma" in asked.headers["access-control-allow-headers"]
    assert httpx.get(f"{served}/../generate.py").status_code == 404
