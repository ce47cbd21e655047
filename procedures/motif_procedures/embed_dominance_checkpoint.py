"""What a training of a dominance embedding has done so far, on disk."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import JobFailed
from motif.models.dominance_gnn import TrainingState

_TRAINING = "training.npz"


class DominanceCheckpoint:
    """The state after the last epoch, the best one, and certificates by block of nodes, as .npz files.

    Each file is written beside and then put in its place, so that a killed process leaves whole files only. Processes
    that train the same at the same time share the folder: they compute the same, and the first that ends removes it.

    Parameters
    ----------
    folder
        Holds one folder for each run that has not ended.
    fingerprint
        Of all that the result depends on.

    Raises `JobFailed` when the folder cannot be written.
    """

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self._folder = folder / f"training-{fingerprint}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._failed(error) from error

    def training(self) -> tuple[TrainingState, TrainingState] | None:
        """The last state and the best; None before the first epoch."""
        arrays = self._read(_TRAINING)
        return None if arrays is None else (_state(arrays, "last"), _state(arrays, "best"))

    def save_training(self, last: TrainingState, best: TrainingState) -> None:
        self._write(_TRAINING, {**_arrays(last, "last"), **_arrays(best, "best")})

    def block(self, first: int) -> tuple[NDArray[np.float32], NDArray[np.int16]] | None:
        """Vectors and certificates of the nodes from ``first`` on; None when they are not there."""
        arrays = self._read(f"block-{first}.npz")
        return None if arrays is None else (arrays["vectors"], arrays["certificate"])

    def save_block(self, first: int, vectors: NDArray[np.float32], certificate: NDArray[np.int16]) -> None:
        self._write(f"block-{first}.npz", {"vectors": vectors, "certificate": certificate})

    def remove(self) -> None:
        """Forgets the run: it has ended."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _read(self, name: str) -> dict[str, NDArray[Any]] | None:
        try:
            with (self._folder / name).open("rb") as file, np.load(file, allow_pickle=False) as content:
                return {key: content[key] for key in content.files}
        except FileNotFoundError:
            return None
        except (OSError, ValueError, EOFError, zipfile.BadZipFile):
            return None  # A disk that lost power: what it held is computed again.

    def _write(self, name: str, arrays: dict[str, NDArray[Any]]) -> None:
        for is_last in (False, False, True):
            try:
                self._put(name, arrays)
                return
            except FileNotFoundError as error:  # another process has ended, and removed the folder
                if is_last:
                    raise self._failed(error) from error
            except OSError as error:
                raise self._failed(error) from error

    def _put(self, name: str, arrays: dict[str, NDArray[Any]]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=self._folder, prefix=f"{name}.", suffix=".part", delete=False) as file:
            beside = Path(file.name)
            try:
                np.savez(file, allow_pickle=False, **arrays)
                beside.replace(self._folder / name)
            except BaseException:
                beside.unlink(missing_ok=True)
                raise

    def _failed(self, error: OSError) -> JobFailed:
        return JobFailed(
            f"The checkpoint {self._folder} cannot be written: {error}.",
            hint="Give another folder, or make room there and run it again.",
        )


def _arrays(state: TrainingState, prefix: str) -> dict[str, NDArray[Any]]:
    numbers = {"epoch": np.array(state.epoch), "loss": np.array(state.loss)}
    return {f"{prefix}/{name}": array for name, array in {**numbers, **state.arrays}.items()}


def _state(arrays: dict[str, NDArray[Any]], prefix: str) -> TrainingState:
    own = {
        name.removeprefix(f"{prefix}/"): array
        for name, array in arrays.items()
        if name.startswith(f"{prefix}/")
    }
    return TrainingState(int(own.pop("epoch")), float(own.pop("loss")), own)
