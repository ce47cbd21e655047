// name: read_computed_edges
// The relationships of a type that Motif has written, with all their properties.
// identifier type: the relationship type
// identifier mark: the property that tells what made them, and that those of others lack
MATCH (s)-[r:{{type}}]->(t) WHERE r.{{mark}} IS NOT NULL
RETURN elementId(r) AS id, elementId(s) AS source, elementId(t) AS target, properties(r) AS properties
