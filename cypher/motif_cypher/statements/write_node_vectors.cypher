// name: write_node_vectors
// Writes the vectors of a batch of nodes, with the stamp of the model and the hash of the text that made them.
// parameter rows: element id, vector and content hash of each node
// parameter property: where the vector goes
// parameter stamp: the model's name and the hash of its weights
// identifier stampProperty: where the stamp goes
// identifier contentProperty: where the hash goes
UNWIND $rows AS row
MATCH (n) WHERE elementId(n) = row[0]
CALL db.create.setNodeVectorProperty(n, $property, row[1])
SET n.{{stampProperty}} = $stamp, n.{{contentProperty}} = row[2]
