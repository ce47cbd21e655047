"""What ``motif doctor`` finds of the language model: one tiny call to the one that is configured."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from motif.cli.findings import Finding
from motif.engine.control import Control
from motif.errors import InvalidInput, MotifError, UnreadableAnswer
from motif.models.language import ChatModel, load_chat_model
from motif.settings import Settings

SUBJECT = "language model"
_SCHEMA: dict[str, Any] = {
    "title": "Sum",
    "description": "The sum that was asked for.",
    "type": "object",
    "properties": {"sum": {"type": "integer"}},
    "required": ["sum"],
    "additionalProperties": False,
}
_MESSAGES = [
    (
        "system",
        'You add two numbers. Return one JSON object and no other word. Of 20 and 30 that is: {"sum": 50}',
    ),
    ("user", "2 and 3"),
]


def language_model(settings: Settings) -> Finding:
    """Whether the chat model of the settings answers, in which time, and whether its server holds it to a schema.

    Sends two short sentences, and none where no model is configured.
    """
    if settings.model.name is None:
        return Finding(SUBJECT, "ok", "none: questions are answered without one")
    try:
        return _tried(load_chat_model(settings.model))
    except MotifError as error:
        return Finding(SUBJECT, "wrong", error.message, error.hint)


def _tried(model: ChatModel) -> Finding:
    began = time.monotonic()
    try:
        model.complete(_MESSAGES, schema=_SCHEMA, read=_sum, retries=1, control=Control())
    except UnreadableAnswer as error:
        return Finding(
            SUBJECT,
            "wrong",
            f"{model.name} answers, but not with the JSON it was asked for: {error.message}",
            "Choose a more capable model; without it questions are answered all the same.",
        )
    seconds = time.monotonic() - began
    held = "with structured output" if model.fills_schemas else "without structured output: its text is read"
    return Finding(SUBJECT, "ok", f"{model.name} answered in {seconds:.1f} s, {held}")


def _sum(value: Any) -> int:
    if not isinstance(value, Mapping) or not isinstance(value.get("sum"), (int, str)):
        raise InvalidInput('it has no "sum".')
    return int(value["sum"]) if str(value["sum"]).isdigit() else 0
