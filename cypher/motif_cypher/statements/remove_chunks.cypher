// name: remove_chunks
// Removes the chunks of some documents that are not among those that stay.
// parameter rows: a list [id of the document, ids of the chunks that stay] for each
UNWIND $rows AS row
MATCH (:Document {id: row[0]})<-[:FROM_DOCUMENT]-(c:Chunk)
WHERE NOT c.id IN row[1]
DETACH DELETE c
