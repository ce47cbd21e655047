"""Conditions on one value as Cypher, true, false or null; null counts as false wherever they stand under no "not"."""

from __future__ import annotations

import datetime
import re
from typing import Any

from motif.graphs.meaning import Condition
from motif.planners.meaning.cypher.kinds import NUMBERS, TEMPORAL, is_date
from motif.planners.meaning.cypher.unsaid import CannotSay
from motif.planners.meaning.cypher.writing import Operand, Writing

_SIGNS = {
    "=": "=",
    "<>": "<>",
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
    "contains": "CONTAINS",
    "starts": "STARTS WITH",
    "ends": "ENDS WITH",
}
_BOUNDS = ("=", "<>", "<", "<=", ">", ">=")
_EXACT = 2**53


def condition_text(writing: Writing, operand: Operand, test: Condition) -> str:
    """A condition on ``operand``; text is compared without regard to case."""
    if test.operator in ("known", "unknown"):
        return f"{operand.text} IS {'NOT ' if test.operator == 'known' else ''}NULL"
    if test.operator == "has":
        return _has(writing, operand, test.value)
    if isinstance(test.value, bool):
        return _of_boolean(writing, operand, test)
    if isinstance(test.value, (int, float)):
        return _of_number(writing, operand, test)
    if isinstance(test.value, str):
        return _of_text(writing, operand, test)
    raise CannotSay("kinds", f"A property is compared with {test.value!r}.")


def number(operand: Operand, writing: Writing) -> str:
    """The value as a number, also where it is written as text; null where it is none."""
    if operand.kinds.is_strange:
        raise CannotSay("kinds", f"{operand.text} holds NaN or integers beyond 2 to the 53rd.")
    if operand.kinds.kinds <= NUMBERS:
        return operand.text
    if operand.property is not None and writing.held.has_odd_numbers(operand.property, operand.owner):
        raise CannotSay(
            "kinds", f"{operand.text} holds texts like '1d' or 'NaN', which Neo4j reads as numbers."
        )
    return f"toFloatOrNull({operand.text})"


def text(operand: Operand) -> str:
    """The value as text where it is text or a time; null elsewhere."""
    kinds = operand.kinds
    if kinds.has_only("text"):
        return operand.text
    if kinds.has_only("text", "date", "time"):
        return f"toString({operand.text})"
    if kinds.has_only("text", "integer", "float", "boolean"):
        return f"CASE WHEN {operand.text} IS :: STRING THEN {operand.text} END"
    raise CannotSay("kinds", f"{operand.text} holds {', '.join(sorted(kinds.kinds))}.")


def _of_number(writing: Writing, operand: Operand, test: Condition) -> str:
    if test.operator not in _BOUNDS or abs(test.value) > _EXACT or test.value != test.value:
        raise CannotSay("kinds", f"A number is not compared by {test.operator!r}.")
    return f"{number(operand, writing)} {_SIGNS[test.operator]} {_parameter(writing, operand, test.value)}"


def _of_boolean(writing: Writing, operand: Operand, test: Condition) -> str:
    if test.operator not in ("=", "<>"):
        raise CannotSay("kinds", f"What is true or false is not compared by {test.operator!r}.")
    return f"{operand.text} {_SIGNS[test.operator]} {_parameter(writing, operand, test.value)}"


def _of_text(writing: Writing, operand: Operand, test: Condition) -> str:
    if test.operator == "word":
        return _has_word(writing, operand, test.value)
    sign = _SIGNS[test.operator]
    if "list" in operand.kinds.kinds:
        return _any_item(writing, operand, test.value, sign)
    parameter = _parameter(writing, operand, test.value)
    if operand.kinds.kinds == {"date"} and test.operator in _BOUNDS and _is_day(test.value):
        return f"{operand.text} {sign} date({parameter})"
    return folded(_guarded(writing, operand) or text(operand), sign, parameter, test.value)


def _has_word(writing: Writing, operand: Operand, word: str) -> str:
    """Whether a text has a word that is no part of a longer one."""
    if "list" in operand.kinds.kinds:
        raise CannotSay("list", f"{operand.text} holds lists, whose items have words.")
    letter = r"[\p{L}\p{N}_]"
    pattern = rf"(?s).*(?<!{letter}){re.escape(word.lower())}(?!{letter}).*"
    return (
        f"toLower({_guarded(writing, operand) or text(operand)}) =~ {_parameter(writing, operand, pattern)}"
    )


