"""The general guidance model: ``python -m motif_procedures.guidance.general FILE``.

It comes with the package as ``motif/models/general_guidance.safetensors``. It is trained on many graphs with many
relations, and on graphs of no subject at all: what remains to be learnt is to follow, from the question entities, the
relationships that are most like what the triples say, on any graph.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import click

from motif.errors import InvalidInput
from motif.graphs.guidance import GuidanceModel
from motif.graphs.projection import Projection
from motif.models.encoder import TextEncoder, load_encoder
from motif.models.guidance_file import save_guidance
from motif.settings import load_settings
from motif_procedures.guidance.entity_split import split_entities
from motif_procedures.guidance.generation import generate_examples
from motif_procedures.guidance.question_texts import ExamplesOf
from motif_procedures.guidance.synthetic import synthetic_graph
from motif_procedures.guidance.training import train_guidance
from motif_procedures.memory_graph import graph_in_memory

N_SYNTHETIC = 24

OPTIONS: dict[str, Any] = {
    "layers": 5,
    "dimension": 32,
    "epochs": 1,
    "learning_rate": 0.003,
    "subgraph_nodes": 300,
    "device": "cpu",
}


def corpus() -> Mapping[str, tuple[Callable[[], Projection], float]]:
    """The graphs that are learnt from by name, and how much of the examples each gets beside the others.

    Of FB15k-237, whose folder ``MOTIF_DATA`` has, the relationships of its training part. What tracing is measured on
    is not among them: MetaQA, PathQuestion, the sample graph registry, and the rest of FB15k-237.
    """
    real: dict[str, tuple[Callable[[], Projection], float]] = {
        "world": (lambda: graph_in_memory("world").projection, 2.0),
        "fb15k237": (lambda: graph_in_memory("fb15k237", splits="train").projection, 3.0),
    }
    invented = {
        f"synthetic {number}": (partial(synthetic_graph, number), 3.0 / N_SYNTHETIC)
        for number in range(N_SYNTHETIC)
    }
    return {**real, **invented}


def train_general(
    encoder: TextEncoder,
    *,
    count: int = 9_000,
    asked: int = 100,
    noise: float = 0.6,
    leave_out: Collection[str] = (),
    seed: int = 0,
    **run: Any,
) -> GuidanceModel:
    """A model trained on about ``count`` examples over the graphs of `corpus`.

    Parameters
    ----------
    asked
        Examples over each graph that is not invented, whose entities training has not seen, to validate with.
    noise
        Share of the relations that are said otherwise than their graph says them.
    leave_out
        Names of graphs that are not learnt from.
    seed
        Of the examples, the first weights and every draw.
    run
        Further arguments of `train_guidance`, in place of `OPTIONS` too.

    Raises `InvalidInput` for a name that is no graph's, `MissingDependency` without the extras ``sample`` and ``gnn``.
    """
    graphs = dict(corpus())
    for name in leave_out:
        if graphs.pop(name, None) is None:
            raise InvalidInput(f"'{name}' is no graph that is learnt from; those are {', '.join(graphs)}.")
    whole = sum(share for _, share in graphs.values())
    trained: list[ExamplesOf] = []
    validation: list[ExamplesOf] = []
    for name, (read, share) in graphs.items():
        projection = read()
        seen, unseen = split_entities(projection, shares=(0.8, 0.2))
        examples = generate_examples(
            projection,
            count=round(count * share / whole),
            entities=seen,
            part="train",
            noise=noise,
            seed=seed,
        )
        trained.append((projection, examples))
        if asked and not name.startswith("synthetic"):
            tests = generate_examples(
                projection, count=asked, entities=unseen, part="test", noise=1.0, seed=1
            )
            validation.append((projection, tests))
    model = train_guidance(trained, encoder, validation=validation, seed=seed, **{**OPTIONS, **run})
    return dataclasses.replace(model, facts={**model.facts, "graphs": list(graphs)})


@click.command()
@click.argument("output", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--leave-out", multiple=True, help="A graph that is not learnt from.")
@click.option("--seed", default=0, show_default=True)
def main(output: Path, leave_out: tuple[str, ...], seed: int) -> None:
    """Train the general guidance model with the default encoder and write it to OUTPUT."""
    settings = load_settings()
    encoder = load_encoder(settings.encoder, settings.cache)
    with click.progressbar(length=1, label="training") as bar:

        def progress(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        model = train_general(
            encoder,
            leave_out=leave_out,
            seed=seed,
            checkpoint=settings.cache / "vectors",
            folder=output.parent,
            progress=progress,
        )
    save_guidance(output, model, half=True)
    click.echo(f"{output}: recall {model.facts['recall']} of what is sought, loss {model.facts['loss']}.")


if __name__ == "__main__":
    main()
