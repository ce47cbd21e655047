"""Similarity of chunks by their metadata (SAGE, paper 003 §2.1 B): what is compared, by which metric, put together."""
