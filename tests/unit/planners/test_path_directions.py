"""Which way paths go, beside the loop over paths of the same relations that says what it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from motif.planners.path_directions import direction_features, patient_is_source

RELATIONS = ("directed", "directed_by", "has_part", "parent", "in_language", "written_by")


def naive(wording: Any, symbols: NDArray[np.int32]) -> NDArray[np.float64]:
    found = np.zeros((len(symbols), 2))
    sources = [patient_is_source(relation) for relation in RELATIONS]
    for at, own in enumerate(symbols.tolist()):
        alike = [other for other in symbols.tolist() if [s // 2 for s in other] == [s // 2 for s in own]]
        if len(alike) < 2:
            continue
        first = sources[own[0] // 2]
        backwards = [other[0] % 2 == 1 for other in alike]
        if wording.acts is not None and first is not None and any(backwards) and not all(backwards):
            found[at, 0] = 1.0 if (first != wording.acts) == (own[0] % 2 == 0) else -1.0
        steps = [sum(s >= 0 and s % 2 == 1 and sources[s // 2] is True for s in other) for other in alike]
        mine = sum(s >= 0 and s % 2 == 1 and sources[s // 2] is True for s in own)
        found[at, 1] = mine - min(steps)
    return found


STEPS = st.integers(0, 2 * len(RELATIONS) - 1)
PATHS = st.lists(
    st.lists(STEPS, min_size=1, max_size=3).map(lambda path: [*path, -1, -1, -1][:3]),
    min_size=1,
    max_size=12,
)


@given(PATHS, st.sampled_from([None, True, False]))
def test_all_paths_at_once_are_as_one_by_one(paths: list[list[int]], acts: bool | None) -> None:
    wording: Any = SimpleNamespace(acts=acts)
    symbols = np.array(paths, np.int32)
    assert (direction_features(wording, symbols, RELATIONS) == naive(wording, symbols)).all()
