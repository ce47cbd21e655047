// name: read_relationships_plainly
// Every relationship, a record each: the straightforward way, which benchmarks compare with.
MATCH (s)-[r]->(t) RETURN id(r) AS id, id(s) AS source, id(t) AS target, type(r) AS type
