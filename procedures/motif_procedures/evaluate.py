"""The job ``evaluation`` under its earlier address."""

from motif_procedures.evaluation import evaluate

__all__ = ["evaluate"]
