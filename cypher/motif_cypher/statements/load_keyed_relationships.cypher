// name: load_keyed_relationships
// Like load_relationships, but several between the same ends are told apart by a property.
// parameter rows: a list [key of the source, key of the target, map of properties, value of the telling property]
// identifier source: label of the source's key
// identifier sourceProperty: property of the source's key
// identifier type: the relationship type
// identifier target: label of the target's key
// identifier targetProperty: property of the target's key
// identifier property: the property that tells relationships of the same ends apart
UNWIND $rows AS row
OPTIONAL MATCH (a:{{source}} {{{sourceProperty}}: row[0]})
OPTIONAL MATCH (b:{{target}} {{{targetProperty}}: row[1]})
MERGE (a)-[r:{{type}} {{{property}}: row[3]}]->(b)
SET r += row[2]
