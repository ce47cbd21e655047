"""Claims with what is known of them: of a sample graph or of a file; halves and samples of them."""

from __future__ import annotations

import difflib
import json
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput, InvalidSource
from motif.given import read_json
from motif.graphs.verdict import Label

GROUP = "motif.claims"
"""Entry points of claims that come with a loader's graph."""

KEYS = ("claim", "holds", "kind")
SPLITS = ("all", "dev", "test")

_LABELS: dict[bool | None, Label] = {True: "supported", False: "refuted", None: "unknown"}
_HINT = 'A line is an object such as {"claim": "Lisbon is the capital of Portugal.", "holds": true}.'


@dataclass(frozen=True, slots=True)
class GivenClaim:
    """A claim in words, the verdict that is right, and what figures are told by.

    ``label`` never goes to what verifies: that gets ``text`` alone.
    """

    text: str
    label: Label
    kind: str = "all"


def claims_of_sample(name: str, *, closed_world: bool) -> list[GivenClaim]:
    """The claims that come with the graph of the loader ``name``; in a closed world what is not said is refuted.

    Raises `InvalidInput` for a graph that has none.
    """
    points = {point.name: point for point in entry_points(group=GROUP)}
    if name not in points:
        near = difflib.get_close_matches(name, points, n=1)
        known = f"Graphs with claims of their own: {', '.join(sorted(points)) or 'none'}."
        raise InvalidInput(
            f"The graph '{name}' has no claims of its own.",
            hint=f"Did you mean '{near[0]}'? {known}"
            if near
            else f"{known} Or give a file: motif evaluate claims FILE.jsonl",
        )
    load: Callable[[], Iterable[Any]] = points[name].load()
    return [GivenClaim(one.text, one.label if closed_world else one.open_label, one.kind) for one in load()]


def read_claims(path: Path) -> list[GivenClaim]:
    """The claims of a file: an object a line with ``claim`` and ``holds``, perhaps ``kind``; empty ones are skipped.

    ``holds`` is true, false, or null where the graph cannot tell.

    Raises `InvalidSource`, naming the line.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSource(f"{path} cannot be read: {error}.", hint=_HINT) from error
    found = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                found.append(_claim(read_json(line)))
            except (InvalidInput, ValueError) as error:
                raise InvalidSource(f"{path}, line {number}: {error}", hint=_HINT) from error
    if not found:
        raise InvalidSource(f"{path} holds no claim.", hint=_HINT)
    return found


def _claim(row: Any) -> GivenClaim:
    if not isinstance(row, dict):
        raise InvalidInput(f"an object is needed, not {json.dumps(row)[:60]}.")
    for key in row:
        if key not in KEYS:
            raise InvalidInput(f"there is no key {key!r}; keys: {', '.join(KEYS)}.")
    text, kind = row.get("claim"), row.get("kind", "all")
    if not isinstance(text, str) or not text.strip():
        raise InvalidInput(f"'claim' must be a statement in words, not {text!r}.")
    if not isinstance(kind, str) or not kind.strip():
        raise InvalidInput(f"'kind' must be text, not {kind!r}.")
    holds = row.get("holds", "nothing")
    if not (holds is None or isinstance(holds, bool)):
        raise InvalidInput(
            f"'holds' must be true, false, or null where the graph cannot tell, not {holds!r}."
        )
    return GivenClaim(text, _LABELS[holds], kind)


def chosen(
    claims: Sequence[GivenClaim], *, split: str = "all", sample: int | None = None, seed: int = 0
) -> list[GivenClaim]:
    """A half of ``claims`` and of it a sample by ``seed``, in their order.

    A half is drawn by the fixed seed 0, since claims often stand in pairs, a true one before a false one.

    Raises `InvalidInput` for a split or sample that cannot be.
    """
    if split not in SPLITS:
        raise InvalidInput(f"There is no split '{split}'.", hint=f"Splits: {', '.join(SPLITS)}.")
    if sample is not None and sample < 1:
        raise InvalidInput(f"A sample has 1 claim or more, not {sample}.", hint="For example --sample 60.")
    places = list(range(len(claims)))
    if split != "all":
        random.Random(0).shuffle(places)
        places = sorted(places[split == "test" :: 2])
    if sample is not None and sample < len(places):
        places = sorted(random.Random(seed).sample(places, sample))
    if not places:
        raise InvalidInput(
            f"None of {len(claims)} claims is in the split '{split}'.", hint="Without --split all are judged."
        )
    return [claims[place] for place in places]
