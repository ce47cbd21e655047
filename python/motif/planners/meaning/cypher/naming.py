"""What places are called: names as the properties that hold them."""

from __future__ import annotations

import re

from motif.graphs.meaning import Place
from motif.planners.cypher_literals import identifier
from motif.planners.meaning.cypher.kinds import Kinds
from motif.planners.meaning.cypher.unsaid import CannotSay
from motif.planners.meaning.cypher.writing import Writing

_INTEGER = re.compile(r"0|-?[1-9]\d{0,17}")


def inline_name(writing: Writing, place: Place) -> str:
    """``{title: $title}`` where one text property holds the only name; "" otherwise."""
    name = _single(writing, place)
    return f"{{{identifier(name)}: {writing.parameter(name, place.names[0])}}}" if name else ""


def name_condition(writing: Writing, place: Place) -> str:
    """What says which names a node may have, where its pattern cannot; "" where nothing need be said."""
    if not place.names or _single(writing, place):
        return ""
    properties, label = writing.held.naming(place.label), place.label
    variable = writing.node(place)
    parts = [_as_name(f"{variable}.{identifier(one)}", writing.held.kinds(one, label)) for one in properties]
    if len(parts) == 1 and writing.held.kinds(properties[0], label).has_only("integer"):
        numbers = [int(name) for name in place.names if _INTEGER.fullmatch(name)]
        return f"{variable}.{identifier(properties[0])} IN {writing.parameter(properties[0], numbers)}"
    told = parts[0] if len(parts) == 1 else f"coalesce({', '.join(parts)})"
    if len(place.names) == 1:
        return f"{told} = {writing.parameter(properties[0], place.names[0])}"
    return f"{told} IN {writing.parameter(f'{properties[0]}s', list(place.names))}"


def _single(writing: Writing, place: Place) -> str:
    """The property, text in all nodes, that alone names a place which is called by one name; "" otherwise."""
    if not place.names:
        return ""
    properties = writing.held.naming(place.label)
    if not all(writing.held.is_named_by_property(name, place.label) for name in place.names):
        raise CannotSay("name", f"What begins the text of {place.names[0]!r} names it, and no property.")
    is_text = writing.held.kinds(properties[0], place.label).has_only("text")
    return properties[0] if len(place.names) == 1 and len(properties) == 1 and is_text else ""


def _as_name(operand: str, kinds: Kinds) -> str:
    """The property as the name that it gives."""
    if kinds.has_only("text"):
        return operand
    if kinds.has_only("text", "integer", "boolean", "date"):
        return f"toString({operand})"
    raise CannotSay(
        "name", f"{operand} holds names that are written otherwise: {', '.join(sorted(kinds.kinds))}."
    )
