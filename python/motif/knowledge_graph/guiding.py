"""Which model guides tracing in a graph, and from which T-Score on a relationship is likely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from motif.errors import InvalidInput, InvalidSource, MissingVectors
from motif.graphs.guidance import GuidanceModel
from motif.knowledge_graph.held import HeldGraph

if TYPE_CHECKING:
    from motif.catalog.guidance_gains import KeptGain
    from motif.retrievers.guiding import Guide

MODEL_FILE = "guidance.safetensors"
"""The model trained for a graph, beside its epochs."""

GENERAL = "general"
"""What the model that comes with the package is called."""

TRAINED = "trained"
"""What the model that was trained for the graph is called."""

DEFAULT_THRESHOLD = 0.6


@dataclass(frozen=True, slots=True)
class ChosenGuide:
    """The guide, None for none, and what ``metadata`` says of it."""

    guide: Guide | None
    said: Mapping[str, Any] = field(default_factory=dict)


class GuidedGraph(HeldGraph):
    """A graph in which tracing may be guided."""

    _trained_model: GuidanceModel | None = None
    """The model that was trained for a graph without a database."""

    _known_guide: Guide | None = None
    """The guide of the last call, kept as long as the snapshot and the model stay."""

    _measured_gains: Mapping[str, KeptGain] = MappingProxyType({})
    """What guidance was measured to gain in a graph without a database."""

    _known_hashes: Mapping[str, tuple[GuidanceModel, str]] = MappingProxyType({})

    def guidance_models(self) -> tuple[dict[str, GuidanceModel], list[str]]:
        """The models that can guide here by name, "trained" before "general"; and why others cannot."""
        from motif.models.encoder import stamp
        from motif.models.guidance_file import check_guidance, load_general_guidance

        if len(self.projection.relationships.relations) < 2:
            return {}, ["the graph has one relation, so that there is nothing to choose among"]
        found: dict[str, GuidanceModel] = {}
        reasons: list[str] = []
        for name, read in ((TRAINED, self._trained), (GENERAL, load_general_guidance)):
            try:
                model = read()
                if model is not None:
                    check_guidance(model, stamp(self.view.encoder), self.name)
                    found[name] = model
            except (MissingVectors, InvalidInput, InvalidSource) as error:
                reasons.append(error.message)
        return found, reasons

    def _guide(self, choice: Any, *, anyway: bool = False) -> ChosenGuide:
        """The model that ``choice`` means; raises where one is named that cannot be used.

        ``anyway``: "auto" takes one whether it was measured to gain or not.
        """
        from motif.models.guidance_file import load_general_guidance

        if choice is False or choice is None:
            return ChosenGuide(None, {"model": None, "why": "guidance is off"})
        if choice is True or choice == "auto":
            return self._guide_by_itself(anyway)
        if choice == GENERAL:
            return self._guided_by(load_general_guidance(), GENERAL)
        if isinstance(choice, GuidanceModel):
            return self._guided_by(choice, "given")
        if isinstance(choice, (str, Path)):
            return self._guided_by(_read(Path(choice)), Path(choice).name)
        raise InvalidInput(
            f"guidance must be 'auto', 'general', a model's file, a GuidanceModel or False, not {choice!r}."
        )

    def _guide_by_itself(self, anyway: bool) -> ChosenGuide:
        """The model that gains most here, of those that do; none with the reasons where none does.

        A model trained for this graph guides until it is measured; the general one only where it was.
        """
        models, reasons = self.guidance_models()
        gains = self._gains(models)
        for name in sorted(models, key=lambda name: -gains[name].gain if name in gains else 0.0):
            gain = gains.get(name)
            if anyway or (name == TRAINED if gain is None else gain.helps):
                guided = self._guided_by(models[name], name)
                return (
                    guided if gain is None else ChosenGuide(guided.guide, {**guided.said, "gain": gain.gain})
                )
            reasons.append(
                f"what the {name} model gains in '{self.name}' was not measured (motif calibrate {self.name})"
                if gain is None
                else f"the {name} model gains nothing sure in '{self.name}' ({gain.gain:+.1f} points of coverage on "
                f"{gain.questions} questions)"
            )
        return ChosenGuide(None, {"model": None, "why": " ".join(reasons) or "no model is trained"})

    def _gains(self, models: Mapping[str, GuidanceModel]) -> dict[str, KeptGain]:
        """What was measured of these very ``models``, by name."""
        from motif.catalog.guidance_gains import read_gains
        from motif.models.encoder import stamp

        folder = self._learned.folder
        kept = self._measured_gains if folder is None else read_gains(folder, stamp(self.view.encoder))
        return {
            name: kept[name]
            for name, model in models.items()
            if name in kept and kept[name].weights == self._hash(name, model)
        }

    def _hash(self, name: str, model: GuidanceModel) -> str:
        from motif.models.guidance_file import weights_hash

        known, found = self._known_hashes.get(name, (None, ""))
        if known is not model:
            found = weights_hash(model)
            self._known_hashes = {**self._known_hashes, name: (model, found)}
        return found

    def _trained(self) -> GuidanceModel | None:
        """The model that was trained for this graph; None for none."""
        folder = self._learned.folder
        if folder is None or not (folder / MODEL_FILE).is_file():
            return self._trained_model
        return _read(folder / MODEL_FILE)

    def _guided_by(self, model: GuidanceModel, name: str) -> ChosenGuide:
        from motif.models.encoder import stamp
        from motif.models.guidance_file import check_guidance
        from motif.retrievers.guiding import Guide

        view, known = self.view, self._known_guide
        if known is None or known.view is not view or known.model is not model:
            check_guidance(model, stamp(view.encoder), self.name)
            known = self._known_guide = Guide(view, model)
        return ChosenGuide(known, {"model": name})

    def _threshold(self, given: Any) -> float:
        """θ: the one given, the graph's calibrated one, its guidance model's, else the paper's."""
        if given is not None:
            if isinstance(given, bool) or not isinstance(given, (int, float)) or not -1 <= given <= 2:
                raise InvalidInput(f"threshold must be a number from -1 to 2, not {given!r}.")
            return float(given)
        calibrated = self._calibrated()
        return DEFAULT_THRESHOLD if calibrated is None else calibrated

    def _calibrated(self) -> float | None:
        """The threshold that was calibrated for this graph and its encoder; None for none."""
        from motif.catalog.thresholds import read_threshold
        from motif.models.encoder import stamp

        folder = self._learned.folder
        return None if folder is None else read_threshold(folder, stamp(self.view.encoder))


def _read(path: Path) -> GuidanceModel:
    """The model in a file, read again when the file has changed."""
    from motif.models.guidance_file import load_guidance

    try:
        state = path.stat()
    except OSError:
        return load_guidance(path)
    return _read_once(path, (state.st_mtime_ns, state.st_ino, state.st_size))


@lru_cache(maxsize=4)
def _read_once(path: Path, state: tuple[int, ...]) -> GuidanceModel:
    from motif.models.guidance_file import load_guidance

    return load_guidance(path)
