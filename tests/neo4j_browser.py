"""Neo4j Browser in a page of headless Chromium: logged in once, then statement by statement as a user runs them."""

from __future__ import annotations

import re
from typing import Any

LOADED = "[data-testid=frame-loaded-contents]"
EDITOR = '#monaco-main-editor, [data-testid="activeEditor"] .monaco-editor'
LONG = 120_000
"""Milliseconds: a first call may compile, and the machine may be busy."""


class NeoBrowser:
    """Browser's page, and what its newest frame shows.

    Parameters
    ----------
    page
        A page of playwright.
    """

    def __init__(self, page: Any) -> None:
        self.page = page
        page.route(
            re.compile("^https://"), lambda route: route.abort()
        )  # fonts and statistics: not waited for

    def open(self, address: str, password: str, user: str | None = None) -> None:
        """Log in at ``address``, which names the server, and the user where none is given."""
        self.page.goto(address)
        if user is not None:
            self.page.fill("[data-testid=username]", user)
        self.page.fill("[data-testid=password]", password)
        self.page.click("[data-testid=connect]")
        self.page.wait_for_selector("text=You are connected as user", timeout=LONG)

    def run(self, statement: str) -> None:
        """Clear all frames, then run one statement and wait for its frame."""
        self._enter(":clear")
        self.page.wait_for_selector("[data-testid=frame]", state="detached")
        self._enter(" ".join(statement.split()))
        self.page.wait_for_selector(LOADED, timeout=LONG)

    def configure(self, key: str, value: str) -> None:
        """Change a setting of Browser's own, such as ``autoComplete`` ("Connect result nodes")."""
        self._enter(f":config {key}: {value}")
        self.page.wait_for_selector(f'text="{key}": {value}')

    def _enter(self, text: str) -> None:
        self.page.locator(EDITOR).first.click()
        self.page.keyboard.insert_text(text)
        self.page.keyboard.press("Control+Enter")

    def edited(self) -> str:
        """The text in the editor."""
        lines = self.page.locator(EDITOR).first.locator(".view-line").all_inner_texts()
        return "\n".join(line.replace("\xa0", " ") for line in lines)

    def drawn(self) -> tuple[int, int]:
        """How many nodes and relationships are drawn."""
        self.page.wait_for_selector("svg g.node", timeout=LONG)
        return self.page.locator("svg g.node").count(), self.page.locator("svg g.relationship").count()

    def captions(self) -> list[str]:
        """What stands in the nodes that are drawn; long names are cut by Browser."""
        return [text.strip() for text in self.page.locator("svg g.node").all_text_contents()]

    def returned(self) -> tuple[int, int]:
        """The nodes and relationships that the statement returned, as Browser's overview says."""
        text = self.page.locator("[data-testid=vizInspector]").inner_text()
        [(nodes, relationships)] = re.findall(r"Displaying ([\d,]+) nodes, ([\d,]+) relationships", text)
        return int(nodes.replace(",", "")), int(relationships.replace(",", ""))

    def table(self) -> list[list[str]]:
        """The cells of the table, row by row, headings first."""
        rows = self.page.locator(f"{LOADED} table tr").all()
        return [[cell.strip() for cell in row.locator("th, td").all_inner_texts()] for row in rows]

    def error(self) -> str:
        """The error as Browser shows it, code and words."""
        return str(self.page.locator(LOADED).inner_text())
