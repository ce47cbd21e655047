// name: unlink_chunks
// Takes from some documents what was derived from their chunks: metadata, order, mentions of our entities, relations
// found there.
// parameter rows: a list [id of the document, ids of the chunks that stay] for each
UNWIND $rows AS row
MATCH (:Document {id: row[0]})<-[:FROM_DOCUMENT]-(c:Chunk)
REMOVE c.topic, c.entities, c.events
WITH c
OPTIONAL MATCH (c)-[next:NEXT_CHUNK]->()
OPTIONAL MATCH (c)<-[mention:FROM_CHUNK]-(e:__Entity__) WHERE e.id STARTS WITH 'entity:'
OPTIONAL MATCH (e)-[relation:RELATED_TO]->() WHERE relation.chunk = c.id
DELETE next, mention, relation
