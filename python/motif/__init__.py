"""Motif answers questions from a Neo4j knowledge graph by structure."""
