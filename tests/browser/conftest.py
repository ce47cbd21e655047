"""A page of a real headless Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The browser, started once for a file of tests."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the development requirements")
    if CHROMIUM is None:
        pytest.skip("this draws in a real browser: install the package chromium (or google-chrome)")
    with playwright.sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """A page of its own for a test."""
    page = chromium.new_page(viewport={"width": 1500, "height": 1000})
    yield page
    page.close()
