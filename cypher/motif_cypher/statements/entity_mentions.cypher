// name: entity_mentions
// What chunks say of each of some entities, in the order of the documents' ids and of their chunks; 200 chunks at most.
// parameter ids: ids of entities
UNWIND $ids AS id
MATCH (e:__Entity__ {id: id})
USING INDEX SEEK e:__Entity__(id)
MATCH (e)-[mention:FROM_CHUNK]->(c:Chunk)-[:FROM_DOCUMENT]->(d:Document)
WHERE mention.description IS NOT NULL
WITH e, mention.description AS description, d.id AS document, c.index AS place
ORDER BY document, place
RETURN e.id AS id, e.name AS name, e.description AS known, collect(description)[..200] AS descriptions
