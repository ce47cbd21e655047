"""How many questions with gold Cypher are answered rightly on any graph, and whether Motif knows which."""

from motif_procedures.cypher_questions.graph_files import PlainGraph, projected, read_graph
from motif_procedures.cypher_questions.job import evaluate_cypher

__all__ = ["PlainGraph", "evaluate_cypher", "projected", "read_graph"]
