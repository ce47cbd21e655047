"""Meanings written as one Cypher statement that gives the rows which the arrays give."""