def _guarded(writing: Writing, operand: Operand) -> str:
    """A text that is one only where its label holds, which Neo4j may look at last; "" where it is one everywhere."""
    if operand.property is None or not operand.kinds.has_only("text"):
        return ""
    everywhere = writing.held.kinds(operand.property, () if isinstance(operand.owner, tuple) else None)
    if everywhere.has_only("text"):
        return ""
    return f"CASE WHEN {operand.text} IS :: STRING THEN {operand.text} END"


def _is_day(value: str) -> bool:
    """Whether a text is a day that there was: Neo4j refuses to read 31 February."""
    try:
        return is_date(value) and datetime.date.fromisoformat(value) is not None
    except ValueError:
        return False


def folded(operand: str, sign: str, parameter: str, value: str) -> str:
    """A comparison of texts without regard to case; plain where ``value`` has no letters, which changes nothing."""
    if all(character < "A" for character in value):
        return f"{operand} {sign} {parameter}"
    return f"toLower({operand}) {sign} toLower({parameter})"


def _has(writing: Writing, operand: Operand, value: Any) -> str:
    """Whether a list has the value, or what is no list is it."""
    kinds = operand.kinds
    if isinstance(value, str):
        return _any_item(writing, operand, value, "=")
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float))
        or not kinds.items <= {"number", "text"}
    ):
        raise CannotSay("list", f"{operand.text} may hold items that are compared otherwise.")
    if kinds.has_only("list"):
        return f"{_parameter(writing, operand, value)} IN {operand.text}"
    if kinds.kinds <= NUMBERS and not kinds.is_strange:
        return f"{operand.text} = {_parameter(writing, operand, value)}"
    raise CannotSay("list", f"{operand.text} holds lists and other values.")


def _any_item(writing: Writing, operand: Operand, value: str, sign: str) -> str:
    kinds = operand.kinds
    if not kinds.items <= {"text", "time"} or not kinds.has_only("list", "text") or sign == "<>":
        raise CannotSay("list", f"{operand.text} holds lists of other things than texts.")
    parameter = _parameter(writing, operand, value)
    if "list" not in kinds.kinds:
        return folded(_guarded(writing, operand) or operand.text, sign, parameter, value)
    items = operand.text
    if "text" in kinds.kinds:
        items = f"CASE WHEN {items} IS :: LIST<ANY> THEN {items} ELSE [{items}] END"
    item = writing.fresh("item")
    said = folded(f"toString({item})" if "time" in kinds.items else item, sign, parameter, value)
    return f"any({item} IN {items} WHERE {said})"


def _parameter(writing: Writing, operand: Operand, value: Any) -> str:
    return writing.parameter(operand.property or "value", value)


def ordered(operand: Operand, writing: Writing) -> str:
    """A value that rows are ordered by, or the least and greatest are taken of, as the arrays rank it."""
    kinds = operand.kinds
    if operand.property is None:
        raise CannotSay("order", "Nodes are ordered as they stand in the projection.")
    if are_written_numbers(operand, writing):
        return number(operand, writing)
    if kinds.is_strange or not any(
        kinds.has_only(*group) for group in (("integer", "float"), ("boolean",), ("text",), ("date",))
    ):
        if kinds.kinds <= TEMPORAL | {"text"}:
            return f"toString({operand.text})"
        raise CannotSay("order", f"{operand.text} holds values that are ranked otherwise.")
    return operand.text


def are_written_numbers(operand: Operand, writing: Writing) -> bool:
    """Whether texts of a property are numbers, all of them."""
    return (
        operand.property is not None
        and "text" in operand.kinds.kinds
        and operand.kinds.kinds <= NUMBERS | {"text"}
        and writing.held.are_written_numbers(operand.property, operand.owner)
    )


def compared(first: Operand, sign: str, second: Operand, writing: Writing) -> str:
    """Two values compared, both numbers or both texts.

    Raises `CannotSay` where they may be of kinds that compare otherwise.
    """
    both = first.kinds.kinds | second.kinds.kinds
    if first.kinds.is_strange or second.kinds.is_strange:
        raise CannotSay("kinds", f"{first.text} or {second.text} holds numbers that are compared otherwise.")
    if any(are_written_numbers(one, writing) for one in (first, second)) and all(
        one.kinds.kinds <= NUMBERS or are_written_numbers(one, writing) for one in (first, second)
    ):
        return f"{number(first, writing)} {sign} {number(second, writing)}"
    if both <= NUMBERS or both <= {"boolean"} or both <= {"date"}:
        return f"{first.text} {sign} {second.text}"
    if both <= TEMPORAL | {"text"}:
        return f"toLower({text(first)}) {sign} toLower({text(second)})"
    raise CannotSay("kinds", f"{first.text} and {second.text} hold values of several kinds.")
