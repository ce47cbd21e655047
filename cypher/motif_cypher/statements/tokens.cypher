// name: tokens
// Every label (kind 'label') and every relationship type (kind 'type') of the database.
CALL db.labels() YIELD label
RETURN 'label' AS kind, label AS name
UNION ALL
CALL db.relationshipTypes() YIELD relationshipType
RETURN 'type' AS kind, relationshipType AS name
