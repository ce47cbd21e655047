// name: remove_documents
// Removes documents whose chunks are gone already.
// parameter rows: a list [id] for each
UNWIND $rows AS row
MATCH (d:Document {id: row[0]})
DETACH DELETE d
