// name: write_trussness
// Writes the trussness of a batch of relationships where they have none or another one, if they are still what they were.
// parameter rows: element id of each relationship, of its source and its target, its type and its trussness
// identifier property: where the trussness goes
UNWIND $rows AS row
MATCH ()-[r]->() WHERE elementId(r) = row[0]
WITH r, row
WHERE elementId(startNode(r)) = row[1] AND elementId(endNode(r)) = row[2] AND type(r) = row[3]
  AND coalesce(r.{{property}} <> row[4], true)
SET r.{{property}} = row[4]
