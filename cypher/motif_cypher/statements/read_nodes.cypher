// name: read_nodes
// The nodes of a range of ids, one row per set of labels: their ids, and for each property the list of its values.
// parameter low: first id
// parameter high: last id
// parameter labels: labels of which a node carries at least one; null for all nodes
// parameter properties: names of properties
UNWIND range($low, $high) AS row
MATCH (n) WHERE id(n) = row
WITH n, labels(n) AS labels
WHERE $labels IS NULL OR any(label IN labels WHERE label IN $labels)
WITH labels, collect(n) AS nodes
RETURN labels, [n IN nodes | id(n)] AS ids, [name IN $properties | [n IN nodes | n[name]]] AS values
