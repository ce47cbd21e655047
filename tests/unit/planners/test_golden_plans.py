"""The plans of a fixed sample of questions are those that are kept: a change of plans is seen, and kept on purpose."""

from __future__ import annotations

import os
from itertools import zip_longest

import pytest

from golden_plans import KEPT, OF_DATA_SETS, groups, lines_of


@pytest.mark.parametrize("group", groups())
def test_plans_are_those_that_are_kept(group: str) -> None:
    if group in OF_DATA_SETS and not os.environ.get("MOTIF_DATA"):
        pytest.skip("MOTIF_DATA is not set")
    kept = (KEPT / f"{group}.jsonl").read_text(encoding="utf-8").splitlines()
    changed = [(old, new) for old, new in zip_longest(kept, lines_of(group)) if old != new]
    assert not changed, f"{len(changed)} of {len(kept)} plans changed; {changed[0]}"
