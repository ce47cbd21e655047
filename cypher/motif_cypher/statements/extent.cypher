// name: extent
// How many nodes and relationships there are, the greatest id of each, and one element id of each.
CALL () {
  MATCH (n) RETURN count(n) AS nodes, coalesce(max(id(n)), -1) AS lastNode
}
CALL () {
  MATCH ()-[r]->() RETURN count(r) AS relationships, coalesce(max(id(r)), -1) AS lastRelationship
}
CALL () {
  OPTIONAL MATCH (n) WITH n LIMIT 1 RETURN elementId(n) AS nodeElementId
}
CALL () {
  OPTIONAL MATCH ()-[r]->() WITH r LIMIT 1 RETURN elementId(r) AS relationshipElementId
}
RETURN nodes, lastNode, relationships, lastRelationship, nodeElementId, relationshipElementId
