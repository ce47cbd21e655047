"""Of very many relations few are looked at, and the rest of the vocabulary is read once, not for each question."""

import weakref

from fakes import HashEncoder
from motif.catalog import from_triples
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.shortlist import OF_PAIR, shortlisted
from motif.planners.meaning.vocabulary import Vocabulary
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
