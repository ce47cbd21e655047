"""The database driver, imported for a command."""

from __future__ import annotations

import sys
from typing import Any, cast

TABLES = ("pandas", "pyarrow")


def import_driver() -> None:
    """Import the driver without pandas and pyarrow, which it looks for and of which no command takes a thing.

    Where they are installed, that is half of the time in which a warm question is answered. Who imports them
    later gets them; a result of the driver has no ``to_df`` in this process.
    """
    modules = cast(dict[str, Any], sys.modules)
    hidden = [name for name in TABLES if name not in modules]
    modules.update(dict.fromkeys(hidden))
    try:
        import neo4j  # noqa: F401
    finally:
        for name in hidden:
            del modules[name]
