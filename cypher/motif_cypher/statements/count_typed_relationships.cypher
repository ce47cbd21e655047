// name: count_typed_relationships
// How many relationships one type has. The type is told as the only key of a map, since a name can be inserted as a
// key and not as a string.
// identifier type: the relationship type
CALL () {
  MATCH ()-[r:{{type}}]->() RETURN count(r) AS total
}
RETURN 'type' AS kind, head(keys({ {{type}}: 0 })) AS name, total
