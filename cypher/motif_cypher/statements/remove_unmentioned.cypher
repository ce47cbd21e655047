// name: remove_unmentioned
// Removes those of some entities that no chunk names any more and that have no relationship of the user's own.
// parameter rows: a list [id] for each
UNWIND $rows AS row
MATCH (e:__Entity__ {id: row[0]})
WHERE NOT EXISTS { (e)-[:FROM_CHUNK]->() }
  AND NOT EXISTS {
    (e)-[r]-() WHERE NOT type(r) IN ['RELATED_TO', 'IS_SIMILAR', 'IS_NEAR', 'MENTIONS']
  }
DETACH DELETE e
