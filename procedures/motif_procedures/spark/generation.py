"""Makes the questions of the set: forms with slots filled by chance, worded, and answered by the loaders' facts."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from motif_procedures.spark.drawing import Drawer
from motif_procedures.spark.facts import Facts, NodeKey
from motif_procedures.spark.forms import PARTS, TOPIC, Form, Hop, Path, load_forms, load_topics
from motif_procedures.spark.gold import Slots, gold_answers
from motif_procedures.spark.question import GoldNode, GoldParts, SparkQuestion
from motif_procedures.spark.reviewing import has_clear_names, is_answerable
from motif_procedures.spark.written_numbers import WRITERS

SEED = 9
_TRIES = 600
"""Draws for each question before a form is left with fewer."""


def make_questions(graph: str, facts: Facts, seed: int = SEED) -> list[SparkQuestion]:
    """The questions to ``graph``, whose loader tells ``facts``; the same seed and facts give the same questions."""
    told: set[str] = set()
    made: list[SparkQuestion] = []
    for form in load_forms():
        if form.graph == graph:
            made += _of_form(form, facts, random.Random(f"{seed} {form.id}"), told)
    return made


def _of_form(form: Form, facts: Facts, chance: random.Random, told: set[str]) -> Iterator[SparkQuestion]:
    """Questions of one form, in turn for each half; ``told`` are the slots and topics that were used."""
    drawer, number = Drawer(facts, chance), 0
    for _ in range(_TRIES * form.questions):
        if number == form.questions:
            return
        slots = drawer.draw(form)
        if slots is None or _same(form, slots) in told:
            continue
        question = _question(form, facts, slots, number, chance)
        if is_answerable(question, facts) and has_clear_names(question, facts):
            told.add(_same(form, slots))
            number += 1
            yield question


def _same(form: Form, slots: Slots) -> str:
    """What two questions may not share: the form with its slots; of those that tell a topic alone, the topic."""
    if form.tells_answer_by_topic and not form.all:
        return f"{TOPIC} {slots[TOPIC]}"
    return f"{form.id} {sorted(map(str, slots.values()))}"


def _question(form: Form, facts: Facts, slots: Slots, number: int, chance: random.Random) -> SparkQuestion:
    part = PARTS[number % len(PARTS)]
    wordings = form.wordings[part]
    text = wordings[number // len(PARTS) % len(wordings)].format(**written(form, facts, slots, chance))
    answers = gold_answers(facts, form, slots)
    return SparkQuestion(
        id=f"{form.id}-{number + 1}",
        graph=form.graph,
        kind=form.kind,
        part=part,
        form=form.id,
        text=text[0].upper() + text[1:],
        gold=tuple(GoldNode(*key, facts.name(key)) for key in answers),
        values=_values(form, facts, answers),
        parts=gold_parts(form, facts, slots),
    )


def written(form: Form, facts: Facts, slots: Slots, chance: random.Random) -> dict[str, str]:
    """Each slot as the question writes it."""
    return {name: _written(form, facts, name, value, chance) for name, value in slots.items()}


def _written(form: Form, facts: Facts, name: str, value: Any, chance: random.Random) -> str:
    if name in form.numbers:
        return WRITERS[form.numbers[name]](value, chance)
    return load_topics()[value[1]] if name == TOPIC else facts.name(value)


def _values(form: Form, facts: Facts, answers: list[NodeKey]) -> tuple[Any, ...]:
    if form.count:
        return (len(answers),)
    return tuple(facts.nodes[key].get(form.give) for key in answers) if form.give else ()


def gold_parts(form: Form, facts: Facts, slots: Slots) -> GoldParts:
    """What a plan for ``form`` has, its slots filled."""
    order = form.order
    by = "" if order is None else order.property or (order.count.type if order.count else "")
    return GoldParts(
        answer=form.answer,
        hops=_hops((*form.all, *form.any)),
        absent=_hops(form.none),
        names=tuple(_names(form, facts, slots)),
        said=tuple(slots[name][0] for name in form.said),
        conditions=tuple((one.property, one.operator, slots[one.slot]) for one in form.conditions),
        order=() if order is None else (by, "desc" if order.descending else "asc"),
        give=form.give or "",
        count=form.count,
        topic=_written(form, facts, TOPIC, slots[TOPIC], random.Random(0)) if form.topic else "",
    )


def _hops(paths: Iterable[Path]) -> tuple[tuple[str, str, str], ...]:
    def told(hop: Hop) -> tuple[str, str, str]:
        return hop.type, hop.direction, hop.label

    return tuple(dict.fromkeys(told(hop) for path in paths for hop in path.hops))


def _names(form: Form, facts: Facts, slots: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in slots.items():
        if name != TOPIC and name not in form.numbers:
            yield value[0], facts.name(value)
