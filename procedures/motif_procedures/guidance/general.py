"""The general guidance model, trained on the sample graphs: ``python -m motif_procedures.guidance.general FILE``.

It comes with the package as ``motif/models/general_guidance.safetensors``. In most steps the relations of the sample
graphs are called otherwise, and names are left out of most questions: what remains to be learnt is to follow, from the
question entities, the relationships that are most like what the triples say, on any graph.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import click

from motif.graphs.guidance import GuidanceModel
from motif.models.encoder import TextEncoder, load_encoder
from motif.models.guidance_file import save_guidance
from motif.settings import load_settings
from motif_procedures.guidance.entity_split import split_entities
from motif_procedures.guidance.generation import generate_examples
from motif_procedures.guidance.question_texts import ExamplesOf
from motif_procedures.guidance.training import train_guidance
from motif_procedures.memory_graph import graph_in_memory

GRAPHS = ("world", "registry")

OPTIONS: dict[str, Any] = {
    "layers": 4,
    "dimension": 64,
    "epochs": 3,
    "learning_rate": 0.002,
    "subgraph_nodes": 400,
    "renamed": 0.1,
    "unnamed": 0.1,
    "device": "cpu",
}


def train_general(encoder: TextEncoder, *, count: int = 4000, asked: int = 150, **run: Any) -> GuidanceModel:
    """A model trained on ``count`` examples over each of the sample graphs.

    Parameters
    ----------
    asked
        Examples over each whose entities training has not seen, to validate with.
    run
        Further arguments of `train_guidance`, in place of `OPTIONS` too.

    Raises `MissingDependency` without the extras ``sample`` and ``gnn``.
    """
    trained: list[ExamplesOf] = []
    validation: list[ExamplesOf] = []
    for name in GRAPHS:
        projection = graph_in_memory(name).projection
        seen, unseen = split_entities(projection, shares=(0.9, 0.1))
        trained.append((projection, generate_examples(projection, count=count, entities=seen, part="train")))
        tests = generate_examples(projection, count=asked, entities=unseen, part="test", seed=1)
        validation.append((projection, tests))
    return train_guidance(trained, encoder, validation=validation, **{**OPTIONS, **run})


@click.command()
@click.argument("output", type=click.Path(path_type=Path, dir_okay=False))
def main(output: Path) -> None:
    """Train the general guidance model with the default encoder and write it to OUTPUT."""
    settings = load_settings()
    encoder = load_encoder(settings.encoder, settings.cache)
    with click.progressbar(length=1, label="training") as bar:

        def progress(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        model = train_general(
            encoder, checkpoint=settings.cache / "vectors", folder=output.parent, progress=progress
        )
    named = dataclasses.replace(model, facts={**model.facts, "graphs": list(GRAPHS)})
    save_guidance(output, named, half=True)
    click.echo(f"{output}: recall {model.facts['recall']} of what is sought, loss {model.facts['loss']}.")


if __name__ == "__main__":
    main()
