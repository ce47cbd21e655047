// name: call_graph_exists
// Whether a projection is there, through the plugin.
// parameter graph: the projection's name
CALL motif.graph.exists($graph) YIELD exists
RETURN exists
