// name: read_relationships_by_id
// Those of some relationships that are there, one row per type: as read_relationships, and one element id.
// parameter ids: ids of relationships
// parameter types: types to read; null for all
// parameter properties: names of properties
UNWIND $ids AS row
MATCH ()-[r]->() WHERE id(r) = row
WITH r, type(r) AS type
WHERE $types IS NULL OR type IN $types
WITH type, collect(r) AS found
RETURN type, [r IN found | id(r)] AS ids,
       [r IN found | id(startNode(r))] AS sources, [r IN found | id(endNode(r))] AS targets,
       [name IN $properties | [r IN found | r[name]]] AS values, elementId(head(found)) AS elementId
