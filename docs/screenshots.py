"""Photographs Neo4j Browser for the docs: the first drawing of each method's slide of the guide, in headless Chromium.

``python docs/screenshots.py --http http://… --bolt bolt://… --password …`` of a server that ``make run`` has started
(it holds the sample graphs and their projections). Writes ``docs/images/browser-METHOD.png``.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

from guide_pages import read_guide  # beside this file
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from neo4j_browser import NeoBrowser  # noqa: E402

METHODS = ("search", "match", "trace", "community", "spark")
SETTLED = 3000
"""Milliseconds that a drawing takes to come to rest."""


def drawings() -> dict[str, str]:
    """The first query of each method's slide that gives nodes and relationships."""
    return {
        method: next(query["query"] for query in slide["queries"] if query.get("draws"))
        for slide in read_guide()["slides"]
        if (method := slide["title"].partition(":")[0]) in METHODS
    }


def photograph(browser: NeoBrowser, statement: str, path: Path) -> None:
    """The newest frame, as Browser draws the statement's result."""
    browser.run(statement)
    browser.drawn()
    browser.page.wait_for_timeout(SETTLED)
    browser.page.click("[aria-label='Collapse the node properties display']")
    browser.page.click("[aria-label=zoom-to-fit]")
    browser.page.wait_for_timeout(SETTLED // 2)
    browser.page.locator("[data-testid=frame]").first.screenshot(path=str(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("http", "bolt", "password"):
        parser.add_argument(f"--{name}", required=True)
    given = parser.parse_args()
    with sync_playwright() as engine:
        chromium: Any = engine.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        browser = NeoBrowser(chromium.new_page(viewport={"width": 1000, "height": 900}, color_scheme="light"))
        browser.open(f"{given.http}/browser/?dbms={given.bolt.replace('://', '://neo4j@')}", given.password)
        browser.configure("autoComplete", "false")
        for method, statement in drawings().items():
            photograph(browser, statement, ROOT / "docs" / "images" / f"browser-{method}.png")
        chromium.close()


if __name__ == "__main__":
    main()
