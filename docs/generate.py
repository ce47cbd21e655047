"""Writes the reference pages from the code, and the tables of what was measured from files of results.

``python docs/generate.py`` writes errors, settings, command line, statements, the guides for Neo4j Browser, and between
the marks of every page what ``docs/results`` holds; with ``--uri`` and ``--password`` of a server that has the plugin,
the page of procedures too. A test compares the pages with what this prints.
"""

from __future__ import annotations

import argparse
import dataclasses
import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

import motif
import motif.errors
import motif_cypher
from motif.cli.main import main as command_line
from motif.knowledge_graph.limits import Limits, StepLimits
from motif.settings import Settings, environment_variables
from motif_procedures.result_pages import filled

DOCS = Path(__file__).parent
FOLDER = DOCS / "reference"
RESULTS = DOCS / "results"


def pages() -> dict[str, str]:
    """The pages that need no server, by file name."""
    return {
        "errors.md": errors(),
        "settings.md": settings(),
        "command-line.md": commands(),
        "statements.md": statements(),
    }


def measured() -> dict[str, str]:
    """The pages that show results or parameters, by their path in ``docs``, with their tables written anew."""
    pages = {path: path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md"))}
    return {
        path.relative_to(DOCS).as_posix(): with_parameters(filled(text, RESULTS))
        for path, text in pages.items()
        if re.search(r"^<!-- (results|parameters): ", text, re.MULTILINE)
    }


_PARAMETERS = re.compile(
    r"^(<!-- parameters: (?!end )(\w+) -->\n).*?^(<!-- parameters: end -->)$", re.DOTALL | re.MULTILINE
)


def with_parameters(page: str) -> str:
    """``page`` with the tables of parameters between its marks written from the docstrings of the verbs."""
    return _PARAMETERS.sub(lambda found: f"{found[1]}{_parameters(found[2])}{found[3]}", page)


def _parameters(verb: str) -> str:
    """A table of what the verb takes besides what every one takes; ``every``: of that; ``spark``: of plans of steps."""
    shared = {"every": Limits, "spark": StepLimits}.get(verb)
    told = _told_in_words(shared) if shared else _told_by_name(getattr(motif.Graph, verb))
    lines = ["| | default | |", "| --- | --- | --- |"]
    lines += [f"| {names} | {default} | {_cell(text)} |" for names, default, text in told]
    return "\n".join(lines) + "\n"


def _told_by_name(method: Any) -> Iterator[tuple[str, str, str]]:
    """Names, defaults and descriptions of a docstring's section of parameters."""
    known = inspect.signature(method).parameters
    section = (inspect.getdoc(method) or "").partition("Parameters\n----------\n")[2]
    section = re.split(r"\n\n\w+\n-+\n", section)[0]
    for names, text in re.findall(r"^(\w[\w, ]*)\n((?:    .*\n?)+)", section, re.MULTILINE):
        each = names.split(", ")
        if not set(each) <= set(Limits.__annotations__) - _OF_SEARCH:
            yield _names(each), ", ".join(dict.fromkeys(_default(known[name]) for name in each)), text


def _told_in_words(kind: type) -> Iterator[tuple[str, str, str]]:
    """The same of a docstring that tells of options in sentences: ``name``: what it does."""
    text = " ".join((inspect.getdoc(kind) or "").partition("\n\n")[2].split("\n\n")[0].split())
    for names, told in re.findall(r"((?:``\w+``(?:, | and )?)+): (.*?\.)(?= ``\w+``[:, ]|$)", text):
        each = re.findall(r"\w+", names)
        if not set(each) & _OF_SEARCH:
            yield _names([name for name in each if name != "and"]), "", told


_OF_SEARCH = {"node_candidates", "relation_candidates", "type_candidates"}


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _default(parameter: inspect.Parameter) -> str:
    return "" if parameter.default in (inspect.Parameter.empty, None) else f"`{parameter.default!r}`"


def _cell(text: str) -> str:
    """A description as a cell of a table."""
    told = " ".join(text.split()).replace("``", "`").replace("|", "\\|")
    return told[:1].upper() + told[1:]


def errors() -> str:
    """The tree of errors, with the code of each."""
    lines = ["# Errors", "", "Every error says what was given, what is needed, and what to do next.", ""]
    lines += ["| error | code | also a | base |", "| --- | --- | --- | --- |"]
    for _, kind in inspect.getmembers(motif.errors, inspect.isclass):
        if issubclass(kind, motif.errors.MotifError):
            builtin = [
                b.__name__ for b in kind.__bases__ if b.__module__ == "builtins" and b is not Exception
            ]
            own = [b.__name__ for b in kind.__bases__ if b.__module__ == "motif.errors"]
            lines.append(f"| `{kind.__name__}` | `{kind.code}` | {', '.join(builtin)} | {', '.join(own)} |")
    return _page(lines)


def settings() -> str:
    """Every setting with its variable, key in motif.yaml and default."""
    lines = [
        "# Settings",
        "",
        "From the environment, else from `motif.yaml` (`MOTIF_CONFIG`, or in `MOTIF_HOME`), else the default.",
        "",
        "| variable | key | default |",
        "| --- | --- | --- |",
    ]
    defaults = dict(
        _flat(Settings(home=Path("the user's data folder"), cache=Path("the user's cache folder")))
    )
    for variable, key in environment_variables().items():
        value = defaults[key]
        lines.append(f"| `{variable}` | `{key}` | {'' if value is None else value} |")
    return _page(lines)


def _flat(record: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for item in dataclasses.fields(record):
        value = getattr(record, item.name)
        if dataclasses.is_dataclass(value):
            yield from _flat(value, f"{prefix}{item.name}.")
        else:
            yield prefix + item.name, value


def commands() -> str:
    """The help of every command."""
    lines = ["# Command line", ""]
    for name, command in _commands(command_line, "motif"):
        context = click.Context(command, info_name=name, max_content_width=110, terminal_width=110)
        lines += [f"## `{name}`", "", "```", command.get_help(context), "```", ""]
    return _page(lines)


def _commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        for child in sorted(command.commands):
            yield from _commands(command.commands[child], f"{name} {child}")


def statements() -> str:
    """Every Cypher statement that Motif runs."""
    lines = [
        "# Statements",
        "",
        "Everything that Motif sends to Neo4j. Names in `{{ }}` are inserted quoted.",
        "",
    ]
    for name in motif_cypher.names():
        template = motif_cypher.template(name)
        lines += [f"## `{name}`", "", template.documentation, ""]
        for kind, described in (
            ("parameter", template.described_parameters),
            ("identifier", template.described_identifiers),
        ):
            lines += [f"- {kind} `{key}`: {text}" for key, text in described.items()]
        lines += ["", "```cypher", template.text.strip(), "```", ""]
    return _page(lines)


def procedures(rows: list[dict[str, Any]], functions: list[dict[str, Any]]) -> str:
    """The page of procedures and functions from the rows of SHOW PROCEDURES and SHOW FUNCTIONS."""
    lines = ["# Procedures and functions", ""]
    for row in rows:
        lines += [f"## `{row['name']}`", "", f"{row['description']} ({row['mode']})", ""]
        lines += [f"    {row['signature']}", ""]
        for title, fields in (("argument", row["argumentDescription"]), ("column", row["returnDescription"])):
            if fields:
                lines += [f"| {title} | type | |", "| --- | --- | --- |"]
                lines += [
                    f"| `{field['name']}` | `{field['type']}` | {_described(field)} |" for field in fields
                ]
                lines.append("")
    for row in functions:
        lines += [f"## `{row['name']}()`", "", row["description"], "", f"    {row['signature']}", ""]
    return _page(lines)


def _described(field: dict[str, Any]) -> str:
    text = field.get("description", "")
    return "" if text.startswith(f"{field['name']} ::") else text.replace("|", "\\|")


def procedure_rows(uri: str, password: str) -> str:
    """The page of procedures as the server at ``uri`` has them."""
    from motif.database import Database

    show = "SHOW {} YIELD * WHERE name STARTS WITH 'motif.' RETURN * ORDER BY name"
    with Database.connect(uri, ("neo4j", password)) as database:
        return procedures(database.run(show.format("PROCEDURES")), database.run(show.format("FUNCTIONS")))


def _page(lines: list[str]) -> str:
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--uri")
    parser.add_argument("--password")
    arguments = parser.parse_args()
    from guide_pages import guide_pages  # beside this file: found where this is run as a script

    for name, text in guide_pages().items():
        (DOCS / "guides" / name).write_text(text, encoding="utf-8")
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    for name, text in measured().items():
        (DOCS / name).write_text(text, encoding="utf-8")
    if arguments.uri:
        (FOLDER / "procedures.md").write_text(
            procedure_rows(arguments.uri, arguments.password), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
