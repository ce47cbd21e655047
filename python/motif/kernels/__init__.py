"""Loops on plain arrays, compiled by numba; called by the engine only."""
