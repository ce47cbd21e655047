// name: tokens
// Every label (kind 'label') and every relationship type (kind 'type'), and how many nodes there are (kind 'nodes').
CALL db.labels() YIELD label
RETURN 'label' AS kind, label AS name
UNION ALL
CALL db.relationshipTypes() YIELD relationshipType
RETURN 'type' AS kind, relationshipType AS name
UNION ALL
CALL () {
  MATCH (n) RETURN count(n) AS total
}
RETURN 'nodes' AS kind, toString(total) AS name
