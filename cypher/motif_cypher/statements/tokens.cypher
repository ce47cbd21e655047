// name: tokens
// Every label (kind 'label') and every relationship type (kind 'type'), and how many nodes there are (kind 'nodes').
CALL db.labels() YIELD label
RETURN 'label' AS kind, label AS name
UNION ALL
CALL db.relationshipTypes() YIELD relationshipType
RETURN 'type' AS kind, relationshipType AS name
UNION ALL
MATCH (n)
RETURN 'nodes' AS kind, toString(count(n)) AS name
