"""Loaders: knowledge graphs, tables and benchmark sets, as records that a writer brings into Neo4j.

A loader is ``(source, **options) -> Iterator[Record]``, one source per file, found by the entry point group
``motif.loaders`` under the name of a data set (``metaqa``, ``world``) or of a file's extension (``tsv``,
``ttl``).
"""
