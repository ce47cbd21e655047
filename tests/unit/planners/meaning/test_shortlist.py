"""Of very many relations few are looked at, and the rest of the vocabulary is read once, not for each question."""

import random
import weakref
from collections import Counter

import pytest

from fakes import HashEncoder
from motif.catalog import from_triples
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.shortlist import OF_PAIR, shortlisted
from motif.planners.meaning.vocabulary import NARROWED, Vocabulary
from motif.planners.reading.marks import read
from motif.retrievers.view import View


def test_what_relations_do_not_decide_is_read_once():
    kinds = [f"rel_{left}{right}" for left in "xyzv" for right in "abcdefgh"]
    assert len(kinds) == OF_PAIR + 20
    triples = [(f"a{i}", kind, f"b{i}") for i, kind in enumerate(kinds)]
    names = {name for head, _, tail in triples for name in (head, tail)}
    view = View(from_triples(triples, labels=dict.fromkeys(names, "Thing")), HashEncoder)
    linker = Linker(weakref.proxy(view), Vocabulary(view.projection))
    first = shortlisted(linker, read("what does a3 zh?")).vocabulary
    second = shortlisted(linker, read("what does a4 ze?")).vocabulary
    assert first is not second
    assert second is shortlisted(linker, read("whom did a5 ze?")).vocabulary, "the same relations, kept"
    assert len(first.relations) == len(second.relations) == OF_PAIR
    assert len(linker.vocabulary.relations) == OF_PAIR + 20
    for name in ("labels", "counts", "persons", "properties", "relation_properties", "relation_values"):
        assert getattr(first, name) is getattr(second, name) is getattr(linker.vocabulary, name)
    assert not first.multiplicity.repeats("rel_xa")
    assert second.multiplicity is first.multiplicity


def test_of_what_was_narrowed_the_last_asked_for_is_kept():
    view = View(from_triples([("a", f"rel_{at}", "b") for at in range(NARROWED + 1)]), HashEncoder)
    vocabulary = Vocabulary(view.projection)

    def narrowed(at):
        return vocabulary.narrowed(at, lambda: vocabulary.relations[at : at + 1])

    first, *others = map(narrowed, range(NARROWED))
    assert narrowed(0) is first
    assert narrowed(NARROWED).relations == vocabulary.relations[NARROWED:]
    assert narrowed(0) is first
    assert narrowed(2) is others[1]
    assert narrowed(1) is not others[0]
    assert len(vocabulary._narrowed) == NARROWED


@pytest.mark.parametrize("seed", range(5))
def test_a_type_repeats_where_two_things_are_joined_twice_by_it(seed):
    draw = random.Random(seed)
    triples = [(draw.choice("abcd"), draw.choice("RST"), draw.choice("abcd")) for _ in range(12)]
    graph = from_triples(triples)
    table = graph.relationships
    joined = Counter(zip(table.type.tolist(), table.source.tolist(), table.target.tolist(), strict=True))
    vocabulary = Vocabulary(graph)
    for kind in (*table.types, "of none"):
        code = table.types.index(kind) if kind in table.types else -1
        assert vocabulary.multiplicity.repeats(kind) == any(
            n > 1 for (one, _, _), n in joined.items() if one == code
        )
