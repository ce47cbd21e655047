"""A language model's Cypher as a meaning: read by the grammar, mended by the graph, never run as text."""
