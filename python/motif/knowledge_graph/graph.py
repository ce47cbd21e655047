"""A graph that answers: one method per verb."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from motif.knowledge_graph.answering import AnsweringGraph
from motif.knowledge_graph.dominance import DominanceGraph
from motif.knowledge_graph.guided import TrainedGraph
from motif.knowledge_graph.learned import LearningReport
from motif.knowledge_graph.sources import encoder_source, model_source
from motif.knowledge_graph.structuring import StructuredGraph
from motif.knowledge_graph.verifying import VerifyingGraph
from motif.settings import load_settings


class Graph(AnsweringGraph, TrainedGraph, VerifyingGraph, DominanceGraph, StructuredGraph):
    """A projection that answers.

    Made by `Connection.project`, `Connection.graph` or `Graph.from_triples`, not by hand.

    Every verb returns `Results`, at most ``top_k`` pieces of evidence, best first, and takes ``timeout`` (seconds, 30
    by default), ``labels``, ``relationship_types``, ``filter`` (neo4j-graphrag's syntax, for the graph or per unknown)
    and ``max_tokens`` for its text. Each has a twin to await, ``asearch`` and so on, that cancels.

    >>> graph = Graph.from_triples([("Heat", "directed_by", "Michael Mann"), ("Heat", "release_year", "1995")])
    >>> [found] = graph.search([("?film", "directed_by", "Michael Mann")])
    >>> found.bindings["film"].name, found.text
    ('Heat', 'Heat | directed_by | Michael Mann')
    """

    @classmethod
    def from_triples(
        cls,
        triples: Iterable[tuple[str, str, str]],
        encoder: object | None = None,
        labels: Mapping[str, str | Sequence[str]] | None = None,
        model: object | None = None,
    ) -> Self:
        """A graph without a database: names are the ids, ``labels`` gives each name's label or labels.

        Parameters
        ----------
        triples
            (head, relation, tail) names.
        encoder
            A text encoder or anything `adapt_encoder` takes; None for the configured or installed one.
        model
            A LangChain chat model or the name of one; None for the one that ``MOTIF_MODEL`` names, if any.
        """
        from motif.catalog import from_triples

        settings = load_settings()
        projection = from_triples(triples, labels=labels)
        return cls(
            lambda: projection,
            encoder=encoder_source(encoder, settings),
            model=model_source(model, settings),
            settings=settings,
        )

    def learn(
        self, examples: Sequence[Mapping[str, Any]] | str | Path, *, replace: bool = False
    ) -> LearningReport:
        """Teach the planners what questions mean: a dozen examples help, hundreds make them near perfect.

        Kept beside the projection; survives a refresh. Teaching the same again changes nothing.

        Parameters
        ----------
        examples
            Mappings with a ``question`` and a ``pattern``, ``plan``, ``cypher`` or ``answers`` (names); or a YAML file
            of them. Plans of steps, and Cypher that is no plain pattern, are for ``method="spark"``: the database
            checks them. A question that repeats theirs but for names and numbers is planned as they are.
        replace
            Forget the earlier examples.

        Returns
        -------
        LearningReport
            How many examples the graph knows now, and which of those given teach nothing, and why.

        Raises
        ------
        InvalidInput, InvalidSource
            An example, which is named, or the file cannot be used; nothing is changed.

        >>> films = Graph.from_triples([("Heat", "directed_by", "Michael Mann")])
        >>> lesson = {"question": "who is behind [Heat]?", "pattern": [["Heat", "directed_by", "?who"]]}
        >>> films.learn([lesson]).examples, films.retrieve("who is behind [Heat]?")[0].answers[0].name
        (1, 'Michael Mann')
        """
        from motif.planners.example_files import read_examples

        given = read_examples(Path(examples)) if isinstance(examples, (str, Path)) else examples
        problems_of = None if self._owner is None else self._problems_of
        memory = self._learned.teach(given, self.view.values, replace=replace, problems_of=problems_of)
        return LearningReport(len(self._learned.examples()), memory.unused)
