"""Statements from files: a header with name, documentation, parameters and identifiers, then the Cypher.

::

    // name: sample_nodes
    // What properties up to $sample nodes of one label have.
    // parameter sample: nodes to look at
    // identifier label: the label
    MATCH (n:{{label}}) …

Whatever is a value is a parameter. A label, type or property name that Cypher does not take as a parameter
stands as ``{{name}}`` and is inserted quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

_HEADER = re.compile(r"//\s?(.*)")
_FIELD = re.compile(r"(name|parameter\s+(?P<parameter>\w+)|identifier\s+(?P<identifier>\w+)):\s*(?P<text>.*)")
_PARAMETER = re.compile(r"\$(\w+)")
_SLOT = re.compile(r"\{\{(\w+)\}\}")
_LITERALS = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|`(?:``|[^`])*`|//[^\n]*|/\*.*?\*/", re.DOTALL)


class TemplateError(ValueError):
    """A statement's file is wrong; the message begins with file and line."""


@dataclass(frozen=True, slots=True)
class Template:
    """One statement.

    Attributes
    ----------
    name, documentation
        From the header.
    text
        The Cypher, with ``{{slots}}`` until `fill` has been called.
    parameters, identifiers
        Names to what they mean, in the header's order.
    """

    name: str
    documentation: str
    text: str
    described_parameters: Mapping[str, str]
    described_identifiers: Mapping[str, str]

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(self.described_parameters)

    @property
    def identifiers(self) -> tuple[str, ...]:
        return tuple(self.described_identifiers)

    def fill(self, **identifiers: str | Iterable[str]) -> Template:
        """The statement with its slots filled, each name in backticks; several names are joined by ``|``.

        >>> from motif_cypher import template
        >>> "(n:`a``b`|`c`)" in template("read_labelled_nodes").fill(labels=["a`b", "c"]).text
        True
        """
        if set(identifiers) != set(self.identifiers):
            raise TypeError(f"statement '{self.name}' takes {self.identifiers}, not {tuple(identifiers)}")
        names = {
            key: [value] if isinstance(value, str) else list(value) for key, value in identifiers.items()
        }
        text = _SLOT.sub(lambda slot: "|".join(quote(name) for name in names[slot[1]]), self.text)
        return replace(self, text=text, described_identifiers={})


def quote(name: str) -> str:
    """A label, type or property name as an identifier.

    >>> quote("Rock`n`Roll")
    '`Rock``n``Roll`'
    """
    if not name or "\x00" in name:
        raise ValueError(f"{name!r} cannot be the name of a label, relationship type or property")
    # Cypher 5 reads \uXXXX escapes anywhere, in front of the lexer: \u0060 would close the quotes.
    # It takes two backslashes for themselves.
    escaped = re.sub(r"(\\\\)|\\(?=u)", lambda found: found[1] or "\\u005C", name)
    return "`" + escaped.replace("`", "``") + "`"


def union_all(templates: Iterable[Template]) -> Template:
    """One statement that gives the rows of several filled ones, which must yield the same columns."""
    parts = list(templates)
    return replace(parts[0], text="\nUNION ALL\n".join(part.text for part in parts))


@cache
def template(name: str) -> Template:
    """The statement of that name.

    Raises `TemplateError`, with file and line, when the file's header and Cypher do not agree.
    """
    file = _folder() / f"{name}.cypher"
    if not file.is_file():
        raise TemplateError(f"{name}.cypher: there is no such statement; known are {', '.join(names())}")
    return parse(file.name, file.read_text(encoding="utf-8"))


def names() -> tuple[str, ...]:
    """The names of all statements, sorted."""
    return tuple(
        sorted(file.name.removesuffix(".cypher") for file in _folder().iterdir() if _is_statement(file))
    )


def _folder() -> Traversable:
    return resources.files("motif_cypher") / "statements"


def _is_statement(file: Traversable) -> bool:
    return file.name.endswith(".cypher")


def parse(file: str, content: str) -> Template:
    """The statement that ``content`` holds; ``file`` is its name, for errors."""
    lines = content.splitlines()
    height = next((row for row, line in enumerate(lines) if not line.startswith("//")), len(lines))
    name, words, parameters, identifiers = "", [], dict[str, str](), dict[str, str]()
    for line in lines[:height]:
        text = _HEADER.fullmatch(line)[1].strip()  # type: ignore[index]
        found = _FIELD.fullmatch(text)
        if found is None:
            words.append(text)
        elif found["parameter"]:
            parameters[found["parameter"]] = found["text"]
        elif found["identifier"]:
            identifiers[found["identifier"]] = found["text"]
        else:
            name = found["text"]
    body = "\n".join(lines[height:]).strip()
    if name != file.removesuffix(".cypher"):
        raise TemplateError(f"{file}:1: the header's name is {name!r}; it must be the file's")
    if not " ".join(words).strip() or not body:
        raise TemplateError(
            f"{file}:1: the header must say what the statement gives, and a statement must follow"
        )
    _check_slots(file, lines, height)
    _compare(file, lines, height, _PARAMETER, parameters, "parameter")
    _compare(file, lines, height, _SLOT, identifiers, "identifier")
    return Template(name, " ".join(words), body, parameters, identifiers)


def _check_slots(file: str, lines: list[str], height: int) -> None:
    """A slot brings its own quotes, so it may stand neither in quotes nor in a comment."""
    code = "\n".join(lines[height:])
    in_code = {slot.start() for slot in _SLOT.finditer(_blank(code))}
    for slot in _SLOT.finditer(code):
        if slot.start() not in in_code:
            line = height + 1 + code[: slot.start()].count("\n")
            raise TemplateError(f"{file}:{line}: {slot[0]} stands in quotes or in a comment")


def _compare(
    file: str, lines: list[str], height: int, sign: re.Pattern[str], declared: Mapping[str, str], what: str
) -> None:
    code = _blank("\n".join(lines[height:]))
    used = {found[1]: height + 1 + code[: found.start()].count("\n") for found in sign.finditer(code)}
    for name, line in used.items():
        if name not in declared:
            raise TemplateError(f"{file}:{line}: the {what} '{name}' is not declared in the header")
    for name, text in declared.items():
        if name not in used or not text:
            line = next(row for row, content in enumerate(lines, 1) if f"{what} {name}:" in content)
            problem = "is not used by the statement" if name not in used else "has no description"
            raise TemplateError(f"{file}:{line}: the {what} '{name}' {problem}")


def _blank(code: str) -> str:
    """The code with strings, quoted names and comments blanked, line for line."""
    return _LITERALS.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), code)
