// name: write_computed_edges
// Writes a batch of computed edges as relationships, each once.
// parameter rows: element ids of both ends of each, and its properties, null for those to be removed
// parameter stamp: what made them
// identifier type: the relationship type
// identifier mark: the property that holds the stamp
UNWIND $rows AS row
MATCH (s) WHERE elementId(s) = row[0]
MATCH (t) WHERE elementId(t) = row[1]
MERGE (s)-[r:{{type}} { {{mark}}: $stamp }]->(t)
SET r += row[2]
