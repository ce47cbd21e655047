"""How well a language model answers questions over passages, from nothing and from the chunks that are retrieved."""

from motif_procedures.passage_answers.job import evaluate_answers

__all__ = ["evaluate_answers"]
