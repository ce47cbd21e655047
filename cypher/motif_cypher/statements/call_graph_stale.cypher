// name: call_graph_stale
// Whether a projection is older than the data (null: not known), through the plugin; no row when it is not there.
// parameter graph: the projection's name
CALL motif.graph.list($graph) YIELD stale
RETURN stale
