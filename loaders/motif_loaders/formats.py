"""Which loader reads a source, and options as a command line gives them: text."""

from __future__ import annotations

from pathlib import Path

from motif.errors import InvalidConfiguration, InvalidSource
from motif_loaders.csv_table import ID, START, is_importer_header
from motif_loaders.readers import DOCUMENT_EXTENSIONS, files_below, format_of_file

_BY_EXTENSION = {
    ".tsv": "triples",
    ".csv": "triples",
    ".txt": "triples",
    ".nt": "rdf",
    ".ntriples": "rdf",
    ".ttl": "rdf",
    ".turtle": "rdf",
    ".jsonl": "corpus",
    ".ndjson": "corpus",
    ".json": "documents",
    **dict.fromkeys(sorted(DOCUMENT_EXTENSIONS - {".txt"}), "documents"),
}
_BY_FOLDER = {
    "metaqa": "metaqa",
    "pathquestion": "pathquestion",
    "fb15k237": "fb15k237",
    "ottqa": "ottqa",
    "musique100": "openie",
}
_BY_CONTENT = {
    "entity_names.tsv": "fb15k237",
    "tables_dev.jsonl": "ottqa",
    "corpus.jsonl": "openie",
    "questions.jsonl": "pathquestion",
    "kb.tsv": "metaqa",
    "kb.txt": "metaqa",
    "nodes.csv": "csv_pair",
}


def format_of(source: Path) -> str:
    """The loader for ``source``: by a file's extension, a folder's name, or the files in a folder.

    A text or table whose first line is no triple is a document, and so is a folder with documents in it.

    Raises `InvalidSource` when there is nothing at ``source``, or nothing tells.

    >>> format_of(Path("people.ttl.gz"))
    'rdf'
    """
    extension = Path(source.name.removesuffix(".gz")).suffix.lower()
    if source.is_dir():
        return _format_of_folder(source)
    if extension in _BY_EXTENSION:
        loader = _BY_EXTENSION[extension]
        return "documents" if loader == "triples" and not _may_be_triples(source) else loader
    known = ", ".join(_BY_EXTENSION)
    state = "has no extension that says what it is" if source.exists() else "is not there"
    raise InvalidSource(
        f"{source} {state}; needed is a sample graph (world, registry), a folder, or a file of {known}.",
        hint="Name the loader with --format.",
    )


def _may_be_triples(path: Path) -> bool:
    """Whether the first line has three fields; a file that is not there, gzipped or empty may be anything."""
    if not path.is_file() or path.suffix == ".gz":
        return True
    with path.open("rb") as lines:
        first = next((line for line in lines if line.strip()), b"")
    return not first or any(first.count(separator) == 2 for separator in (b"\t", b",", b";", b"|"))


def _format_of_folder(folder: Path) -> str:
    if folder.resolve().name in _BY_FOLDER:
        return _BY_FOLDER[folder.resolve().name]
    paths = {path.name.removesuffix(".gz"): path for path in folder.iterdir()}
    for name, loader in _BY_CONTENT.items():
        if name in paths:
            return loader
    tables = [path for name, path in paths.items() if name.endswith(".csv") and path.is_file()]
    if any(_has_importer_header(path) for path in tables):
        return "csv_pair"
    if any(format_of_file(path) is not None and path.suffix for _, path in files_below(folder)):
        return "documents"
    raise InvalidSource(
        f"The folder {folder} holds no data set that is known, no nodes.csv with relationships.csv, "
        "and no documents.",
        hint="Name the loader with --format.",
    )


def _has_importer_header(path: Path) -> bool:
    try:
        return is_importer_header(path, ID) or is_importer_header(path, START)
    except (UnicodeDecodeError, OSError):
        return False


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
