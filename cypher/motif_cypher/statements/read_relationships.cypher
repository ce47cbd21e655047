// name: read_relationships
// The relationships of a range of ids, one row per type: ids of themselves and both ends, and lists of properties.
// parameter low: first id
// parameter high: last id
// parameter types: types to read; null for all
// parameter properties: names of properties
UNWIND range($low, $high) AS row
MATCH ()-[r]->() WHERE id(r) = row
WITH r, type(r) AS type
WHERE $types IS NULL OR type IN $types
WITH type, collect(r) AS found
RETURN type, [r IN found | id(r)] AS ids,
       [r IN found | id(startNode(r))] AS sources, [r IN found | id(endNode(r))] AS targets,
       [name IN $properties | [r IN found | r[name]]] AS values
