"""How probably a meaning is what was meant: a logistic model of what can be told of it without knowing the graph."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from motif.graphs.meaning import NOWHERE, Aggregate, Comparison, Meaning, Omission, Selection
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.request import Request

SURE = 0.75
"""Probability from which on an answer is called one, be it that there is nothing."""

LIKELIER = 0.4
"""By how much a meaning that leaves nothing out must be likelier than the one before it, which does, to come first."""

MARGIN = "margin"
"""The trait that says how far the next meaning is behind; which is next that gives another answer is known when it was
answered."""

CLOSE, BEHIND = "close", 0.3
"""The trait of a meaning whose next is closer behind than this: from there on it matters little how far."""

EMPTY = "empty"
"""The trait of a meaning of which the graph holds nothing, which is known when it was answered."""

_LEAST, _MOST = 0.02, 0.98


@dataclasses.dataclass(frozen=True, slots=True)
class Told:
    """A finished draft: ``score`` is how well it gives what was asked, ``n_words`` how long the question is, ``loose``
    whether it joins things that need not be each other's (`loosely.is_loose`)."""

    draft: Draft
    score: float
    request: Request
    selection: Selection
    omissions: tuple[Omission, ...]
    n_words: int
    loose: bool = False

    @property
    def total(self) -> float:
        return self.draft.score + self.score


def meanings_told(found: Sequence[Told]) -> list[Meaning]:
    """Each meaning once, likeliest first, with its traits and its probability."""
    distinct: dict[Selection | Comparison, Told] = {}
    for told in sorted(found, key=lambda one: -one.total):
        distinct.setdefault(told.selection, told)
    kept, meanings = list(distinct.values()), []
    for number, told in enumerate(kept):
        rival = kept[1 - min(number, 1)].total if len(kept) > 1 else told.total - 1.0
        traits = traits_of(told, told.total - rival)
        behind = kept[0].total - told.total
        meanings.append(Meaning(told.selection, told.omissions, probability(traits), traits, behind))
    if len(meanings) > 1 and meanings[0].omissions and not meanings[1].omissions:
        first, second = meanings[:2]
        is_likelier = second.confidence - first.confidence > LIKELIER
        if is_likelier or first.confidence < SURE <= second.confidence:
            meanings[:2] = [second, first]  # the words of one are left out, those of the other are not
    return meanings


def traits_of(told: Told, margin: float) -> dict[str, float]:
    """What tells right meanings from wrong ones, as numbers of about one; ``margin`` is to the best other meaning."""
    draft, request, selection = told.draft, told.request, told.selection
    n_omitted, kinds = len(told.omissions), {one.kind for one in told.omissions}
    n_links = len(draft.links)
    n_firsts = sum(one.foremost is not None for one in selection.place.bound())
    return {
        "score per link": max(-2.0, min(draft.score / (1 + n_links), 1.0)),
        "score of what is asked": max(told.score, -2.0),
        **_of_margin(margin),
        "unlikely": min(max(-draft.score, 0.0), 2.0),
        "loose": float(told.loose),
        "doubt": min(draft.doubt, 1.5),
        "odd": min(draft.odd, 1.5),
        "silent": float(min(draft.silent, 2)),
        "guessed": float(min(draft.guessed, 2)),
        "untold": float(min(draft.untold, 2)),
        "omits": float(n_omitted >= 1),
        "omits two": float(n_omitted >= 2),
        "omits three": float(n_omitted >= 3),
        "omits of its words": n_omitted / max(told.n_words, 1),
        "omits a name": float("name" in kinds),
        "three links": float(n_links >= 3),
        "no link": float(n_links == 0),
        "names": float(min(sum(bool(spot.names) for spot in draft.spots), 2)),
        "no label said": float(draft.spots[0].span == NOWHERE and not _shows_ties(draft, selection)),
        "denied": float(
            any(link.negated for link in draft.links) or any(check.negated for check in draft.checks)
        ),
        "ties": float(any(link.where for link in draft.links)),
        "count": float(request.form == "count"),
        "sorted": float(bool(request.sorts)),
        "limit": float(selection.limit is not None and n_omitted >= 1),
        "whole limit": float(selection.limit is not None and not n_omitted),
        "some of them": float(selection.limit is not None and not selection.order and not n_omitted),
        "columns": float(min(len(selection.columns) + n_firsts, 4) - 1),
        "words": math.log(max(told.n_words, 1) / 10),
    }


def _of_margin(margin: float) -> dict[str, float]:
    return {MARGIN: min(max(margin, 0.0), 1.0), CLOSE: float(margin < BEHIND)}


def _shows_ties(draft: Draft, selection: Selection) -> bool:
    """Whether only what relationships hold is shown, so that it does not matter what is at their other ends, which are
    of one label only where they say who does it to whom."""
    if any(draft.spots[one.near].label == draft.spots[one.far].label for one in draft.links):
        return False
    shown = [one.value.of if isinstance(one.value, Aggregate) else one.value for one in selection.columns]
    return all(one.of_relationship for one in shown)


def probability(traits: Mapping[str, float], weights: Mapping[str, float] | None = None) -> float:
    """The share of meanings with such traits that are right; 1 for none, which are not made of drafts.

    >>> probability({})
    1.0
    >>> probability({"margin": 1.0}) > probability({"margin": 0.0}) > probability({"omits a name": 1.0})
    True
    """
    if not traits:
        return 1.0
    known = weights if weights is not None else weights_in_use()
    logit = known[""] + sum(known.get(name, 0.0) * value for name, value in traits.items())
    return min(max(1.0 / (1.0 + math.exp(-logit)), _LEAST), _MOST)


def sureness(meaning: Meaning, *, is_empty: bool = False, margin: float | None = None) -> float:
    """How probably a meaning is right when it is known whether it gives anything, and how far the likeliest meaning
    that gives another answer is behind."""
    if not meaning.traits or (margin is None and not is_empty):
        return meaning.confidence
    return probability(traits_answered(meaning, is_empty=is_empty, margin=margin))


def traits_answered(
    meaning: Meaning, *, is_empty: bool = False, margin: float | None = None
) -> dict[str, float]:
    """The traits of a meaning with what is known when it was answered."""
    known = {EMPTY: 1.0} if is_empty else {}
    if margin is not None:
        known |= _of_margin(max(margin, meaning.traits[MARGIN]))
    return {**meaning.traits, **known}


@cache
def weights_in_use() -> dict[str, float]:
    """By trait; under "" the constant. Made by ``motif evaluate cypher --fit`` (docs/evaluation/cypher.md)."""
    held = json.loads(files("motif.planners.meaning").joinpath("sureness.json").read_text(encoding="utf-8"))
    return {str(name): float(weight) for name, weight in held["weights"].items()}
