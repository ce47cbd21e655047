"""How well questions that mix words, numbers and structure are answered by plans of steps (paper 003, §3)."""

from motif_procedures.spark.job import evaluate_spark

__all__ = ["evaluate_spark"]
