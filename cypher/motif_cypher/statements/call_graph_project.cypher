// name: call_graph_project
// Projects nodes of some labels and all relationships between them, through the plugin.
// parameter graph: the projection's name
// parameter labels: the labels
CALL motif.graph.project($graph, $labels, '*', {}) YIELD nodeCount, relationshipCount
RETURN nodeCount, relationshipCount
