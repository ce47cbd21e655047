"""The documentation site builds without a warning, holds every page, and loads nothing from elsewhere."""

from __future__ import annotations

import doctest
import importlib.util
import logging
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort

from motif.retrievers.arguments import METHODS

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
OUTSIDE = {
    "index.md": "README.md",
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "containers.md": "docker/README.md",
}
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def configuration(folder: Path, site: Path) -> MkDocsConfig:
    return load_config(str(folder / "mkdocs.yml"), site_dir=str(site))


class Warnings(logging.Handler):
    """Keeps what is said at the level of a warning."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


def build_strictly(settings: MkDocsConfig) -> list[str]:
    """Builds the site as `mkdocs build --strict` does; its warnings, which are errors, and whether it stopped."""
    kept = Warnings()
    logging.getLogger("mkdocs").addHandler(kept)
    try:
        build(settings)
    except Abort as stopped:
        kept.said.append(str(stopped))
    finally:
        logging.getLogger("mkdocs").removeHandler(kept)
    return kept.said


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[MkDocsConfig, Path, list[str]]:
    site = tmp_path_factory.mktemp("site")
    settings = configuration(ROOT, site)
    return settings, site, build_strictly(settings)


class Loaded(HTMLParser):
    """What a browser loads for a page, apart from links that a reader follows."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag != "a" and given.get("rel") != "canonical":
            self.addresses += [given[key] for key in ("src", "href", "srcset", "data") if key in given]
            self.addresses += re.findall(r"url\(([^)]*)\)", given.get("style", ""))


def loaded_by(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".css":
        return re.findall(r"""(?:url\(|@import\s+)["']?([^"')]+)""", text)
    parser = Loaded()
    parser.feed(text)
    return parser.addresses


def is_elsewhere(address: str) -> bool:
    return re.match(r"\s*['\"]?(https?:|//)", address) is not None


def listed(entries: list[Any]) -> Iterator[str]:
    """The pages of a navigation, in order."""
    for entry in entries:
        for value in entry.values() if isinstance(entry, dict) else [entry]:
            yield from listed(value) if isinstance(value, list) else [value]


def test_the_site_builds_without_a_warning(built: tuple[MkDocsConfig, Path, list[str]]) -> None:
    assert built[2] == []


def test_a_dead_link_and_a_page_outside_the_navigation_are_errors(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# A\n\n[no page](none.md), [no heading](#none)\n", "utf-8")
    (tmp_path / "docs" / "lost.md").write_text("# Lost\n", "utf-8")
    (tmp_path / "docs" / "root_pages.py").write_text("", "utf-8")
    text = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[0]
    text = text.replace("hooks:\n  - docs/root_pages.py\n", "") + "\nnav:\n  - index.md\n"
    (tmp_path / "mkdocs.yml").write_text(text, "utf-8")
    said = "\n".join(build_strictly(configuration(tmp_path, tmp_path / "site")))
    assert "none.md" in said and "#none" in said and "lost.md" in said
    assert "Aborted with 3 warnings" in said


def test_every_page_is_in_the_navigation_once(built: tuple[MkDocsConfig, Path, list[str]]) -> None:
    pages = sorted([str(path.relative_to(DOCS).as_posix()) for path in DOCS.rglob("*.md")] + list(OUTSIDE))
    assert sorted(listed(built[0].nav)) == pages


def test_every_page_is_reached_by_links_from_the_readme() -> None:
    reached: set[Path] = set()
    ahead = [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page not in reached:
            reached.add(page)
            links = LINK.findall(page.read_text(encoding="utf-8"))
            ahead += [page.parent / link for link in links if link.endswith(".md") and ":" not in link]
            ahead = [path.resolve() for path in ahead]
    assert sorted(set(DOCS.rglob("*.md")) - reached) == []


def test_links_work_in_the_repository_too() -> None:
    for page in [*DOCS.rglob("*.md"), *(ROOT / name for name in OUTSIDE.values())]:
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            assert is_elsewhere(link) or (page.parent / link).exists(), f"{page.name} links to {link}"


def test_the_home_page_is_the_readme(built: tuple[MkDocsConfig, Path, list[str]]) -> None:
    home = (built[1] / "index.html").read_text(encoding="utf-8")
    assert 'href="quickstart.html"' in home and 'href="contributing.html"' in home
    assert 'href="docs/' not in home


def test_nothing_is_loaded_from_elsewhere(built: tuple[MkDocsConfig, Path, list[str]]) -> None:
    files = [path for path in built[1].rglob("*") if path.suffix in (".html", ".css")]
    assert len(files) > 25
    assert [(path.name, at) for path in files for at in loaded_by(path) if is_elsewhere(at)] == []


def test_what_is_loaded_from_elsewhere_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text(
        '<a href="https://a.org">x</a><script src="https://b.org/x.js"></script><img src="//c.org/y">'
    )
    style = tmp_path / "a.css"
    style.write_text("@import 'https://d.org/z.css'; a { background: url(https://e.org/w.png) }", "utf-8")
    found = [at for path in (page, style) for at in loaded_by(path) if is_elsewhere(at)]
    assert found == ["https://b.org/x.js", "//c.org/y", "https://d.org/z.css", "https://e.org/w.png"]


def test_pages_read_on_the_site_as_in_the_repository(built: tuple[MkDocsConfig, Path, list[str]]) -> None:
    """LIST<ANY> outside of code is a tag and vanishes; backticks that do not pair stay; headings need one above all."""
    for path in built[1].rglob("*.html"):
        for article in re.findall(r"<article.*?</article>", path.read_text("utf-8"), re.DOTALL):
            text = re.sub(r"<(pre|code)\b.*?</\1>", "", article, flags=re.DOTALL)
            assert (
                re.findall(r"(?i)<(?:any|node|relationship|float|string|integer|map)>|`|\*\*|\]\(", text)
                == []
            )
            assert article.count("<h1") == 1, path.name


def test_links_are_told_from_where_a_page_lies() -> None:
    specification = importlib.util.spec_from_file_location("root_pages", DOCS / "root_pages.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    assert doctest.testmod(module) == (0, 2)


def test_choosing_a_method_names_every_method() -> None:
    page = (DOCS / "choosing.md").read_text(encoding="utf-8")
    chosen = set(re.findall(r"^\|[^|]*\|[^|]*\| \[`(\w+)`\]", page, re.MULTILINE))
    named = set(METHODS.values()) - {"auto"}
    assert chosen == named | {"verify"}
    needs = page.partition("## What each needs")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", needs, re.MULTILINE)) == named


def figures_of(text: str) -> set[str]:
    """The figures with a decimal point in a text."""
    return set(re.findall(r"\b\d+\.\d+\b", text))


@pytest.mark.parametrize(
    ("page", "after", "least"), [("choosing.md", "## What the figures say", 15), ("evaluation.md", "", 8)]
)
def test_figures_in_short_are_those_of_the_pages_that_were_measured(
    page: str, after: str, least: int
) -> None:
    figures = figures_of(
        (DOCS / page).read_text(encoding="utf-8").partition(after)[2] if after else _table(page)
    )
    measured = {
        figure
        for path in (DOCS / "evaluation").glob("*.md")
        for figure in figures_of(path.read_text("utf-8"))
    }
    assert len(figures) > least
    assert figures - measured == set()


def _table(page: str) -> str:
    """The first table of a page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return "\n".join(line for line in text.split("\n## ")[0].splitlines() if line.startswith("|"))
