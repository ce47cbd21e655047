// name: call_graph_project_all
// Projects the whole database, through the plugin.
// parameter graph: the projection's name
CALL motif.graph.project($graph) YIELD nodeCount, relationshipCount
RETURN nodeCount, relationshipCount
