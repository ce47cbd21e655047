"""Guidance for tracing: examples out of a graph by reverse generation, and the training of a Triple-GNN on them."""
