// name: write_relationship_vectors
// Writes the vectors of a batch of relationships, with the stamp of the model and the hash of the text, if they are still what they were.
// parameter rows: element id of each relationship, of its source and its target, its type, its content hash and its vector
// parameter property: where the vector goes
// parameter stamp: the model's name and the hash of its weights
// identifier stampProperty: where the stamp goes
// identifier contentProperty: where the hash goes
UNWIND $rows AS row
MATCH ()-[r]->() WHERE elementId(r) = row[0]
WITH r, row
WHERE elementId(startNode(r)) = row[1] AND elementId(endNode(r)) = row[2] AND type(r) = row[3]
CALL db.create.setRelationshipVectorProperty(r, $property, row[5])
SET r.{{stampProperty}} = $stamp, r.{{contentProperty}} = row[4]
