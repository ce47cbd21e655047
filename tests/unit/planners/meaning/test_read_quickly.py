"""What is done a thousand times for a question is done in less time, and to the same end."""

from __future__ import annotations

import dataclasses
import weakref
from collections import Counter

import pytest

from fakes import HashEncoder
from motif.catalog import from_triples
from motif.planners.meaning.alike import is_kin
from motif.planners.meaning.composing import meanings_of
from motif.planners.meaning.drafts import Draft, Link, Spot
from motif.planners.meaning.joining import KEPT, Joiner
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.relating import Relator
from motif.planners.meaning.schema_words import Relation, words_in
from motif.planners.meaning.ties import Tie
from motif.planners.meaning.verbs import are_contrary
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import read
from motif.retrievers.view import View


def test_a_changed_draft_is_the_same_but_for_what_is_changed() -> None:
    draft = Draft((Spot("Film"),), (Link(0, 0, "MADE", True),), used=frozenset({1}), score=0.5)
    changed = draft.changed(score=1.5, focus=1)
    assert changed == dataclasses.replace(draft, score=1.5, focus=1)
    assert (draft.score, draft.focus) == (0.5, 0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        changed.score = 2.0  # type: ignore[misc]


def test_nouns_are_kin_as_the_table_has_them_together() -> None:
    groups = table("words")["alike"]
    nouns = sorted({noun for group in groups for noun in group})[:80]
    for noun in nouns:
        for label in nouns:
            said = words_in(label)
            together = any({noun, " ".join(said.lemmas)} <= {*group} for group in groups)
            assert is_kin(noun, said) == together
    assert not is_kin("of no group", words_in(nouns[0]))


def test_verbs_are_contrary_as_the_table_has_them_apart() -> None:
    groups = [{*map(stem, group)} for group in table("relating")["verbs"]]
    verbs = sorted({verb for group in groups for verb in group})[:60]
    for one in verbs:
        for other in (*verbs, "no verb of it"):
            own, its = ({at for at, group in enumerate(groups) if verb in group} for verb in (one, other))
            assert are_contrary({one, "by"}, {other}) == bool(own and its and not own & its)


@pytest.mark.parametrize(("question", "is_one"), [("who authored X?", True), ("co-authors of X", False)])
def test_words_say_the_same_of_relations_of_a_type_unless_some_are_for_one(
    question: str, *, is_one: bool
) -> None:
    view = View(from_triples([("Ute", "AUTHORED", "X"), ("Paz", "AUTHORED", "X")]), HashEncoder)
    relator = Relator(Linker(weakref.proxy(view), Vocabulary(view.projection)), read(question))
    one, other = (
        Relation(label, "AUTHORED", "Essay", words_in("AUTHORED"), 1) for label in ("Writer", "Poet")
    )
    assert (relator.told_by(one) == relator.told_by(other)) == is_one


def test_drafts_that_are_made_are_those_that_are_kept_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    verbs = ("built", "bought", "painted", "sold", "guarded", "cleaned", "visited", "described")
    kinds = [f"{verb}_{end}" for verb in verbs for end in ("for", "with", "by")]
    triples = [(f"Ann {at % 5}", kind, f"Mill {at % 7}") for at, kind in enumerate(kinds * 3)]
    labels = {name: name.split()[0] for head, _, tail in triples for name in (head, tail)}
    view = View(from_triples(triples, labels=labels), HashEncoder)
    linker, made = Linker(weakref.proxy(view), Vocabulary(view.projection)), Counter[str]()
    joined = Joiner.joined

    def noted(joiner: Joiner, starts: list[Draft], first: int) -> list[Draft]:
        drafts = joined(joiner, starts, first)
        kept.append(drafts)
        return drafts

    def all_of_them(_: Joiner, draft: Draft, ties: list[Tie], *rest: object) -> list[Tie]:
        made["ties"] += len(ties)
        return ties

    monkeypatch.setattr(Joiner, "joined", noted)
    questions = ("Who sold Mill 3?", "Which mills were built and painted by the same Ann?", "Mill 2 of Ann 1")
    for question in (*questions, "What does Ann 3 with Mill 1 and Mill 2?", "mills that Ann 2 did not visit"):
        found = []
        for worth in (Joiner._worth_drafting, all_of_them):
            kept = list[list[Draft]]()
            with monkeypatch.context() as patch:
                patch.setattr(Joiner, "_worth_drafting", worth)
                found.append((meanings_of(linker, question), kept))
        assert found[0] == found[1], question
    assert made["ties"] > 5 * KEPT
