"""Values that are neither number, boolean nor string, as text: lists, maps, times, places.

The plugin writes the same text, so that a projection does not depend on the way it came.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any


def other_text(value: Any) -> str:
    """JSON of a list, map or point; ISO 8601 of a time or duration.

    Times are anything with Neo4j's or Python's attributes of times.

    >>> other_text(["a", 1, 1e10]), other_text([float("nan")])
    ('["a",1,1.0E10]', '[{"$float":"NaN"}]')
    """
    tree = _tree(value)
    return tree if isinstance(tree, str) else _json(tree)


def _tree(value: Any) -> Any:
    """The value as JSON has it, times as text."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"$float": _infinite(value)}
    if isinstance(value, Mapping):
        return {str(key): _tree(item) for key, item in value.items()}
    if hasattr(value, "srid"):
        return {"srid": value.srid, "coordinates": [float(item) for item in value]}
    if isinstance(value, (bytes, bytearray)):
        return [byte - 256 if byte > 127 else byte for byte in value]
    if isinstance(value, (list, tuple)) and not hasattr(value, "iso_format"):
        return [_tree(item) for item in value]
    return _time_text(value)


def _infinite(value: float) -> str:
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _json(tree: Any) -> str:
    if isinstance(tree, dict):
        return "{" + ",".join(f"{_json(key)}:{_json(item)}" for key, item in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ",".join(map(_json, tree)) + "]"
    if isinstance(tree, float):
        return float_text(tree)
    text = json.dumps(tree, ensure_ascii=False)
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029") if isinstance(tree, str) else text


def float_text(value: float) -> str:
    """A finite float as Java writes it: with an exponent below a thousandth and from ten million on.

    >>> float_text(0.5), float_text(1.5e-7), float_text(12345678.0)
    ('0.5', '1.5E-7', '1.2345678E7')
    """
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return repr(value)
    sign, digits, exponent = Decimal(repr(value)).as_tuple()
    text = "".join(map(str, digits)).rstrip("0")
    power = int(exponent) + len(digits) - 1
    return f"{'-' if sign else ''}{text[0]}.{text[1:] or '0'}E{power}"


def _time_text(value: Any) -> str:
    if hasattr(value, "hour"):
        return _date_text(value) + _clock_text(value) + _offset_text(value)
    if hasattr(value, "year") and hasattr(value, "month"):
        return _date_text(value).rstrip("T")
    iso = getattr(value, "iso_format", None) or getattr(value, "isoformat", None)
    return str(value) if iso is None else str(iso())


def _date_text(value: Any) -> str:
    return f"{value.year:04d}-{value.month:02d}-{value.day:02d}T" if hasattr(value, "year") else ""


def _clock_text(value: Any) -> str:
    """Hours and minutes; seconds and their parts where there are any, or a date and an offset ask for them."""
    nanoseconds = getattr(value, "nanosecond", None)
    if nanoseconds is None:
        nanoseconds = value.microsecond * 1000
    zoned = hasattr(value, "year") and value.tzinfo is not None
    text = f"{value.hour:02d}:{value.minute:02d}"
    if int(value.second) or nanoseconds or zoned:
        text += f":{int(value.second):02d}"
    if not nanoseconds:
        return text
    digits = f"{nanoseconds:09d}"
    if zoned:
        return f"{text}.{digits.rstrip('0')}"
    length = 3 if digits.endswith("000000") else 6 if digits.endswith("000") else 9
    return f"{text}.{digits[:length]}"


def _offset_text(value: Any) -> str:
    offset = value.utcoffset() if value.tzinfo is not None else None
    if offset is None:
        return ""
    seconds = int(offset.total_seconds())
    if seconds == 0:
        return "Z"
    sign, seconds = ("-", -seconds) if seconds < 0 else ("+", seconds)
    text = f"{sign}{seconds // 3600:02d}:{seconds // 60 % 60:02d}"
    return text if seconds % 60 == 0 else f"{text}:{seconds % 60:02d}"
