"""The set that comes with Motif: made anew from the loaders, ``python -m motif_procedures.spark.question_set``."""

from __future__ import annotations

from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path

from motif_procedures.spark.facts import facts_of
from motif_procedures.spark.forms import GRAPHS
from motif_procedures.spark.generation import make_questions
from motif_procedures.spark.question import FILE, SparkQuestion, write_questions


def questions_to(graph: str) -> list[SparkQuestion]:
    """The questions to one of the graphs, made from its loader's records.

    Raises `MissingDependency` without the packages of the sample graphs, `InvalidSource` without MetaQA's folder.
    """
    [loader] = entry_points(group="motif.loaders", name=graph)
    return make_questions(graph, facts_of(loader.load()()))


def main() -> None:
    """Writes the file of this package."""
    path = Path(str(files("motif_procedures.spark").joinpath(FILE)))
    write_questions(path, [question for graph in GRAPHS for question in questions_to(graph)])


if __name__ == "__main__":
    main()
