// name: load_is_empty
// Whether the database holds no node.
RETURN NOT EXISTS { MATCH (n) } AS empty
