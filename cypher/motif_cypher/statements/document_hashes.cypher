// name: document_hashes
// The content hash of each document that is there; a document whose load was interrupted has none.
// parameter ids: ids of documents
UNWIND $ids AS id
MATCH (d:Document {id: id})
RETURN d.id AS id, d.contentHash AS hash
