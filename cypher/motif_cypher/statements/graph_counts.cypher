// name: graph_counts
// Counts that the database keeps: of nodes by label, and of relationships by type and by type and label of one end.
CALL db.stats.retrieve('GRAPH COUNTS') YIELD data
RETURN data.nodes AS nodes, data.relationships AS relationships
