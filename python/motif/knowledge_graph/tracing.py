"""Schema graphs traced under guidance: `trace`, and `guidance` to look at what guides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from motif.engine.control import Control
from motif.errors import InvalidInput, NoEntityFound
from motif.graphs.evidence import Node, Results
from motif.graphs.guidance import GuidanceModel
from motif.graphs.pattern import Pattern, parse_pattern
from motif.graphs.plan import Plan
from motif.knowledge_graph.dated import dated
from motif.knowledge_graph.guiding import GuidedGraph
from motif.knowledge_graph.planned import PlannedGraph
from motif.knowledge_graph.trace_arguments import (
    BEAM,
    checked_injectivity,
    checked_number,
    checked_strategy,
    checked_subgraph,
    chosen_bias,
    given_alternatives,
    likely_plans,
    say_how,
)
from motif.retrievers.arguments import MAXIMUM_TOP_K, checked_count, checked_flag, judged
from motif.retrievers.presentation import Entities, Presentation, Verbalizer
from motif.retrievers.selection import select
from motif.retrievers.trace_options import MAXIMUM_TRACES, Alternative, TracingOptions

if TYPE_CHECKING:
    from motif.retrievers.guiding import Subgraph

Strategy = Literal["precision", "breadth"]
GuidanceChoice = Literal["auto", "general"] | bool | str | Path | GuidanceModel
"""Which model guides: "auto" (the one that gains, where one does), "general", the
file of one, one that was read; False for none."""


class TracedGraph(GuidedGraph, PlannedGraph):
    """A graph in which schema graphs are traced."""

    @dated
    def trace(
        self,
        triples: Any,
        *,
        strategy: Strategy = "precision",
        question: str | None = None,
        planner: Any = "auto",
        entity_bias: float = 1.5,
        triple_bias: float | None = None,
        threshold: float | None = None,
        before_bias: bool = False,
        relation_weight: float = 1.0,
        siblings: bool = True,
        weighted: bool = True,
        anchors: int = 50,
        guidance_factor: int = 4,
        beam: int = BEAM,
        guidance: GuidanceChoice = "auto",
        subgraph: Subgraph = "auto",
        injective: Literal["known", False] = "known",
        consistent: bool = True,
        answer: str | None = None,
        top_k: int | None = None,
        labels: Sequence[str] | None = None,
        relationship_types: Sequence[str] | None = None,
        filter: Mapping[str, Any] | None = None,
        timeout: float | None = None,
        on_timeout: Literal["partial", "fail"] = "partial",
        max_tokens: int | None = None,
        verbalize: Verbalizer | None = None,
        control: Control | None = None,
    ) -> Results:
        """Traces of ``triples`` from their known nodes through the graph (STEM): a piece for each consistent binding.

        Each triple is traced once, from the end that was reached first, whichever way relationships point, along those
        whose own triple is nearest to it in meaning; what lies in the guidance graph is preferred. Relations need not
        be the graph's. Needs vectors (`embed`) and vectors of triples (`embed_triples`).

        Parameters
        ----------
        triples
            Schema triples ``(head, relation, tail)``, unknowns as ``[ENT1]`` or ``?film``; or up to ``beam`` lists of
            them, alternatives; or a question in words, which is decomposed first (`retrieve`, method "trace").
        strategy
            "precision": the best relationship at each step. "breadth": all whose T-Score reaches ``threshold``. In any
            case.
        question
            The words that the triples stand for; kept in ``metadata``.
        planner
            As of `plan`, where ``triples`` is a question.
        entity_bias, triple_bias
            What a similarity is multiplied by for a node in the guidance graph, and what a relationship gains there.
            None: 0.2, and 0.5 (the paper's) where guidance is not ``weighted``.
        threshold
            θ; None: what `calibrate` found for this graph, else for this encoder, else 0.6.
        before_bias
            Whether the threshold is for the similarity alone, so that guidance ranks and admits nothing.
        relation_weight
            What the likeness of the relations alone weighs beside that of the whole triples; 0 is the paper.
        siblings
            Whether "breadth" takes the best relationship of a step with all others of its relation and direction, even
            below the threshold; False is the paper.
        weighted
            Whether a relationship gains ``triple_bias`` times the lesser of the scores that the model gives its ends;
            False is the paper: all of it, where both ends are in the guidance graph.
        anchors
            How many nodes a name may mean that no node has to the letter.
        guidance_factor
            The guidance graph has so many times as many nodes as there are triples.
        beam
            Alternatives that are traced; those of a question, or those that are given.
        guidance
            "auto": the model that gains most in this graph, as `measure_guidance` found; one trained for it guides
            until that is measured. Where none gains, none does, and ``metadata["guidance"]`` says why. "general", a
            file, a `GuidanceModel`; False: none.
        subgraph
            What the model looks at: "pagerank", "hops", None for all that is reached; "auto": as it was trained.
        injective
            "known": an unknown differs from every known node. False: it may be one (the paper).
        consistent
            True: an unknown is one node throughout a trace. False: it is bound anew wherever it is reached (the paper).
        answer
            The unknown whose node is the answer; the only one by default.
        top_k
            Pieces at most; None: all.

        Returns
        -------
        Results
            Best first: by the cumulative score over one more than the number of triples. Where no trace is whole, those
            that got farthest; ``metadata["untraced"]`` of a piece numbers the triples it lacks. Text: a line for each
            reasoning chain.

        Raises
        ------
        InvalidPattern
            A triple cannot be read, or nothing in them is known.
        NoEntityFound
            A name is no node's, or nearly so; the nearest three are told.
        MissingVectors
            The graph, or its triples, were not embedded.
        InvalidInput
            For an argument; for a model that does not fit the graph, with the reason.
        DeadlineExceeded
            Cut at ``timeout`` and ``on_timeout="fail"``.

        Yu et al., STEM, ACL 2026, §3.4, §3.5 and appendix H.

        >>> from types import SimpleNamespace
        >>> from motif import Graph
        >>> letters = "abcdefghijklmnopqrstuvwxyz"
        >>> counted = lambda texts: [[1.0 + text.lower().count(letter) for letter in letters] for text in texts]
        >>> encoder = SimpleNamespace(name="letters", dimension=26, encode=counted)
        >>> films = [("Heat", "directed_by", "Mann"), ("Heat", "starred", "Pacino"), ("Thief", "starred", "Caan")]
        >>> graph = Graph.from_triples(films, encoder=encoder).embed().embed_triples()
        >>> [found] = graph.trace([("[ENT1]", "directed", "Mann"), ("[ENT1]", "stars", "[ENT2]")], answer="ENT2")
        >>> found.answers[0].name, found.text
        ('Pacino', 'Mann <-[directed_by]- Heat -[starred]-> Pacino')
        """
        from motif.retrievers.tracing import trace_schemas
        from motif.retrievers.warming import warm_planning, warm_tracing

        guide = self._guide(guidance)
        options = TracingOptions(
            entity_bias=checked_number(entity_bias, "entity_bias"),
            triple_bias=chosen_bias(triple_bias, weighted=checked_flag(weighted, "weighted")),
            threshold=self._threshold(threshold),
            before_bias=checked_flag(before_bias, "before_bias"),
            relation_weight=checked_number(relation_weight, "relation_weight"),
            siblings=checked_flag(siblings, "siblings"),
            weighted=weighted,
            anchors=checked_count(anchors, "anchors", MAXIMUM_TOP_K),
            guidance_factor=checked_count(guidance_factor, "guidance_factor", MAXIMUM_TOP_K),
            injective=checked_injectivity(injective),
            consistent=checked_flag(consistent, "consistent"),
            subgraph=checked_subgraph(subgraph),
            limit=MAXIMUM_TRACES if top_k is None else checked_count(top_k, "top_k", MAXIMUM_TRACES),
        )
        count = checked_count(beam, "beam", MAXIMUM_TOP_K)
        chosen = checked_strategy(strategy)
        limits = {"labels": labels, "relationship_types": relationship_types, "filter": filter}
        seconds = self._seconds({"timeout": timeout})
        warm_tracing()
        if isinstance(triples, str):
            warm_planning()
        with control or Control(seconds) as running:
            plans = self._plans_to_trace(triples, planner, count, running)
            alternatives = [self._alternative(plan, chosen, answer, limits) for plan in plans]
            presentation = Presentation(answer, max_tokens, verbalize)
            found = trace_schemas(self.view, alternatives, options, guide.guide, presentation, running)
        say_how(found, guide, plans, question)
        return judged(found, seconds, on_timeout)

    async def atrace(self, triples: Any, **options: Any) -> Results:
        """`trace`, awaited; cancelling the task stops the work."""
        from motif.retrievers.warming import warm_tracing

        return await self._awaited(self.trace, triples, options, warm_tracing)

    def guidance(
        self,
        triples: Any,
        *,
        guidance: GuidanceChoice = "auto",
        guidance_factor: int = 4,
        anchors: int = 50,
        subgraph: Subgraph = "auto",
        labels: Sequence[str] | None = None,
        relationship_types: Sequence[str] | None = None,
        filter: Mapping[str, Any] | None = None,
        timeout: float | None = None,
        control: Control | None = None,
    ) -> list[tuple[Node, float]]:
        """The guidance graph of ``triples``: its nodes with the model's scores between 0 and 1, best first (STEM §3.3).

        Parameters
        ----------
        triples, guidance, guidance_factor, anchors, subgraph
            As of `trace`; ``guidance`` must name or find a model, whether it gains or not.

        Raises
        ------
        InvalidInput
            There is no model that fits the graph; the reason is told.
        """
        from motif.retrievers.schema_tracing import guide_schema
        from motif.retrievers.trace_anchors import find_entities
        from motif.retrievers.warming import warm_tracing

        schema = parse_pattern(triples)
        chosen = self._guide(guidance, anyway=True)
        if chosen.guide is None:
            raise InvalidInput(
                f"No model guides tracing in '{self.name}': {chosen.said.get('why', 'guidance is off')}.",
                hint="Train one: kg.train_guidance(), or motif train-guidance GRAPH.",
            )
        options = TracingOptions(
            anchors=checked_count(anchors, "anchors", MAXIMUM_TOP_K),
            guidance_factor=checked_count(guidance_factor, "guidance_factor", MAXIMUM_TOP_K),
            subgraph=checked_subgraph(subgraph),
        )
        view = self.view
        selection = select(
            view.projection, labels=labels, relationship_types=relationship_types, filter=filter
        )
        warm_tracing()
        with control or Control(self._seconds({"timeout": timeout})) as running:
            entities = find_entities(view, schema, selection, options.anchors)
            found = guide_schema(view, schema, entities, options, chosen.guide, running)
        assert found is not None
        entity = Entities(view.projection)
        return [
            (entity.node(row), float(score))
            for row, score in zip(found.rows.tolist(), found.scores.tolist(), strict=True)
        ]

    def _plans_to_trace(self, triples: Any, planner: Any, count: int, control: Control) -> list[Plan]:
        """The schema graphs to trace: those given, or those that a question is decomposed into."""
        if isinstance(triples, list) and triples and all(isinstance(one, Plan) for one in triples):
            return triples[:count]
        if isinstance(triples, Plan):
            return [triples]
        if isinstance(triples, Mapping) and "pattern" in triples:
            return [Plan.from_value({"method": "trace", **triples})]
        if not isinstance(triples, str):
            return [Plan(pattern=one, method="trace") for one in given_alternatives(triples, count)]
        plans = self.plan(triples, method="trace", planner=planner, top_k=count, control=control)
        traceable = likely_plans(plans)
        if not traceable and control.state == "running":
            raise NoEntityFound(
                f"The question {triples!r} names nothing that tracing could start from.",
                hint="kg.retrieve(question) answers it in another way.",
            )
        return traceable

    def _alternative(
        self, plan: Plan, strategy: str, answer: str | None, limits: Mapping[str, Any]
    ) -> Alternative:
        schema = plan.pattern if isinstance(plan.pattern, Pattern) else parse_pattern(plan.pattern)
        filters = {**(limits["filter"] or {}), **plan.filter} or None
        selection = select(self.view.projection, **{**limits, "filter": filters}, unknowns=schema.unknowns)
        asked = plan.answer if isinstance(plan.answer, str) and answer is None else None
        return Alternative(schema, plan.strategy or strategy, selection, asked, plan.confidence)
