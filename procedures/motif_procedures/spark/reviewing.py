"""Two checks that every question passes before it is in the set, and after."""

from __future__ import annotations

from motif_procedures.spark.facts import Facts, folded
from motif_procedures.spark.question import SparkQuestion

MOST = 20
"""Gold answers of a question: more would make recall at 20 less than 1 for everyone."""

_MOST_FIRST = 3
"""Nodes that may share the first place of a superlative."""


def is_answerable(question: SparkQuestion, facts: Facts) -> bool:
    """Whether the question has answers, few enough, of the label that is asked for, and with what is asked of them."""
    most = _MOST_FIRST if question.parts.order else MOST
    keys = [(node.label, node.key) for node in question.gold]
    if not 0 < len(keys) <= most or len(set(keys)) < len(keys):
        return False
    if question.parts.give and any(value is None for value in question.values):
        return False
    return all(key in facts.nodes and key[0] == question.parts.answer for key in keys)


def is_clear(facts: Facts, name: str, label: str | None = None) -> bool:
    """Whether one node alone is called so, written alike but for case and accents; of those with ``label``: exactly."""
    if label is not None:
        return facts.exact_carriers[label, name] == 1
    return facts.carriers[folded(name)] == 1


def has_clear_names(question: SparkQuestion, facts: Facts) -> bool:
    """Whether each name in the question is one node's alone and written in it, and none of them gives an answer away.

    An answer may be named where a property of it is asked for.
    """
    text = folded(question.text)
    for label, name in question.parts.names:
        is_one = is_clear(facts, name) or (label in question.parts.said and is_clear(facts, name, label))
        if not is_one or folded(name) not in text:
            return False
    if question.parts.give:
        return True
    return not any(len(node.name) > 3 and folded(node.name) in text for node in question.gold)
