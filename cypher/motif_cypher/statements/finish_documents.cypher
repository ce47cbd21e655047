// name: finish_documents
// Documents that are written: the hash of their content, by which the next load knows that nothing has changed.
// parameter rows: a list [id, hash] for each
UNWIND $rows AS row
MATCH (d:Document {id: row[0]})
SET d.contentHash = row[1]
REMOVE d.unsettled
