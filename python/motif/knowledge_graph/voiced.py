"""Who did it and to whom: where a graph has one label, nothing but the voice of the words tells how a relation runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from motif.graphs.evidence import Results
from motif.graphs.meaning import Branch, Meaning, Selection
from motif.graphs.plan import Plan
from motif.knowledge_graph.limits import Limits
from motif.knowledge_graph.meaning import NARROWING, chosen_by_meaning, presentation_of
from motif.planners.meaning.planner import plan_meanings
from motif.planners.meaning.sureness import SURE
from motif.retrievers.meaning_evidence import LABELS, answer_meanings, is_read
from motif.retrievers.view import View


def voiced(view: View, question: str, found: Results, top_k: int, limits: Limits) -> Results:
    """What was ``found`` by a plan; what the question's meaning gives, where that surely turns the plan's one relation.

    Only of graphs whose questions are not read unasked (`motif.knowledge_graph.meaning.is_read`) for want of labels.
    """
    told = found.metadata.get("plan")
    if not isinstance(told, Mapping) or _has_labels(view):
        return found
    plan = Plan.from_value(told)
    if len(plan.pattern) != 1 or any(limits.get(option) is not None for option in NARROWING):
        return found
    if not _may_turn(view, plan.pattern[0], plan.answer):
        return found
    meanings = plan_meanings(question, view)
    if not meanings or not _turns(meanings[0], plan.pattern[0], plan.answer):
        return found
    meant = answer_meanings(view, meanings, top_k, presentation_of(limits))
    return chosen_by_meaning(meant) if meant and meant.status == "answered" else found


def _has_labels(view: View) -> bool:
    return is_read(view) or len(view.projection.labels) >= LABELS or view.corpus is not None


def _may_turn(view: View, triple: Sequence[object], asked: object) -> bool:
    """Whether what a triple names has relationships of its relation from the other end too: else turning finds none."""
    head, relation, tail = triple
    graph = view.projection
    if not (isinstance(head, str) and isinstance(tail, str)) or relation not in graph.relationships.types:
        return True
    rows = view.names.exact(tail if head == asked else head)
    way = graph.outgoing if head == asked else graph.incoming
    kind = graph.relationships.types.index(str(relation))
    held = (way.rows_at(slice(way.indptr[row], way.indptr[row + 1])) for row in rows.tolist())
    return not len(rows) or any(bool((graph.relationships.type[one] == kind).any()) for one in held)


def _turns(meaning: Meaning, triple: Sequence[object], asked: object) -> bool:
    """Whether a meaning is sure, and follows the relation of a triple from its other end."""
    place = meaning.asked.place if isinstance(meaning.asked, Selection) else None
    branches = [test for test in place.tests if isinstance(test, Branch)] if place is not None else []
    if len(branches) != 1 or meaning.omissions or meaning.confidence < SURE:
        return False
    head, relation, _ = triple
    direction = "out" if head == asked else "in"
    return branches[0].types == (relation,) and branches[0].direction not in (direction, "both")
