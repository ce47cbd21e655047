"""Packages that only an evaluation needs."""

from __future__ import annotations

import importlib
from typing import Any

from motif.errors import MissingDependency


def optional_module(name: str, extra: str) -> Any:
    """The module ``name``, which the optional dependencies ``extra`` bring.

    Raises `MissingDependency`, with the command that installs it.

    >>> optional_module("math", "evaluation").sqrt(4.0)
    2.0
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingDependency(
            f"This baseline needs the package '{name.partition('.')[0]}', which is not installed.",
            hint=f"pip install 'motif-graphrag[{extra}]'",
        ) from error
