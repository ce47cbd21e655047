"""The documentation site, opened from its folder in a real headless Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]


def test_the_built_site_is_read_and_searched_without_a_server(page: Any, tmp_path: Path) -> None:
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(tmp_path)))
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"file://{tmp_path}/index.html")
    page.locator("article").get_by_role("link", name="which method?").click()
    assert "Which method for which question" in page.locator("h1").inner_text()
    page.wait_for_load_state("load")
    page.locator("input[name=query]").click()
    page.keyboard.type("dominance", delay=20)  # as a person types: a text that is set is not always seen
    found = page.locator(".md-search-result__link")
    found.first.wait_for(timeout=20_000)
    found.first.click()
    page.locator("h1").wait_for()
    assert page.url.startswith(f"file://{tmp_path}/") and "ominance" in page.locator("article").inner_text()
    assert wrong == []
    assert [url for url in asked if not url.startswith((f"file://{tmp_path}/", "data:", "about:"))] == []
