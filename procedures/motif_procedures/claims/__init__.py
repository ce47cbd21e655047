"""How many claims get the right verdict, and what a verdict's confidence is worth."""

from motif_procedures.claims.job import evaluate_claims

__all__ = ["evaluate_claims"]
