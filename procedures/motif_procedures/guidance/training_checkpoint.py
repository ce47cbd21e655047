"""What a training of a guidance model has done so far, on disk."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.durable import write_durably
from motif.errors import JobFailed

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a training is, and all that it needs to go on.

    Attributes
    ----------
    epoch, step
        Epochs done, and steps of the next.
    total
        Sum of the losses of these steps.
    loss, recall
        Over the validation after the last epoch, without one the mean loss of its steps; NaN before, or unknown.
    arrays
        Weights, and the optimiser's memory of them.
    """

    epoch: int
    step: int
    total: float
    loss: float
    recall: float
    arrays: Arrays = field(default_factory=dict)


class TrainingCheckpoint:
    """The last moment of a training and the best one, in one file that is replaced whole.

    Parameters
    ----------
    folder
    fingerprint
        Of all that the weights depend on.

    Raises `JobFailed` when the folder cannot be written.
    """

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self._path = folder / f"guidance-{fingerprint}.npz"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._failed(error) from error

    def read(self) -> tuple[Moment, Moment] | None:
        """The last moment and the best; None where nothing was kept, or a disk lost it."""
        try:
            with self._path.open("rb") as file, np.load(file, allow_pickle=False) as content:
                arrays = {name: content[name] for name in content.files}
            return _moment(arrays, "last"), _moment(arrays, "best")
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None

    def save(self, last: Moment, best: Moment) -> None:
        arrays = {**_arrays(last, "last"), **_arrays(best, "best")}
        try:
            write_durably(self._path, lambda file: np.savez(file, allow_pickle=False, **arrays))
        except OSError as error:
            raise self._failed(error) from error

    def remove(self) -> None:
        """Forgets the training: it has ended."""
        self._path.unlink(missing_ok=True)

    def _failed(self, error: OSError) -> JobFailed:
        return JobFailed(
            f"The training's checkpoint {self._path} cannot be written: {error}.",
            hint="Give another folder, or make room there and run it again.",
        )


def _arrays(moment: Moment, prefix: str) -> dict[str, NDArray[Any]]:
    numbers = [moment.epoch, moment.step, moment.total, moment.loss, moment.recall]
    arrays = {
        "numbers": np.array(numbers, np.float64),
        **{f"array/{name}": a for name, a in moment.arrays.items()},
    }
    return {f"{prefix}/{name}": array for name, array in arrays.items()}


def _moment(arrays: Arrays, prefix: str) -> Moment:
    start = f"{prefix}/array/"
    epoch, step, total, loss, recall = arrays[f"{prefix}/numbers"].tolist()
    own = {name.removeprefix(start): array for name, array in arrays.items() if name.startswith(start)}
    return Moment(int(epoch), int(step), total, loss, recall, own)
