// name: write_dominance
// Writes the vectors of the stars of a batch of nodes, with their stamp and content hash, where they are not there yet.
// parameter rows: element id, vector with the certificate last, and content hash of each node
// parameter stamp: which embedding made them
// identifier property: where the vector goes
// identifier stampProperty: where the stamp goes
// identifier contentProperty: where the hash goes
UNWIND $rows AS row
MATCH (n) WHERE elementId(n) = row[0]
WITH n, row
WHERE n.{{property}} IS NULL
   OR coalesce(n.{{stampProperty}} <> $stamp, true)
   OR coalesce(n.{{contentProperty}} <> row[2], true)
SET n.{{property}} = row[1], n.{{stampProperty}} = $stamp, n.{{contentProperty}} = row[2]
