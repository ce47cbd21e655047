"""How many relationships of a type nodes have, beside counting them in sets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from motif.planners.meaning.multiplicity import SEVERAL, Multiplicity, joined_by_type
from question_graphs import small_graph

_PAIRS = st.lists(
    st.tuples(st.integers(0, 4), st.sampled_from(["SAW", "MET"]), st.integers(0, 4)), max_size=14
)


@given(_PAIRS)
def test_it_is_what_sets_of_them_say(links: list[tuple[int, str, int]]) -> None:
    nodes = [(("Person",), {"name": f"P{at}"}) for at in range(5)]
    graph = small_graph("people", nodes, [(*link, {}) for link in links])
    projection = graph.view.projection
    told, of_all = Multiplicity(projection), Multiplicity(projection, joined_by_type(projection))
    for kind in ("SAW", "MET", "no such type"):
        joined = [(one, other) for one, of, other in links if of == kind]
        assert told.repeats(kind) == of_all.repeats(kind) == (len(set(joined)) < len(joined))
        for out in (True, False):
            ends = {one if out else other for one, other in joined}
            assert of_all.leads_to_several(kind, out=out) == told.leads_to_several(kind, out=out)
            assert told.leads_to_several(kind, out=out) == (len(set(joined)) >= SEVERAL * max(len(ends), 1))
