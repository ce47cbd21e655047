// name: read_typed_relationships
// The relationships of some types, in chunks, one row per chunk and type.
// parameter chunk: relationships in a chunk
// parameter properties: names of properties
// identifier types: the relationship types
MATCH ()-[r:{{types}}]->()
WITH collect(r) AS links
UNWIND range(0, size(links) - 1, $chunk) AS start
CALL (links, start) {
  UNWIND links[start..start + $chunk] AS r
  WITH type(r) AS type, collect(r) AS found
  RETURN type, [r IN found | id(r)] AS ids,
         [r IN found | id(startNode(r))] AS sources, [r IN found | id(endNode(r))] AS targets,
         [name IN $properties | [r IN found | r[name]]] AS values
}
RETURN type, ids, sources, targets, values
