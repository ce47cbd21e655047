"""Which loader reads a source, and options as a command line gives them: text."""

from __future__ import annotations

from pathlib import Path

from motif.errors import InvalidConfiguration, InvalidSource

_BY_EXTENSION = {
    ".tsv": "triples",
    ".csv": "triples",
    ".txt": "triples",
    ".nt": "rdf",
    ".ntriples": "rdf",
    ".ttl": "rdf",
    ".turtle": "rdf",
}
_BY_FOLDER = ("metaqa", "pathquestion", "fb15k237")
_BY_CONTENT = {
    "entity_names.tsv": "fb15k237",
    "questions.jsonl": "pathquestion",
    "kb.tsv": "metaqa",
    "kb.txt": "metaqa",
}


def format_of(source: Path) -> str:
    """The loader for ``source``: by a file's extension, a folder's name, or the files in a folder.

    Raises `InvalidSource` when there is nothing at ``source``, or nothing tells.

    >>> format_of(Path("people.ttl.gz"))
    'rdf'
    """
    extension = Path(source.name.removesuffix(".gz")).suffix.lower()
    if source.is_dir():
        return _format_of_folder(source)
    if extension in _BY_EXTENSION:
        return _BY_EXTENSION[extension]
    known = ", ".join(_BY_EXTENSION)
    state = "has no extension that says what it is" if source.exists() else "is not there"
    raise InvalidSource(
        f"{source} {state}; needed is a sample graph (world, registry), a folder, or a file of {known}.",
        hint="Name the loader with --format.",
    )


def _format_of_folder(folder: Path) -> str:
    if folder.resolve().name in _BY_FOLDER:
        return folder.resolve().name
    names = {path.name.removesuffix(".gz") for path in folder.iterdir()}
    for name, loader in _BY_CONTENT.items():
        if name in names:
            return loader
    if any(name.endswith(".csv") for name in names):
        return "csv_pair"
    raise InvalidSource(
        f"The folder {folder} holds no data set that is known, and no nodes.csv with relationships.csv.",
        hint="Name the loader with --format.",
    )


def as_flag(name: str, value: bool | str | None) -> bool | None:
    """An option that is true, false or None, also as text.

    >>> as_flag("header", "true"), as_flag("header", None)
    (True, None)
    """
    if value is None or isinstance(value, bool):
        return value
    if value.lower() not in ("true", "false"):
        raise InvalidConfiguration(f"The option '{name}' must be true or false, not {value!r}.")
    return value.lower() == "true"


def as_number(name: str, value: int | str) -> int:
    """An option that is a whole number, also as text."""
    try:
        return int(value)
    except ValueError:
        raise InvalidConfiguration(f"The option '{name}' must be a whole number, not {value!r}.") from None


def as_character(name: str, value: str | None) -> str | None:
    r"""An option that is one character, or the word "tab" or ``\t``.

    >>> as_character("separator", "tab")
    '\t'
    """
    if value in ("tab", "\\t"):
        return "\t"
    if value is not None and len(value) != 1:
        raise InvalidConfiguration(f"The option '{name}' must be one character or 'tab', not {value!r}.")
    return value
