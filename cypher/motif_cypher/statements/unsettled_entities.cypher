// name: unsettled_entities
// The entities that some documents, whose load has begun, named before or will name.
// parameter ids: ids of documents
UNWIND $ids AS id
MATCH (d:Document {id: id})
UNWIND d.unsettled AS entity
RETURN DISTINCT entity AS id
