// name: relationships_around
// The relationships that begin or end at some nodes.
// parameter ids: ids of nodes
UNWIND $ids AS row
MATCH (n)-[r]-() WHERE id(n) = row
RETURN collect(DISTINCT id(r)) AS ids
