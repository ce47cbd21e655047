"""The heap gives its extensions back in order: by bound, then node row, then relationship row."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.kernels.heaps import make_heap, new_stack, pop, with_room

EXTENSIONS = st.lists(
    st.tuples(st.integers(0, 3).map(float), st.integers(0, 3), st.integers(0, 99)), max_size=40
)


@given(EXTENSIONS, st.integers(0, 5))
@settings(deadline=None)
def test_extensions_are_popped_in_order_and_nothing_below_is_touched(
    extensions: list[tuple[float, int, int]], start: int
) -> None:
    stack = new_stack(start + len(extensions))
    for part, values in zip(stack, zip(*extensions, strict=True), strict=True) if extensions else ():
        part[:start] = 7
        part[start:] = values
    end = start + len(extensions)

    make_heap(stack, start, end)
    popped = []
    while end > start:
        end = pop(stack, start, end)
        popped.append(tuple(part[end].item() for part in stack))

    assert popped == sorted(extensions)
    assert all(part[:start].tolist() == [7] * start for part in stack) or not extensions


def test_a_stack_grows_and_keeps_what_it_holds() -> None:
    stack = new_stack(2)
    stack[0][:] = [1.0, 2.0]
    larger = with_room(stack, 2, 100)
    assert len(larger[0]) >= 102
    assert larger[0][:2].tolist() == [1.0, 2.0]
    assert with_room(stack, 1, 1)[0] is stack[0] or np.shares_memory(with_room(stack, 1, 1)[0], stack[0])
