"""Communities of a question: `community`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.graphs.evidence import Results
from motif.knowledge_graph.dated import dated
from motif.knowledge_graph.held import HeldGraph
from motif.retrievers.arguments import MAXIMUM_TOP_K, checked_count, judged
from motif.retrievers.community_search import LAYERS, CommunityOptions, checked_layers
from motif.retrievers.selection import select

if TYPE_CHECKING:
    from motif.models.language import ChatModel
    from motif.retrievers.community_packing import CommunityBudget

MAXIMUM_TOKENS = 1_000_000
MAXIMUM_TRUSSNESS = 2**31 - 1

NO_MODEL = "judged by QRScore, without the model: none is configured (MOTIF_MODEL)"


class CommunityGraph(HeldGraph):
    """A graph in which the communities of a question are found."""

    @dated
    def community(
        self,
        question: str,
        *,
        trussness: int | None = None,
        min_size: int | None = None,
        rule: Literal["cascade", "strict"] = "cascade",
        layers: Sequence[str] = LAYERS,
        along: Sequence[str] | None = None,
        judge: Literal["auto", "score", "model"] = "auto",
        top_k: int | None = None,
        max_tokens: int | None = 4800,
        report_tokens: int = 3200,
        labels: Sequence[str] | None = None,
        relationship_types: Sequence[str] | None = None,
        filter: Mapping[str, Any] | None = None,
        timeout: float | None = None,
        on_timeout: Literal["partial", "fail"] = "partial",
        control: Control | None = None,
    ) -> Results:
        """The dense and relevant communities of ``question`` (DA-RAG), each with a report: connected k-trusses.

        In a corpus coarse to fine: a community of chunks, then of what these mention by its relations and by its
        likeness. A graph without chunks is searched in one layer, its relationships. Each piece is one community, its
        nodes by relevance, its relationships those of the graph that are edges of it; ``metadata`` has ``layer``,
        ``trussness``, ``qr_score``, ``density``, ``diameter``, ``size``, and ``computed_edges``, those that are in no
        database. Needs vectors (`embed`).

        Parameters
        ----------
        trussness
            Every edge lies in at least ``trussness`` - 2 triangles; 2: merely connected. Where a layer has none so
            dense, its largest is used and ``metadata["trussness_asked"]`` says so. None: several, of which those are
            given that the judge likes best.
        min_size
            Nodes at least. Without it a community shrinks to the few most relevant nodes that still hold together.
        rule
            "cascade": what falls out of the truss goes with a node that is removed. "strict": such a node stays, as in
            the paper.
        layers
            Of "chunk", "knowledge", "similarity"; without "chunk" the entities of all chunks are searched. "graph": all
            relationships of a corpus in one layer.
        along
            What joins chunks, or the nodes of one layer: computed layers (`similarity`) or relationship types. None:
            that the chunks' entities are related (where none are, whatever joins chunks); all relationships.
        judge
            "model": the language model scores and reports each community. "score": QRScore less a penalty for length,
            and reports in the graph's own words. "auto": the model where one is configured.
        top_k
            Communities at most; None for as many as fit.
        max_tokens, report_tokens
            Of four characters: of all texts together, and of these for reports; texts of chunks take the rest.

        Returns
        -------
        Results
            Empty where nothing is relevant. ``metadata``: ``layers`` (what was searched and which k were tried),
            ``judge``, ``usage`` of the model, ``tokens``, ``left_out``, ``notes``.

        Raises
        ------
        InvalidInput
            ``trussness`` below 2, a layer or label that there is not, an empty question.
        MissingVectors
            The graph was not embedded, or by another encoder.
        DeadlineExceeded
            Cut at ``timeout`` and ``on_timeout="fail"``.

        Zeng et al., DA-RAG, WWW 2026, §4 and §5.

        >>> import dataclasses
        >>> from types import SimpleNamespace
        >>> from motif.catalog import from_triples
        >>> from motif.jobs import find_job
        >>> letters = "abcdefghijklmnopqrstuvwxyz"
        >>> counted = lambda texts: [[1.0 + text.lower().count(letter) for letter in letters] for text in texts]
        >>> encoder = SimpleNamespace(name="letters", dimension=26, encode=counted)
        >>> films = from_triples([("Heat", "STARS", "Pacino"), ("Heat", "STARS", "De Niro"),
        ...                       ("Pacino", "KNOWS", "De Niro"), ("De Niro", "LIVES_IN", "New York")])
        >>> films = dataclasses.replace(films, vectors=find_job("text_embeddings")(films, encoder))
        >>> found = CommunityGraph(lambda: films, encoder=lambda: encoder).community("Heat, the film")
        >>> sorted(node.name for node in found[0].nodes), found[0].metadata["trussness"], found[0].metadata["density"]
        (['De Niro', 'Heat', 'Pacino'], 3, 1.0)
        """
        from motif.planners.prompting import checked_words
        from motif.retrievers.community import find_communities
        from motif.retrievers.warming import warm_communities

        words = checked_words(question, "question")
        view = self.view
        selection = select(
            view.projection, labels=labels, relationship_types=relationship_types, filter=filter
        )
        options = CommunityOptions(
            None if trussness is None else checked_trussness(trussness),
            None if min_size is None else checked_count(min_size, "min_size", MAXIMUM_TRUSSNESS),
            checked_rule(rule),
            checked_layers(layers),
            None if along is None else ((along,) if isinstance(along, str) else tuple(along)),
            selection,
        )
        budget = checked_budget(top_k, max_tokens, report_tokens)
        model = self._judging_model(judge)
        seconds = self._seconds({"timeout": timeout})
        warm_communities()
        with control or Control(seconds) as running:
            found = find_communities(view, words, options, budget, model, running)
        if judge == "model" and model is None:
            found.metadata["notes"] = [*found.metadata.get("notes", ()), NO_MODEL]
        return judged(found, seconds, on_timeout)

    async def acommunity(self, question: str, **options: Any) -> Results:
        """`community`, awaited; cancelling the task stops the work."""
        from motif.retrievers.warming import warm_communities

        return await self._awaited(self.community, question, options, warm_communities)

    def _judging_model(self, judge: str) -> ChatModel | None:
        if judge not in ("auto", "score", "model"):
            raise InvalidInput(f"judge must be 'auto', 'score' or 'model', not {judge!r}.")
        return None if judge == "score" or self._model is None else self._model()


def checked_trussness(value: Any) -> int:
    """``value``, when it is a whole number of 2 or more; else `InvalidInput` says what it means.

    >>> checked_trussness(3)
    3
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 2 <= value <= MAXIMUM_TRUSSNESS:
        raise InvalidInput(
            f"trussness must be a whole number of 2 or more, not {value!r}.",
            hint="In a k-truss every edge lies in k - 2 triangles: 2 asks for none. Leave it out to have it chosen.",
        )
    return value


def checked_rule(value: Any) -> Literal["cascade", "strict"]:
    """``value``, when it is "cascade" or "strict"; else `InvalidInput`."""
    if value == "cascade" or value == "strict":
        return value  # type: ignore[no-any-return]
    raise InvalidInput(f"rule must be 'cascade' or 'strict', not {value!r}.")


def checked_budget(top_k: Any, max_tokens: Any, report_tokens: Any) -> CommunityBudget:
    """The budget of these; None for ``top_k`` and ``max_tokens`` means no limit of one's own."""
    from motif.retrievers.community_packing import CommunityBudget

    return CommunityBudget(
        None if top_k is None else checked_count(top_k, "top_k", MAXIMUM_TOP_K),
        4800 if max_tokens is None else checked_count(max_tokens, "max_tokens", MAXIMUM_TOKENS),
        checked_count(report_tokens, "report_tokens", MAXIMUM_TOKENS),
    )
