// name: read_nodes_plainly
// Every node with its labels and properties, a record each: the straightforward way, which benchmarks compare with.
// parameter properties: names of properties
MATCH (n) RETURN id(n) AS id, labels(n) AS labels, [name IN $properties | n[name]] AS values
