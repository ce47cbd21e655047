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


@pytest.fixture
def page() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the development requirements")
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed, and this draws in a real browser; .ci/run installs it")
    with playwright.sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser.new_page(viewport={"width": 1500, "height": 1000})
        browser.close()
