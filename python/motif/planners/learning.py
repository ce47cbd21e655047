"""What was learnt from examples."""

from __future__ import annotations


class Memory:
    """Nothing was learnt yet."""
