// name: begin_documents
// Documents that are about to be written, made where they are missing. Without their hash, an interrupted load is
// completed by the next; the entities that they named and will name are kept on them until then.
// parameter rows: a list [id, ids of the entities that it will name] for each
UNWIND $rows AS row
MERGE (d:Document {id: row[0]})
REMOVE d.contentHash
WITH d, row
OPTIONAL MATCH (d)<-[:FROM_DOCUMENT]-(:Chunk)<-[:FROM_CHUNK]-(e:__Entity__) WHERE e.id STARTS WITH 'entity:'
WITH d, row, collect(DISTINCT e.id) AS named
SET d.unsettled = coalesce(d.unsettled, []) + row[1] + named
