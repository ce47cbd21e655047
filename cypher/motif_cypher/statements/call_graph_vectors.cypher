// name: call_graph_vectors
// Which kinds of vectors a projection has, through the plugin; no row when it is not there.
// parameter graph: the projection's name
CALL motif.graph.list($graph) YIELD vectors
RETURN keys(vectors) AS kinds
