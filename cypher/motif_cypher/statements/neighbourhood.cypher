// name: neighbourhood
// The ids of the relationships one hop around some nodes, whichever way they point, at most so many for each node.
// parameter ids: ids of nodes
// parameter limit: relationships of each node at most
UNWIND $ids AS wanted
MATCH (n) WHERE id(n) = wanted
CALL (n) {
  MATCH (n)-[r]-() RETURN DISTINCT id(r) AS relationship LIMIT $limit
}
RETURN wanted AS node, collect(relationship) AS relationships
