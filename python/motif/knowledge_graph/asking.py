"""Questions in words: planned, and run by the verb that answers them: `run`, `retrieve`."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any, Unpack

from motif.engine.control import Control, heeding
from motif.errors import InvalidInput
from motif.graphs.evidence import Results
from motif.graphs.pattern_text import is_pattern_text, read_pattern
from motif.graphs.plan import MEANING_METHOD, TEXT_METHODS, Plan
from motif.graphs.statements import ReadSession
from motif.knowledge_graph.choosing import Chooser
from motif.knowledge_graph.community import CommunityGraph
from motif.knowledge_graph.dated import dated
from motif.knowledge_graph.expanding import ExpandedGraph
from motif.knowledge_graph.limits import (
    Limits,
    StepLimits,
    only_limits,
    refuse_step_options,
    scope_of,
    wanted_of,
)
from motif.knowledge_graph.matching import MatchedGraph
from motif.knowledge_graph.meaning import (
    CONFIRMING,
    UNASKED,
    Meant,
    by_meaning,
    by_meaning_unasked,
    likelier,
    neither_so,
)
from motif.knowledge_graph.planned import Asked
from motif.knowledge_graph.proposing import Doubted, is_doubted, weighed
from motif.knowledge_graph.searching import SearchedGraph
from motif.knowledge_graph.trace_arguments import BEAM, likely_plans
from motif.knowledge_graph.tracing import TracedGraph
from motif.knowledge_graph.voiced import voiced
from motif.planners.meaning.planner import MEANING
from motif.planners.protocol import Planner
from motif.retrievers.arguments import MAXIMUM_TOP_K, checked_count, checked_method, judged
from motif.retrievers.asking import ask
from motif.retrievers.running import run_plan
from motif.retrievers.trying import PASSED_OVER, Tried


class AskedGraph(SearchedGraph, MatchedGraph, ExpandedGraph, CommunityGraph, TracedGraph):
    """A graph that is asked in words."""

    @dated
    def run(
        self, plan: Any, *, top_k: int = 5, session: ReadSession | None = None, **limits: Unpack[StepLimits]
    ) -> Results:
        """What ``plan`` asks for: at most ``top_k`` pieces, one for each distinct answer.

        Parameters
        ----------
        plan
            A `Plan`, a mapping as `Plan.as_dict` gives, its JSON, or a pattern whose unknown is the answer.
        session
            Where a plan of steps reads; None for the graph's own database.

        Returns
        -------
        Results
            Where something agrees with the plan wholly, that alone, else the nearest. ``metadata["answers"]`` says how
            many distinct answers there are, where all were looked for.

        Raises
        ------
        InvalidInput, InvalidPattern
            What of the plan cannot be read or used.

        >>> from motif import Graph
        >>> films = Graph.from_triples([("Heat", "directed_by", "Mann"), ("Thief", "directed_by", "Mann")])
        >>> films.run({"pattern": [["?film", "directed_by", "Mann"]], "count": True})[0].answers
        (2,)
        """
        from motif.retrievers.warming import warm_matching

        parsed = Plan.from_value(plan)
        if parsed.method in TEXT_METHODS:
            return self._by_text(parsed.method, parsed.question, top_k, limits)
        if parsed.method == "trace":
            return self._by_trace([parsed], top_k, limits)
        if parsed.method == "spark":
            return self._run_steps(parsed, top_k, limits, session)
        refuse_step_options(limits, parsed.method)
        if parsed.method == MEANING_METHOD:
            words = (parsed.reading or {}).get("words")
            return self._asked_by_meaning(parsed.question, "auto", top_k, limits, words)
        if parsed.method == "match":
            warm_matching()
        view = self.view
        scope, wanted = scope_of(limits), wanted_of(top_k, limits)
        found = self._limited(limits, lambda control: run_plan(view, parsed, scope, wanted, control))
        return self._judged(found, limits)

    async def arun(self, plan: Any, **options: Any) -> Results:
        """`run`, awaited; cancelling the task stops the work."""
        return await self._awaited(self.run, plan, options)

    @dated
    def retrieve(
        self,
        question: Any,
        *,
        method: str = "auto",
        planner: Any = "auto",
        top_k: int = 5,
        session: ReadSession | None = None,
        **options: Any,
    ) -> Results:
        """Plan and run in one call: at most ``top_k`` pieces of evidence, one for each distinct answer.

        The likeliest few plans are tried, the first with an exact match is taken. A pattern (triples, or their text) is
        searched as it is, with the options of `search`; a plan (a mapping or a `Plan`) is run. "trace", "expand",
        "community" and "spark" have options of their own; "expand" and "community" take the question as it is.

        Parameters
        ----------
        method
            "auto" tries what may answer: patterns of names and relations; "spark" first where a database can be asked
            and the question has numbers, dates, "not", superlatives or the like; what is nearest where nothing agrees
            wholly. On a graph of chunks relations, else "community" for the whole, else "expand".
        planner
            As of `plan`. "auto" first reads the question as one tree of places, conditions, counts, order and columns,
            on a graph with labels, and then as plans; "meaning" only reads, "patterns" only plans.
        session
            As of `run`.
        options
            `Limits` for a question in words.

        Returns
        -------
        Results
            ``metadata["plan"]`` is the plan that was run; its notes say what was left out or done without. For "auto"
            ``metadata["choice"]``, on each piece too, has ``method``, ``reason`` and what was ``tried`` before.

        Raises
        ------
        NoEntityFound
            The question names nothing of the graph; the nearest names are offered.
        InvalidInput
            For an option, planner or method that does not exist.

        >>> from motif import Graph
        >>> films = Graph.from_triples([("Heat", "directed_by", "Michael Mann"), ("Heat", "release_year", "1995")])
        >>> films.retrieve("Who directed Heat?")[0].answers[0].name
        'Michael Mann'
        """
        verb = checked_method(method)
        if isinstance(question, (Plan, Mapping)):
            return self.run(question, top_k=top_k, session=session, **options)
        if verb in TEXT_METHODS:
            return self._by_text(verb, question, top_k, options)
        if isinstance(question, str) and is_pattern_text(question):
            question = read_pattern(question)
        if verb == "trace":
            return self._by_trace(question, top_k, {"planner": planner, **options})
        if verb == "spark":
            return self._steps_asked(question, planner, top_k, options, session)
        if not isinstance(question, str):
            self._require_options("match" if verb == "match" else "search", options)
            if verb == "match":
                return self.match(question, **{"limit": top_k, **options})
            return self.search(question, top_k=top_k, **options)
        limits = only_limits(options)
        if planner == MEANING:
            return self._asked_by_meaning(question, verb, top_k, limits)
        if verb == "auto":
            return self._asked_by_choice(Asked(question, planner, session, limits), top_k)
        return self._asked(question, self._planner(planner, verb), top_k, limits)

    def _by_text(self, verb: str, question: Any, top_k: int, options: Mapping[str, Any]) -> Results:
        """What a verb that takes the question as it is finds."""
        if not isinstance(question, str):
            raise InvalidInput(
                f"The method '{verb}' takes a question in words, not {question!r}.",
                hint="A pattern is answered by the methods 'search' and 'match'.",
            )
        self._require_options(verb, options)
        if verb == "expand" and top_k > LISTED and not {"seeds", "neighbours"} & options.keys():
            options = {**options, "seeds": top_k - top_k // 2, "neighbours": top_k // 2}
        found: Results = getattr(self, verb)(question, top_k=top_k, **options)
        return found

    def _by_trace(self, triples: Any, top_k: int, options: Mapping[str, Any]) -> Results:
        """What tracing finds; a question whose plan names nothing to start from is run as that plan says."""
        from motif.retrievers.warming import warm_tracing

        self._require_options("trace", options)
        if not isinstance(triples, str):
            return self.trace(triples, top_k=top_k, **options)
        warm_tracing()
        return self._limited(
            options, lambda control: self._question_traced(triples, top_k, {**options, "control": control})
        )

    def _question_traced(self, question: str, top_k: int, options: dict[str, Any]) -> Results:
        planner = options.pop("planner", "auto")
        plans = self.plan(
            question,
            method="trace",
            planner=planner,
            top_k=options.get("beam", BEAM),
            control=options["control"],
        )
        traceable = likely_plans(plans)
        if traceable:
            return self.trace(traceable, top_k=top_k, **options)
        limits = {key: value for key, value in options.items() if key in Limits.__optional_keys__}
        return self.run(plans[0], top_k=top_k, **limits) if plans else Results()

    def _require_options(self, verb: str, options: Mapping[str, Any]) -> None:
        """Raises `InvalidInput` for an option that ``verb`` does not take."""
        known = list(signature(getattr(self, verb)).parameters)[1:]
        for key in options:
            if key not in known:
                raise InvalidInput(
                    f"'{key}' is no option of '{verb}'.", hint=f"Its options: {', '.join(known)}."
                )

    def _asked_by_choice(self, asked: Asked, top_k: int) -> Results:
        """What the first method that answers finds."""
        from motif.planners.question_planner import check_question

        question = check_question(asked.question)
        asked, limits = dataclasses.replace(asked, question=question), asked.limits
        scope, wanted = scope_of(limits), wanted_of(top_k, limits)

        def work(control: Control) -> Results:
            meant = self._meant(asked, top_k, control)
            memory = self._learned.memory(self.view.values)
            taught = None if memory is None else memory.associations
            if meant is not None and taught is None:
                if meant.is_sure:
                    return meant.results
                if meant.is_none:
                    return self._proposed(asked, meant.results, top_k, control)
            tried, verbs = Tried(), _Verbs(self, top_k, asked)
            is_confirming = meant is not None and bool(meant.results) and taught is None
            try:
                with control.part(CONFIRMING if is_confirming else 1.0) as part:
                    chooser = Chooser(self.view, verbs, scope, wanted, tried, part)
                    found = chooser.run(self._courses(asked, tried, part))
            except PASSED_OVER:
                without = Results() if meant is None else self._proposed(asked, meant.results, top_k, control)
                if not without and without.metadata.get("status") != "empty":
                    raise
                return without  # understood, and the graph holds none
            if meant is None:
                return voiced(self.view, question, found, top_k, limits) if asked.planner == "auto" else found
            return self._proposed(asked, likelier(meant, found, taught), top_k, control)

        return self._judged(neither_so(self._limited(limits, work)), limits)

    def _meant(self, asked: Asked, top_k: int, control: Control) -> Meant | None:
        """What its meaning gives, within half the time, where it is left to Motif how a question is planned."""
        if asked.planner != "auto":
            return None
        count = checked_count(top_k, "top_k", MAXIMUM_TOP_K)
        with control.part(UNASKED) as part, heeding(part):
            return by_meaning_unasked(self.view, asked.question, count, asked.limits)

    def _proposed(self, asked: Asked, found: Results, top_k: int, control: Control) -> Results:
        """What was found without a language model, and what one adds where that is not sure."""
        model, view = self._planners.model, self.view
        if model is None or not is_doubted(view, found, asked.question):
            return found
        return weighed(view, found, Doubted(asked.question, model, control, top_k, asked.limits))

    def _asked_by_meaning(
        self, question: str, verb: str, top_k: int, limits: Limits, words: str | None = None
    ) -> Results:
        """What the likeliest meaning gives, or that with these words; it is run by no other method."""
        if verb != "auto":
            raise InvalidInput(
                f"The planner '{MEANING}' answers by itself, not by the method '{verb}'.",
                hint="Leave 'method' out.",
            )
        count, view = checked_count(top_k, "top_k", MAXIMUM_TOP_K), self.view
        found = self._limited(limits, lambda _: by_meaning(view, question, count, limits, words))
        return self._judged(neither_so(found), limits)

    def _asked(self, question: str, chosen: Planner, top_k: int, limits: Limits) -> Results:
        view = self.view
        scope, wanted = scope_of(limits), wanted_of(top_k, limits)
        found = self._limited(limits, lambda control: ask(view, question, chosen, scope, wanted, control))
        return self._judged(found, limits)

    def _judged(self, found: Results, limits: Limits) -> Results:
        return judged(found, self._seconds(limits), limits.get("on_timeout", "partial"))

    async def aretrieve(self, question: Any, **options: Any) -> Results:
        """`retrieve`, awaited; cancelling the task stops the work."""
        return await self._awaited(self.retrieve, question, options)


@dataclass(frozen=True)
class _Verbs:
    """The methods that `Chooser` has run, by the limits of one question."""

    graph: AskedGraph
    top_k: int
    asked: Asked

    def steps(self, plan: Plan, control: Control) -> Results:
        """What a plan of steps finds; without what hybrid retrieval would give instead."""
        options = {**self.asked.limits, "control": control, "on_timeout": "partial", "fallback": False}
        return self.graph._run_steps(plan, self.top_k, options, self.asked.session)

    def text(self, method: str, question: str, control: Control, **options: Any) -> Results:
        """What `expand` or `community` finds."""
        limits = {key: value for key, value in self.asked.limits.items() if key in _OF_TEXT}
        return self.graph._by_text(method, question, self.top_k, {**limits, **options, "control": control})


LISTED = 20
"""Results up to which `expand` has enough seeds and neighbours by itself."""

_OF_TEXT = ("labels", "relationship_types", "filter", "max_tokens")
"""What the verbs that take the question as it is take of `Limits`."""
