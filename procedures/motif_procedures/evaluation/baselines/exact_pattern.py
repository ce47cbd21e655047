"""The pattern as a Cypher MATCH by equal names: what a user writes who has the pattern already."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.engine.data_graph import data_graph
from motif.engine.exact_matching import match_subgraphs
from motif.engine.match_query import MatchQuery
from motif.errors import InvalidInput
from motif.graphs.distinct import distinct
from motif.graphs.pattern import Pattern, parse_part
from motif.graphs.plan import Plan
from motif.graphs.projection import Projection
from motif.indexes.names import NameIndex
from motif_procedures.evaluation.arena import Arena
from motif_procedures.evaluation.baselines.lines import lines_of_relationships, outcome_of_lines
from motif_procedures.evaluation.gold_questions import Asked
from motif_procedures.evaluation.outcomes import Ask, Outcome


def exact_cypher(arena: Arena, *, limit: int = 1000) -> Ask:
    """``MATCH`` of the question's own pattern: names, relations and labels to the letter, relationships as they point.

    Cypher's rules (relationships differ, nodes need not), on the graph in memory: what a server would answer, without
    its time. The question's words are not read.
    """
    projection, names = arena.projection, arena.view.names
    graph = data_graph(projection)

    def ask(asked: Asked) -> Outcome:
        plan = asked.given or asked.plan
        pattern = None if plan is None else plan.parsed()
        if plan is None or pattern is None:
            raise InvalidInput(
                f"The question {asked.text[:80]!r} has no pattern to match.",
                hint="Leave 'exact-cypher' out, or give the questions patterns.",
            )
        found = match_subgraphs(graph, exact_query(pattern, projection, names), limit=limit)
        rows = distinct(found.relationships)
        lines = lines_of_relationships(projection, rows, np.zeros(len(rows)))
        answers = found.nodes[:, _asked_for(plan, pattern)]
        _, first = np.unique(answers, return_index=True)
        return outcome_of_lines(projection, lines, answers[np.sort(first)], None)

    return ask


def exact_query(pattern: Pattern, projection: Projection, names: NameIndex) -> MatchQuery:
    """What ``MATCH`` would look for: nothing stands for a name or a relation that the graph has not to the letter."""
    return MatchQuery(
        heads=np.array([edge.head for edge in pattern.edges], np.int32),
        tails=np.array([edge.tail for edge in pattern.edges], np.int32),
        node_rows=tuple(
            np.sort(names.equal(node.name or "")) if node.is_known else None for node in pattern.nodes
        ),
        node_masks=tuple(
            None if node.label is None else _carrying(projection, node.label) for node in pattern.nodes
        ),
        edge_relations=tuple(
            None
            if edge.relation is None
            else np.array([text == edge.relation for text in projection.relationships.relations], np.bool_)
            for edge in pattern.edges
        ),
        relationship_masks=(None,) * len(pattern.edges),
        directed=True,
        injective=False,
    )


def _carrying(projection: Projection, label: str) -> NDArray[np.bool_]:
    carries = np.array([label in labels for labels in projection.nodes.label_sets], np.bool_)
    found: NDArray[np.bool_] = carries[projection.nodes.label_set]
    return found


def _asked_for(plan: Plan, pattern: Pattern) -> int:
    """The place of the unknown that is asked for; the first where the plan does not say."""
    wanted = None if plan.answer is None else parse_part(plan.answer).unknown
    unknowns = [place for place, node in enumerate(pattern.nodes) if not node.is_known]
    return next((place for place in unknowns if pattern.nodes[place].unknown == wanted), unknowns[0])
