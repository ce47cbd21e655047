"""In which order methods and their plans are tried for one question, when no method is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from motif.graphs.corpus import CHUNK, DOCUMENT, LEXICAL_TYPES
from motif.graphs.plan import Plan
from motif.graphs.steps import FulltextSearch, VectorSearch
from motif.planners.associations import Associations
from motif.planners.unsaid_words import unsaid_words

PATTERNS, STEPS = "search", "spark"

SHARE = 0.5
"""Of the time that is left, what a method may take that others may follow."""

SURE = 0.3
"""Confidence from which on a pattern is tried before the other planner is asked; measured on development questions."""

UNSAID = 2
"""Words of the question that the pattern has no word for, from which on the other planner is asked first; likewise."""

LIKELY = 0.5
"""Confidence from which a plan is preferred to reading the corpus."""

Planning = Callable[[], Sequence[Plan]]
"""Plans a question; gives nothing where that fails."""


@dataclass(frozen=True, slots=True)
class Course:
    """Plans to be tried, likeliest first, and why they are.

    Attributes
    ----------
    method
        The verb that runs them, of `motif.graphs.plan.METHODS`.
    reason
        A sentence for a person.
    share
        Of the time that is left, what it may take.
    is_nearest
        Whether what is nearest to the first plan answers, where nothing agrees with it wholly.
    """

    method: str
    plans: tuple[Plan, ...]
    reason: str
    share: float = SHARE
    is_nearest: bool = False


def courses_of_facts(
    beyond: str, patterns: Planning, steps: Planning | None, taught: Associations | None = None
) -> Iterator[Course]:
    """Patterns and steps, the likelier first, then what is nearest to the likeliest pattern.

    Patterns come first; steps, where the question says what no pattern can. Whichever leaves out less of the question
    comes first, though. The second is planned when the first leaves something out, or did not answer.

    Parameters
    ----------
    beyond
        What the question says and a pattern cannot (`motif.planners.question_kinds.beyond_patterns`).
    patterns, steps
        Make the plans; ``steps`` is None where there is no database.
    taught
        What words stood for in examples: a pattern that a question like its own was taught for says them.
    """
    made = _facts(beyond, patterns, steps, taught)
    nearest: tuple[Plan, ...] = ()
    for course in made:
        if course.method == PATTERNS:
            nearest = course.plans
        yield course
    reason = "Nothing agrees with it wholly; these are the nearest subgraphs."
    yield Course(PATTERNS, nearest[:1], reason, share=1.0, is_nearest=True)


def _facts(
    beyond: str, patterns: Planning, steps: Planning | None, taught: Associations | None
) -> Iterator[Course]:
    if steps is None:
        yield _of_patterns(patterns(), beyond, alone=True)
        return
    makes: list[Callable[[], Course]] = [
        lambda: _of_patterns(patterns(), beyond),
        lambda: _of_steps(steps(), beyond),
    ]
    preferred, other = reversed(makes) if beyond else makes
    first = preferred()
    if _cost(first, taught) == (0, False):
        yield first
        yield other()
    else:
        yield from sorted((first, other()), key=lambda course: _cost(course, taught))


def _of_patterns(plans: Sequence[Plan], beyond: str, *, alone: bool = False) -> Course:
    reason = "It asks for what is joined to what it names, and the graph has that exactly."
    if beyond:
        why = (
            "there is no database for a plan of steps"
            if alone
            else "no plan of steps says or finds as much of it"
        )
        reason = f"It {beyond}, but {why}; the graph has what a pattern can say."
    return Course(PATTERNS, tuple(plans), reason, share=1.0 if alone else SHARE)


def _of_steps(plans: Sequence[Plan], beyond: str) -> Course:
    """Plans that only search by words are left out."""
    kept = tuple(plan for plan in plans if not _only_searches(plan))
    reason = f"It {beyond}." if beyond else "A plan of steps says more of it than a pattern."
    return Course(STEPS, kept, reason)


def _cost(course: Course, taught: Associations | None) -> tuple[int, bool]:
    """How much of the question the likeliest plan leaves out, and whether it is doubtful."""
    if not course.plans:
        return 1_000, True
    likeliest = course.plans[0]
    return n_left_out(likeliest), course.method == PATTERNS and _is_doubtful(likeliest, taught)


def is_whole(plan: Plan) -> bool:
    """Whether a pattern leaves nothing of the question out that is known of, and is likely.

    >>> is_whole(Plan((("Heat", "DIRECTED_BY", "?who"),), "?who", question="Who directed Heat?", confidence=0.9))
    True
    """
    return not n_left_out(plan) and not _is_doubtful(plan)


def _is_doubtful(plan: Plan, taught: Associations | None = None) -> bool:
    return plan.confidence < SURE or len(unsaid_words(plan, taught)) >= UNSAID


def n_left_out(plan: Plan) -> int:
    """How many things that the question says the plan does without, but for words that say nothing more.

    >>> from motif.graphs.meaning import Omission
    >>> seen, name = Omission("word", text="seen"), Omission("name", text="Mann")
    >>> n_left_out(Plan((("Heat", None, "?x"),), omissions=(seen, name)))
    1
    """
    return sum(one.kind != "word" for one in plan.omissions)


def courses_of_corpus(
    question: str, beyond: str, whole: str, patterns: Planning, steps: Planning | None
) -> Iterator[Course]:
    """Relations where they answer, else what the chunks say: together where the question is about the whole.

    Steps are asked only for what a pattern cannot say, and are taken where they rest on more than texts.

    Parameters
    ----------
    beyond, whole
        As `motif.planners.question_kinds` reads the question.
    patterns, steps
        As of `courses_of_facts`.
    """
    yield Course(PATTERNS, tuple(patterns()), "Relations between entities answer it exactly.")
    if beyond and steps is not None:
        kept = tuple(plan for plan in steps() if plan.confidence > LIKELY and not _rests_on_texts(plan))
        yield Course(STEPS, kept, f"It {beyond}.")
    if whole:
        yield text_course("community", question, f"It asks how things hang together ('{whole}').")
    reason = "No relation answers it; these are the passages nearest to it, and what they are linked to."
    yield text_course("expand", question, reason)


def text_course(method: str, question: str, reason: str) -> Course:
    """A course whose plan is the question itself."""
    plan = Plan((), method=method, question=question)
    return Course(method, (plan,), reason, share=1.0 if method == "expand" else SHARE)


def _only_searches(plan: Plan) -> bool:
    """Whether steps rest on nothing that the question names: they search the whole graph by its words."""
    if len(plan.steps) != 1 or not isinstance(plan.steps[0], (VectorSearch, FulltextSearch)):
        return False
    return plan.steps[0].label is None and not plan.steps[0].where


def _rests_on_texts(plan: Plan) -> bool:
    """Whether steps search texts, or go by what joins documents, chunks and entities."""
    lexical = {CHUNK, DOCUMENT, *LEXICAL_TYPES}
    for step in plan.steps:
        if isinstance(step, (VectorSearch, FulltextSearch)) or getattr(step, "by_text", None):
            return True
        if lexical & {getattr(step, "label", None), *getattr(step, "types", ())}:
            return True
    return False
