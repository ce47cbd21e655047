"""A question's meaning on a graph: linked, joined, ranked, lowered."""
