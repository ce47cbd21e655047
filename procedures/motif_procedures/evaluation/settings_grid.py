"""Which contenders are asked, with which options: methods times the values of a grid."""

from __future__ import annotations

import difflib
import inspect
import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from motif.errors import InvalidInput
from motif_procedures.evaluation.baselines import BASELINES
from motif_procedures.evaluation.own_methods import OPTIONS

SHOTS, PLANNER = "shots", "planner"


@dataclass(frozen=True, slots=True)
class Setting:
    """One contender: a method with its options.

    Attributes
    ----------
    planner
        "" for a baseline, which has none.
    shots
        How many of the examples are taught, per group; None for all.
    """

    method: str
    planner: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    shots: int | None = None

    @property
    def is_baseline(self) -> bool:
        return self.method in BASELINES

    def as_dict(self) -> dict[str, Any]:
        """The setting as plain values, options in order of their names."""
        options = dict(sorted(self.options.items()))
        if self.shots is not None:
            options[SHOTS] = self.shots
        return {"method": self.method, "planner": self.planner, "options": options}

    @property
    def title(self) -> str:
        """The setting in a few words.

        >>> Setting("search", "paths", {"top_k": 5}, shots=12).title
        'search, planner paths, shots 12, top_k 5'
        """
        values = self.as_dict()
        planner = [f"planner {self.planner}"] if self.planner else []
        chosen = [f"{key} {value}" for key, value in sorted(values["options"].items())]
        return ", ".join([self.method, *planner, *chosen])


def settings_of(
    methods: Sequence[str], planner: str, options: Mapping[str, Any], grid: Mapping[str, Sequence[Any]]
) -> list[Setting]:
    """Every method with every combination of the grid's values, each once; a method takes the options that it has.

    Raises `InvalidInput` for an option that none of the methods has.
    """
    asked = {**{key: (value,) for key, value in options.items()}, **grid}
    _check([*asked], methods)
    found: dict[str, Setting] = {}
    for method in methods:
        own = {key: values for key, values in asked.items() if key in options_of(method)}
        for combination in itertools.product(*own.values()):
            chosen = dict(zip(own, combination, strict=True))
            shots, named = chosen.pop(SHOTS, None), str(chosen.pop(PLANNER, planner))
            setting = Setting(method, "" if method in BASELINES else named, chosen, shots)
            found.setdefault(json.dumps(setting.as_dict(), sort_keys=True, default=str), setting)
    return list(found.values())


def options_of(method: str) -> tuple[str, ...]:
    """The options that a method takes."""
    if method not in BASELINES:
        return (*OPTIONS, SHOTS, PLANNER)
    builder: Callable[..., Any] = BASELINES[method]
    return tuple(name for name in inspect.signature(builder).parameters if name != "arena")


def read_value(text: str) -> Any:
    """An option's value as written on a command line: a number, a truth, or text.

    >>> read_value("4"), read_value("0.5"), read_value("true"), read_value("known")
    (4, 0.5, True, 'known')
    """
    try:
        return json.loads(text)
    except ValueError:
        return text


def read_pairs(pairs: Sequence[str], what: str) -> dict[str, list[Any]]:
    """``NAME=VALUE[,VALUE…]`` as name → values.

    Raises `InvalidInput`, calling it ``what``.

    >>> read_pairs(["top_k=1,5"], "--grid")
    {'top_k': [1, 5]}
    """
    found = {}
    for pair in pairs:
        name, sign, values = pair.partition("=")
        if not name or not sign or not values:
            raise InvalidInput(f"{what} '{pair}' is not NAME=VALUE.", hint=f"For example: {what} top_k=5")
        found[name.strip().replace("-", "_")] = [read_value(value.strip()) for value in values.split(",")]
    return found


def _check(names: Sequence[str], methods: Sequence[str]) -> None:
    known = sorted({option for method in methods for option in options_of(method)})
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"Did you mean '{near[0]}'? " if near else ""
            raise InvalidInput(
                f"None of the methods {', '.join(methods)} has an option '{name}'.",
                hint=f"{hint}Options: {', '.join(known)}.",
            )
