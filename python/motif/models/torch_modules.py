"""torch and PyTorch Geometric, imported when a network is trained, and the device that it is trained on."""

from __future__ import annotations

import importlib
import warnings
from typing import Any

from motif.errors import InvalidInput, MissingDependency


def torch_modules(what: str, otherwise: str) -> tuple[Any, Any]:
    """torch and PyTorch Geometric's layers.

    Parameters
    ----------
    what
        Needs them, for example "Training a guidance model".
    otherwise
        What can be done without them.

    Raises `MissingDependency` where one is not installed.
    """
    try:
        with warnings.catch_warnings():
            # Importing the one warns of what the other deprecates; a user can do nothing about it.
            warnings.simplefilter("ignore", FutureWarning)
            warnings.simplefilter("ignore", DeprecationWarning)
            return importlib.import_module("torch"), importlib.import_module("torch_geometric.nn")
    except ImportError as error:
        raise MissingDependency(
            f"{what} needs torch and torch-geometric ({error}).",
            hint=f'pip install "motif-graphrag[gnn]", or {otherwise}.',
        ) from error


def torch_device(torch: Any, name: str) -> Any:
    """The device called ``name``; "auto": a GPU where there is one. Raises `InvalidInput` for one that is not there."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise InvalidInput(
            f"torch cannot use the device '{name}': {str(error).splitlines()[0]}",
            hint="Give 'auto', 'cpu' or 'cuda'.",
        ) from error
    return device
