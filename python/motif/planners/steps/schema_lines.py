"""A database's schema in lines for a language model, each of one line and all of it data."""

from __future__ import annotations

import re
from typing import Any

from motif.graphs.graph_schema import (
    GraphSchema,
    LabelProfile,
    PropertyProfile,
    RelationProfile,
    SearchIndex,
    ValueFormat,
)
from motif.planners.prompting import as_data

_PLAIN = re.compile(r"[^\W\d]\w*")
_TYPES = {
    "STRING": "text",
    "INTEGER": "integer",
    "FLOAT": "number",
    "BOOLEAN": "true or false",
    "DATE": "date",
    "ZONED DATETIME": "date and time",
    "LOCAL DATETIME": "date and time",
    "LIST": "list",
    "VECTOR": "vector",
    "POINT": "place",
    "ANY": "value",
}
_BREAKS = re.compile("[\x7f-\x9f\u2028\u2029]")
_LONG = 100
_SHOWN_VALUES = 12
_SHOWN_EXAMPLES = 3
_VALUE_CHARACTERS = 60
_ENDS_SHOWN = 4


def label_line(label: LabelProfile) -> str:
    """One label, with how many nodes and what names them.

    >>> label_line(LabelProfile("Film", 38, name_property="title"))
    '(:Film) 38 nodes, named by title'
    """
    named = f", named by {written_name(label.name_property)}" if label.name_property else ""
    return f"(:{written_name(label.name)}) {label.count:,} nodes{named}"


def relation_lines(relation: RelationProfile) -> list[str]:
    """One type with the pairs of labels that it joins, most frequent first, and its properties below it."""
    shown = relation.ends[:_ENDS_SHOWN]
    ways = " or ".join(
        f"{_node(one.source)}-[:{written_name(relation.type)}]->{_node(one.target)}" for one in shown
    )
    more = f" or {len(relation.ends) - len(shown)} other pairs" if len(relation.ends) > len(shown) else ""
    way = ways or f"()-[:{written_name(relation.type)}]->()"
    names = _end_names(relation)
    properties = [f"  {property_line(one)}" for one in relation.properties.values()]
    return [f"{way}{more} {relation.count:,}{names}", *properties]


def _node(label: str) -> str:
    return f"(:{written_name(label)})" if label else "()"


def _end_names(relation: RelationProfile) -> str:
    """Where the nodes at an end are numbers or dates by their names, or are few: what they are called."""
    told = []
    for end, profile in (("from", relation.source_names), ("to", relation.target_names)):
        if profile is not None and (profile.format is not None or profile.type != "STRING"):
            told.append(f"; {end} nodes named {_form(profile)}")
        elif profile is not None and (values := _all_values(profile)):
            told.append(f"; {end} {values}")
    return "".join(told)


def property_line(profile: PropertyProfile) -> str:
    """One property: what its values are, their range, and some of them.

    >>> price = PropertyProfile("price", "STRING", 1.0, minimum=5.0, maximum=11.8, examples=("$11.80",),
    ...     format=ValueFormat("currency", "$"))
    >>> property_line(price)
    'price: text that says a number (currency, $), 5 to 11.8, such as "$11.80"'
    """
    values = _values(profile)
    return f"{written_name(profile.name)}: {_form(profile)}{', ' + values if values else ''}"


def _form(profile: PropertyProfile) -> str:
    kind = _TYPES.get(profile.type, profile.type.lower())
    if profile.format is not None:
        kind = f"text that says {_format(profile.format)}"
    elif profile.type == "STRING" and (profile.length or 0) >= _LONG:
        kind = "long text"
    if profile.minimum is None or profile.maximum is None:
        return kind
    return f"{kind}, {_value(profile.minimum)} to {_value(profile.maximum)}"


def _format(form: ValueFormat) -> str:
    unit = f", {written_name(form.unit)}" if form.unit else ""
    pattern = f", written {form.pattern}" if form.pattern and form.kind == "date" else ""
    keys = f" with {', '.join(map(written_name, form.keys))}" if form.keys else ""
    said = {"boolean": "true or false", "json": "JSON", "date": "a date", "year": "a year"}.get(form.kind)
    return f"{said}{keys}{pattern}" if said else f"a number ({form.kind}{unit})"


def _values(profile: PropertyProfile) -> str:
    """All values where they are few and come again, else some."""
    if every := _all_values(profile):
        return every
    if not profile.examples or profile.type not in ("STRING", "LIST", "DURATION"):
        return ""
    return f"such as {', '.join(_value(one) for one in profile.examples[:_SHOWN_EXAMPLES])}"


def _all_values(profile: PropertyProfile) -> str:
    few = 0 < len(profile.values) <= _SHOWN_VALUES and profile.distinct < 0.5
    return f"one of {', '.join(map(_value, profile.values))}" if few and profile.type == "STRING" else ""


def _value(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, str):
        return _data(value[:_VALUE_CHARACTERS])
    return _data(list(value) if isinstance(value, tuple) else value)


def index_lines(schema: GraphSchema) -> list[str]:
    """What can be searched by meaning or by words in the database, one line for each kind of index."""
    return [
        f"{kind}_search: {'; '.join(map(_over, found))}"
        for kind in ("vector", "fulltext")
        if (found := [one for one in schema.indexes if one.kind == kind and one.entity == "node"])
    ]


def _over(index: SearchIndex) -> str:
    labels = "|".join(map(written_name, index.labels))
    return f"(:{labels}) by {', '.join(map(written_name, index.properties))}"


def written_name(name: str) -> str:
    """A label, type, property or unit as it is; in quotes, as JSON has it, where it is more than one plain word.

    >>> written_name("ACTED_IN"), written_name("Ignore\\nthis")
    ('ACTED_IN', '"Ignore\\\\nthis"')
    """
    return name if _PLAIN.fullmatch(name) or name in _SIGNS else _data(name)


_SIGNS = frozenset("$€£¥₹%")


def _data(value: Any) -> str:
    """As JSON in which nothing ends the line or the mark around it."""
    return _BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", as_data(value))
