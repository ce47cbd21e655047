"""The options of ``motif ask`` as the verbs take them; read by whoever answers, this process or a service."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from motif.errors import InvalidInput


def injectivity(options: Mapping[str, Any]) -> dict[str, Any]:
    """The keyword ``injective``, where it was given."""
    given = options["injective"]
    return {} if given is None else {"injective": {"true": True, "false": False}.get(given, given)}


def limits(options: Mapping[str, Any]) -> dict[str, Any]:
    """Where to look, how much to give, and for how long; raises `InvalidInput` for a filter that is no JSON object."""
    return {
        "top_k": options["top_k"],
        "labels": list(options["labels"]) or None,
        "relationship_types": list(options["types"]) or None,
        "filter": _read_filter(options["filters"]),
        "timeout": options["timeout"],
    }


def _read_filter(text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"--filter is not valid JSON: {error}.") from error
    if not isinstance(value, dict):
        raise InvalidInput(f"--filter must be a JSON object, not {text}.")
    return value
