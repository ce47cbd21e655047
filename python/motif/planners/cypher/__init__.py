"""Cypher that a model or a user wrote: parsed, checked against the schema, its literals made parameters."""
