"""Figures of question answering: Motif and other ways to retrieve, on the same questions, in one run."""

from motif_procedures.evaluation.job import evaluate

__all__ = ["evaluate"]
