"""Examples of guided tracing out of a graph: walks, masked and put into words (STEM, appendix C.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.trace_query import MAXIMUM_TRIPLES
from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif.models.language import ChatModel
from motif_procedures.guidance.drafts import Draft, DraftMaker
from motif_procedures.guidance.example import GuidanceExample
from motif_procedures.guidance.kinds import Kinds
from motif_procedures.guidance.model_writing import ModelWriter
from motif_procedures.guidance.question_wording import QuestionWording, assertions
from motif_procedures.guidance.wording import Paraphraser, Part
from motif_procedures.stopping import Report

SHARES = {1: 0.39, 2: 0.31, 3: 0.16, 4: 0.14}
"""The paper's shares of examples by their number of triples (table 10)."""

_BATCH = 256


def generate_examples(
    projection: Projection,
    *,
    count: int = 10_000,
    hops: Sequence[int] = (1, 2, 3, 4),
    seed: int = 0,
    noise: float = 0.3,
    part: Part = "any",
    entities: NDArray[np.bool_] | None = None,
    paths: int = 64,
    model: ChatModel | ModelWriter | None = None,
    progress: Callable[[int, int], None] | None = None,
    control: Control | None = None,
) -> list[GuidanceExample]:
    """At most ``count`` examples over ``projection``, no two with the same triples, in random order.

    Parameters
    ----------
    hops
        Numbers of triples, in the paper's shares of them; in equal ones where there are others than 1 to 4.
    noise, part
        Share of the relations that triples and words say otherwise than the graph, and which wordings may:
        `motif_procedures.guidance.wording.Paraphraser`.
    entities : bool (n,) or None
        Which nodes may be question entities, and the answer of a walk; None: all.
    paths
        Most gold paths that an example keeps.
    model
        Writes questions and assertions in place of templates; those in whose triples it sees no question are dropped.
        A `motif_procedures.guidance.model_writing.ModelWriter` also tells how many it wrote.

    Fewer than ``count`` come back where the graph has no more. The same arguments give the same examples.

    Raises `InvalidInput` for numbers that cannot be and for a graph in which nothing can be asked; what
    `motif_procedures.stopping.Report` raises when told to stop.

    >>> from motif.catalog.triples import from_triples
    >>> graph = from_triples([("Heat", "directed_by", "Mann"), ("Heat", "has_genre", "Crime")])
    >>> for example in sorted(generate_examples(graph, count=9, hops=(1,), noise=0), key=lambda one: one.question):
    ...     print(example.question, example.triples)
    Which genre is the genre of Heat? (('Heat', 'has_genre', '[ENT1]'),)
    Which thing has the genre Crime? (('[ENT1]', 'has_genre', 'Crime'),)
    Which thing is directed by Mann? (('[ENT1]', 'directed_by', 'Mann'),)
    Which thing is what Heat is directed by? (('Heat', 'directed_by', '[ENT1]'),)
    """
    _check(projection, count, hops, paths, entities)
    tell = Report("Making examples", progress, control)
    random = np.random.default_rng([seed, 0])
    maker = DraftMaker(projection, entities, paths)
    drafts: list[Draft] = []
    for n_triples, wanted in _quotas(count, hops).items():
        for draft in maker.drafts(n_triples, wanted, random):
            if len(drafts) % _BATCH == 0:
                tell(len(drafts), count)
            drafts.append(draft)
    if not drafts:
        raise InvalidInput(
            f"No walk in '{projection.name}' makes an example of {', '.join(map(str, hops))} triples.",
            hint="Allow fewer triples (hops), or more nodes (entities).",
        )
    paraphraser, kinds = Paraphraser(seed, noise, part), Kinds(projection.nodes)
    order = random.permutation(len(drafts)).tolist()
    examples = [_worded(projection, drafts[place], paraphraser, kinds) for place in order]
    if model is None:
        tell(len(examples), len(examples))
        return examples
    return list(_written(examples, model, tell))


def _written(
    examples: Sequence[GuidanceExample], model: ChatModel | ModelWriter, tell: Report
) -> Iterator[GuidanceExample]:
    writer = model if isinstance(model, ModelWriter) else ModelWriter(model)
    for done, example in enumerate(writer.written(examples, tell.control)):
        tell(done, len(examples))
        if example is not None:
            yield example
    tell(len(examples), len(examples))


def _check(
    projection: Projection, count: int, hops: Sequence[int], paths: int, entities: NDArray[np.bool_] | None
) -> None:
    if count < 1:
        raise InvalidInput(f"There must be 1 example or more, not {count}.")
    if not hops or not all(1 <= n_triples <= MAXIMUM_TRIPLES for n_triples in hops):
        given = ", ".join(map(str, hops)) or "none"
        raise InvalidInput(f"hops are numbers of triples from 1 to {MAXIMUM_TRIPLES}, not {given}.")
    if paths < 1:
        raise InvalidInput(f"An example keeps 1 path or more, not {paths}.")
    if entities is not None and entities.shape != (projection.n_nodes,):
        raise InvalidInput(
            f"entities must be a mask of the {projection.n_nodes:,} nodes, not of shape {entities.shape}.",
            hint="motif_procedures.guidance.split_entities makes such masks.",
        )
    if not projection.n_relationships:
        raise InvalidInput(
            f"'{projection.name}' has no relationships; examples are walks along them.",
            hint="Project a graph with relationships.",
        )


def _quotas(count: int, hops: Sequence[int]) -> dict[int, int]:
    """How many examples of each number of triples; the largest remainders get one more.

    >>> _quotas(100, (1, 2, 3, 4)), _quotas(10, (2, 3)), _quotas(3, (6, 5))
    ({1: 39, 2: 31, 3: 16, 4: 14}, {2: 7, 3: 3}, {5: 2, 6: 1})
    """
    distinct = sorted(set(hops))
    is_paper = all(n_triples in SHARES for n_triples in distinct)
    weights = np.array([SHARES[n_triples] if is_paper else 1.0 for n_triples in distinct])
    exact = count * weights / weights.sum()
    quotas = np.floor(exact + 1e-9).astype(int)
    rest = np.argsort(quotas - exact, kind="stable")[: count - quotas.sum()]
    quotas[rest] += 1
    return dict(zip(distinct, quotas.tolist(), strict=True))


def _worded(projection: Projection, draft: Draft, paraphraser: Paraphraser, kinds: Kinds) -> GuidanceExample:
    schema, gold = draft.schema, draft.gold
    names = schema.names({place: projection.nodes.names[row] for place, row in schema.entities})
    relations = tuple(projection.relationships.relations[code] for code in schema.relations)
    ends = zip(schema.heads, schema.tails, relations, strict=True)
    triples = tuple(
        (names[head], paraphraser.relation(relation), names[tail]) for head, tail, relation in ends
    )
    words = [kinds.word(np.array([row])) for row in draft.rows]
    words[schema.answer] = kinds.word(gold.answers)
    return GuidanceExample(
        triples=triples,
        relations=relations,
        outgoing=(True,) * len(triples),
        entities=np.array([row for _, row in schema.entities], np.int32),
        gold=gold.nodes,
        paths=gold.paths,
        answers=gold.answers,
        strategy="precision" if len(gold.answers) == 1 else "breadth",
        question=QuestionWording(schema, triples, relations, words)(),
        assertions=assertions(triples),
        answer=names[schema.answer],
    )
