// name: document_entities
// The entities that some documents' chunks name, each once.
// parameter ids: ids of documents
UNWIND $ids AS id
MATCH (:Document {id: id})<-[:FROM_DOCUMENT]-(:Chunk)<-[:FROM_CHUNK]-(e:__Entity__)
RETURN DISTINCT e.id AS id
