"""ERQA: questions of several constraints over any graph, with every right answer (paper 000, §5.1, appendix G)."""

from motif_procedures.erqa.job import write_erqa

__all__ = ["write_erqa"]
