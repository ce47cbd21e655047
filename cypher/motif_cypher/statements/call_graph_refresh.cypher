// name: call_graph_refresh
// Reads a projection's data again, through the plugin.
// parameter graph: the projection's name
CALL motif.graph.refresh($graph) YIELD graphName
RETURN graphName
