"""Log lines as JSON on standard error: what happened and how long it took, never a question or a token."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TextIO

LOGGER = logging.getLogger("motif.service")


class JsonFormatter(logging.Formatter):
    """One JSON object per record; a fault shows where it arose, not the words of its exception."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line.update(getattr(record, "fields", {}))
        if record.exc_info and record.exc_info[0] is not None:
            # The words of an exception may quote what the user asked.
            line["fault"] = record.exc_info[0].__name__
            line["traceback"] = [frame.strip() for frame in traceback.format_tb(record.exc_info[2])]
        return json.dumps(line, ensure_ascii=False, default=str)


def start_logging(stream: TextIO | None = None) -> None:
    """Sends the service's and uvicorn's records to ``stream`` (standard error by default) as JSON lines."""
    output = logging.StreamHandler(stream or sys.stderr)
    output.setFormatter(JsonFormatter())
    for name, level in (("motif", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [output]
        logger.setLevel(level)
        logger.propagate = False


def progress_log(**fields: Any) -> Callable[[int, int], None]:
    """Told what is done and the total, logs each tenth once, with ``fields``."""
    logged = -1

    def notify(done: int, total: int) -> None:
        nonlocal logged
        tenths = 10 * done // total if total > 0 else 0
        if tenths > logged:
            logged = tenths
            event("progress", **fields, percent=10 * tenths)

    return notify


def event(message: str, **fields: Any) -> None:
    """Logs ``message`` with ``fields`` that are not None."""
    LOGGER.info(
        message, extra={"fields": {name: value for name, value in fields.items() if value is not None}}
    )
