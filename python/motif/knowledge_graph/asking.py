"""Questions in words: planned, and run by the verb that answers them: `run`, `retrieve`."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import Any, Unpack

from motif.errors import InvalidInput, NoEntityFound
from motif.graphs.corpus import LEXICAL_TYPES
from motif.graphs.evidence import Results
from motif.graphs.pattern_text import is_pattern_text, read_pattern
from motif.graphs.plan import TEXT_METHODS, Plan
from motif.graphs.statements import ReadSession
from motif.knowledge_graph.community import CommunityGraph
from motif.knowledge_graph.expanding import ExpandedGraph
from motif.knowledge_graph.limits import Limits, StepLimits
from motif.knowledge_graph.matching import MatchedGraph
from motif.knowledge_graph.searching import SearchedGraph
from motif.knowledge_graph.trace_arguments import BEAM, likely_plans
from motif.knowledge_graph.tracing import TracedGraph
from motif.planners.protocol import Planner
from motif.retrievers.arguments import (
    MAXIMUM_CANDIDATES,
    MAXIMUM_TOP_K,
    checked_count,
    checked_method,
    judged,
)
from motif.retrievers.asking import answers_by_relations, ask
from motif.retrievers.grounding import CandidateLimits
from motif.retrievers.plan_matching import Scope
from motif.retrievers.presentation import Presentation
from motif.retrievers.running import Wanted, run_plan
from motif.retrievers.warming import warm_matching, warm_tracing


class AskedGraph(SearchedGraph, MatchedGraph, ExpandedGraph, CommunityGraph, TracedGraph):
    """A graph that is asked in words."""

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
        parsed = Plan.from_value(plan)
        if parsed.method in TEXT_METHODS:
            return self._by_text(parsed.method, parsed.question, top_k, limits)
        if parsed.method == "trace":
            return self._by_trace([parsed], top_k, limits)
        if parsed.method == "spark":
            return self._run_steps(parsed, top_k, limits, session)
        _refuse_step_options(limits, parsed.method)
        if parsed.method == "match":
            warm_matching()
        view = self.view
        scope, wanted = _scope(limits), _wanted(top_k, limits)
        found = self._limited(limits, lambda control: run_plan(view, parsed, scope, wanted, control))
        return self._judged(found, limits)

    async def arun(self, plan: Any, **options: Any) -> Results:
        """`run`, awaited; cancelling the task stops the work."""
        return await self._awaited(self.run, plan, options)

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
            "auto": "search"; on a graph of chunks "expand", where no plan has an exact match. "spark" plans over the
            database's schema, for numbers, dates and conditions.
        planner
            As of `plan`.
        session
            As of `run`.
        options
            `Limits` for a question in words.

        Returns
        -------
        Results
            ``metadata["plan"]`` is the plan that was run; its notes say what was left out or done without.

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
            if verb == "match":
                return self.match(question, **{"limit": top_k, **options})
            return self.search(question, top_k=top_k, **options)
        limits = _only_limits(options)
        if str(method).lower() == "auto" and self.view.corpus is not None:
            return self._asked_of_corpus(question, self._planner(planner, verb), top_k, limits)
        return self._asked(question, self._planner(planner, verb), top_k, limits)

    def _by_text(self, verb: str, question: Any, top_k: int, options: Mapping[str, Any]) -> Results:
        """What a verb that takes the question as it is finds."""
        if not isinstance(question, str):
            raise InvalidInput(
                f"The method '{verb}' takes a question in words, not {question!r}.",
                hint="A pattern is answered by the methods 'search' and 'match'.",
            )
        self._require_options(verb, options)
        found: Results = getattr(self, verb)(question, top_k=top_k, **options)
        return found

    def _by_trace(self, triples: Any, top_k: int, options: Mapping[str, Any]) -> Results:
        """What tracing finds; a question whose plan names nothing to start from is run as that plan says."""
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

    def _asked_of_corpus(self, question: str, chosen: Planner, top_k: int, limits: Limits) -> Results:
        """What a plan finds exactly; else what the chunks say of it."""
        try:
            found = self._asked(question, chosen, top_k, limits)
        except NoEntityFound:
            found = Results()
        if answers_by_relations(found, LEXICAL_TYPES):
            return found
        of_expand = {key: value for key, value in limits.items() if key in _OF_EXPAND}
        return self._by_text("expand", question, top_k, of_expand)

    def _asked(self, question: str, chosen: Planner, top_k: int, limits: Limits) -> Results:
        view = self.view
        scope, wanted = _scope(limits), _wanted(top_k, limits)
        found = self._limited(limits, lambda control: ask(view, question, chosen, scope, wanted, control))
        return self._judged(found, limits)

    def _judged(self, found: Results, limits: Limits) -> Results:
        return judged(found, self._seconds(limits), limits.get("on_timeout", "partial"))

    async def aretrieve(self, question: Any, **options: Any) -> Results:
        """`retrieve`, awaited; cancelling the task stops the work."""
        return await self._awaited(self.retrieve, question, options)


_OF_EXPAND = ("labels", "relationship_types", "filter", "timeout", "on_timeout", "max_tokens", "control")
"""What `expand` takes of `Limits`."""


def _refuse_step_options(options: Mapping[str, Any], method: str) -> None:
    """Raises `InvalidInput` for an option that only plans of steps take."""
    for key in StepLimits.__annotations__.keys() - Limits.__annotations__.keys():
        if options.get(key) is not None:
            raise InvalidInput(
                f"'{key}' is for plans of steps; this one is run by '{method}'.",
                hint="Leave it out, or plan with method='spark'.",
            )


def _only_limits(options: Mapping[str, Any]) -> Limits:
    """The options, when all of them are `Limits`."""
    for key, value in options.items():
        if key not in Limits.__annotations__ and value is not None:
            raise InvalidInput(
                f"'{key}' cannot be used with a question in words.",
                hint=f"It takes {', '.join(sorted(Limits.__annotations__))}; plans say the rest (kg.plan, kg.run).",
            )
    limits: Any = {key: value for key, value in options.items() if key in Limits.__annotations__}
    return limits  # type: ignore[no-any-return]


def _scope(limits: Limits) -> Scope:
    return Scope(limits.get("labels"), limits.get("relationship_types"), limits.get("filter"))


def _wanted(top_k: int, limits: Limits) -> Wanted:
    presentation = Presentation(None, limits.get("max_tokens"), limits.get("verbalize"))
    candidates = (
        checked_count(limits.get(f"{what}_candidates", 16), f"{what}_candidates", MAXIMUM_CANDIDATES)
        for what in ("node", "relation", "type")
    )
    return Wanted(checked_count(top_k, "top_k", MAXIMUM_TOP_K), presentation, CandidateLimits(*candidates))
