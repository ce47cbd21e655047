"""Nearest vectors and names."""
