// name: load_relationships
// Relationships of one type, made where they are missing, with their properties set. It fails where an end is missing.
// parameter rows: a list [key of the source, key of the target, map of properties] for each relationship
// identifier source: label of the source's key
// identifier sourceProperty: property of the source's key
// identifier type: the relationship type
// identifier target: label of the target's key
// identifier targetProperty: property of the target's key
UNWIND $rows AS row
OPTIONAL MATCH (a:{{source}} {{{sourceProperty}}: row[0]})
OPTIONAL MATCH (b:{{target}} {{{targetProperty}}: row[1]})
MERGE (a)-[r:{{type}}]->(b)
SET r += row[2]
