"""Files from outside ``docs/`` as pages of the site; MkDocs calls this when it builds.

README, CONTRIBUTING and CHANGELOG stand at the root of the repository, where people look for them, and the page about
containers beside what it is about. The site shows the same files, so that nothing is written twice. A link is written
as it works in the repository; on the site it is told from where the pages lie there.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "docker/README.md": "containers.md",
}
"""A file's place in the repository, and the page that it is on the site."""
SOURCES = {page: source for source, page in PAGES.items()}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The files of ``docs/`` and the pages made from those elsewhere."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """A page's text with its links as the site needs them."""
    return relinked(markdown, page.file.src_uri)


def relinked(text: str, page: str) -> str:
    """``text`` of the site's ``page``, whose links are those of the repository, with the site's.

    >>> relinked("[a](docs/search.md#top), [b](CONTRIBUTING.md), [c](https://example.org/docs/)", "index.md")
    '[a](search.md#top), [b](contributing.md), [c](https://example.org/docs/)'
    >>> relinked("[a](../search.md), [b](../../README.md), [c](#here)", "reference/errors.md")
    '[a](../search.md), [b](../index.md), [c](#here)'
    """
    return re.sub(r"\]\(([^)#:\s]+)(?=[)#])", lambda link: f"]({_on_site(link[1], page)}", text)


def _on_site(link: str, page: str) -> str:
    source = posixpath.dirname(SOURCES.get(page, f"docs/{page}"))
    target = posixpath.normpath(posixpath.join(source, link))
    if target not in PAGES and not target.startswith("docs/"):
        return link
    return posixpath.relpath(PAGES.get(target, target.removeprefix("docs/")), posixpath.dirname(page) or ".")
