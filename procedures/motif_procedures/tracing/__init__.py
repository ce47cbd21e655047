"""Figures of tracing: gold paths within the evidence, with guidance and without, and beside plain beam search."""

from motif_procedures.tracing.job import evaluate_tracing

__all__ = ["evaluate_tracing"]
