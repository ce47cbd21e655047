"""Guidance for one graph: `train_guidance`, and what it gains: `measure_guidance`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motif.errors import InvalidInput
from motif.graphs.guidance import GuidanceModel
from motif.knowledge_graph.guiding import MODEL_FILE, GuidedGraph
from motif.knowledge_graph.held import Progress

if TYPE_CHECKING:
    from motif.catalog.guidance_gains import KeptGain

ON_A_GPU = {"layers": 6, "dimension": 512, "epochs": 2}
"""The paper's sizes."""

ON_A_CPU = {"layers": 5, "dimension": 32, "epochs": 1, "learning_rate": 3e-3, "subgraph_nodes": 300}
"""What two cores train in minutes."""

_KEPT_BACK = 0.1


class TrainedGraph(GuidedGraph):
    """A graph in which a model can be trained to guide tracing."""

    def train_guidance(
        self,
        examples: Sequence[Any] | Path | str | None = None,
        *,
        count: int = 10_000,
        output: Path | str | None = None,
        device: str = "auto",
        seed: int = 0,
        progress: Progress | None = None,
        **training: Any,
    ) -> GuidanceModel:
        """Train the model that guides `trace` in this graph, and keep it beside its epochs; a killed run continues.

        The paper's sizes on a GPU, smaller ones on a CPU, unless ``training`` says otherwise. How well it does, on
        questions from nodes kept back, stands in the model's ``facts``.

        Parameters
        ----------
        examples
            What to learn from, or the file of it (`motif guidance-data`); None to make ``count`` out of the graph.
        output
            A file to write the model to, in place of the graph's own; `trace` takes it as ``guidance``.
        device
            "auto" (a GPU where there is one), "cpu", "cuda".
        seed
            Of the examples and of every draw in training.
        progress
            Told how many examples are made, then how many steps are done.
        training
            ``layers``, ``dimension``, ``epochs``, ``learning_rate``, ``subgraph`` and the like; see the job
            ``guidance_training``.

        Raises
        ------
        MissingDependency
            torch and torch-geometric are not installed.
        InvalidInput
            Nothing can be asked in this graph, the examples are of another one, or an option does not exist.
        """
        from motif.jobs import find_job, job_on
        from motif.models.triple_gnn import device_name

        chosen = device_name(device)
        sizes = ON_A_CPU if chosen == "cpu" else ON_A_GPU
        projection, encoder = self.projection, self.view.encoder
        if examples is None:
            examples = find_job("guidance_examples")(projection, count=count, seed=seed, progress=progress)
        model: GuidanceModel = job_on(self._settings.cluster, "guidance_training")(
            [(projection, Path(examples) if isinstance(examples, str) else examples)],
            encoder,
            validation=_KEPT_BACK,
            seed=seed,
            folder=self._settings.cache / "guidance",
            checkpoint=self._settings.cache / "vectors",
            progress=progress,
            **{**sizes, "device": chosen, **training},
        )
        self._keep_guidance(model, None if output is None else Path(output))
        return model

    def measure_guidance(
        self, *, count: int = 200, seed: int = 0, progress: Progress | None = None
    ) -> dict[str, KeptGain]:
        """What each model gains in this graph, in points of coverage, by name; `trace` uses one where it gains.

        Questions are made out of the graph and traced without guidance and under each model that fits. The result is
        kept beside the graph's epochs, until another model is trained.

        Parameters
        ----------
        count, seed
            How many questions, and what they are drawn by.
        progress
            Told how many traces are done.

        Raises
        ------
        InvalidInput
            No model can guide in this graph, or nothing can be asked in it; the reason is told.
        MissingVectors
            The graph, or its triples, were not embedded.
        """
        from motif.catalog.guidance_gains import save_gains
        from motif.jobs import find_job
        from motif.models.encoder import stamp

        models, reasons = self.guidance_models()
        if not models:
            raise InvalidInput(
                f"No model can guide in '{self.name}': {' '.join(reasons)}.",
                hint="Trace without guidance, or train a model: kg.train_guidance().",
            )
        gains: dict[str, KeptGain] = find_job("guidance_gain")(
            self, models, count=count, seed=seed, progress=progress
        )
        if self._learned.folder is None:
            self._measured_gains = gains
        else:
            save_gains(self._learned.folder, gains, stamp(self.view.encoder))
        return gains

    def _keep_guidance(self, model: GuidanceModel, output: Path | None) -> None:
        from motif.catalog.beside import writing_beside
        from motif.models.guidance_file import save_guidance

        if output is not None:
            save_guidance(output, model)
        elif self._learned.folder is not None:
            with writing_beside(self._learned.folder):
                save_guidance(self._learned.folder / MODEL_FILE, model)
        else:
            self._trained_model = model
