"""The only door to Neo4j: statements in, plain values out, the driver's errors in our words."""

from motif.database.door import BOLT_FETCH, Database, Statement, Written
from motif.database.reading import ReadOnlySession
from motif.database.values import plain

__all__ = ["BOLT_FETCH", "Database", "ReadOnlySession", "Statement", "Written", "plain"]
