// name: unwritten_relationship_vectors
// Which relationships of a batch are still what they were and lack their vector, or have one of another text or model.
// parameter rows: element id of each relationship, of its source and its target, its type and its content hash
// parameter stamp: the model's name and the hash of its weights
// identifier property: where the vector goes
// identifier stampProperty: where the stamp goes
// identifier contentProperty: where the hash goes
UNWIND range(0, size($rows) - 1) AS place
WITH place, $rows[place] AS row
MATCH ()-[r]->() WHERE elementId(r) = row[0]
WITH r, place, row
WHERE elementId(startNode(r)) = row[1] AND elementId(endNode(r)) = row[2] AND type(r) = row[3]
  AND (r.{{property}} IS NULL
       OR coalesce(r.{{stampProperty}} <> $stamp, true)
       OR coalesce(r.{{contentProperty}} <> row[4], true))
RETURN place
