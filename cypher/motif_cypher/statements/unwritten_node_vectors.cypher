// name: unwritten_node_vectors
// Which nodes of a batch lack their vector, or have another one.
// parameter rows: element id and content hash of each node
// parameter stamp: the model's name and the hash of its weights
// identifier property: where the vector goes
// identifier stampProperty: where the stamp goes
// identifier contentProperty: where the hash goes
UNWIND range(0, size($rows) - 1) AS place
WITH place, $rows[place] AS row
MATCH (n) WHERE elementId(n) = row[0]
WITH n, place, row
WHERE n.{{property}} IS NULL
   OR coalesce(n.{{stampProperty}} <> $stamp, true)
   OR coalesce(n.{{contentProperty}} <> row[1], true)
RETURN place
