// name: call_graph_project
// Projects nodes of some labels and relationships between them, through the plugin.
// parameter graph: the projection's name
// parameter labels: the labels
// parameter relationships: the types of the relationships, or '*' for all
CALL motif.graph.project($graph, $labels, $relationships, {}) YIELD nodeCount, relationshipCount
RETURN nodeCount, relationshipCount
