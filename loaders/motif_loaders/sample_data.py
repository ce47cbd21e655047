"""Data files of the packages that the sample graphs are built from, read without importing the packages."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from motif.errors import InvalidSource, MissingDependency


def package_folder(package: str) -> Path:
    """The folder of the installed ``package``.

    Raises `MissingDependency` when it is not installed.
    """
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise MissingDependency(
            f"This sample graph is built from the package '{package}', which is not installed.",
            hint="Run: pip install 'motif-graphrag[sample]'",
        )
    return Path(next(iter(spec.submodule_search_locations)))


def read_json(path: Path) -> Any:
    """The content of a JSON file of a package.

    Raises `InvalidSource` when the package has no such file, or it does not hold JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidSource(
            f"{path} cannot be read as JSON: {error}.",
            hint="Run: pip install --upgrade 'motif-graphrag[sample]'",
        ) from error
