"""Figures of retrieving passages: chunks that hold the answer among those returned, by Motif and by others."""

from motif_procedures.passages.job import evaluate_passages

__all__ = ["evaluate_passages"]
