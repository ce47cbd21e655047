// name: may_read_counts
// The procedure that tells all counts at once, where the user may call it; no row where not.
SHOW PROCEDURES EXECUTABLE YIELD name WHERE name = 'db.stats.retrieve'
RETURN name
