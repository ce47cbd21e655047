// name: read_nodes_by_id
// Those of some nodes that are there, one row per set of labels: as read_nodes, and one element id.
// parameter ids: ids of nodes
// parameter labels: labels of which a node carries at least one; null for all nodes
// parameter properties: names of properties
UNWIND $ids AS row
MATCH (n) WHERE id(n) = row
WITH n, labels(n) AS labels
WHERE $labels IS NULL OR any(label IN labels WHERE label IN $labels)
WITH labels, collect(n) AS nodes
RETURN labels, [n IN nodes | id(n)] AS ids, [name IN $properties | [n IN nodes | n[name]]] AS values,
       elementId(head(nodes)) AS elementId
