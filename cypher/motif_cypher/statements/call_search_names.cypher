// name: call_search_names
// The answers of the nearest subgraphs to a pattern, by a property of theirs, through the plugin.
// parameter graph: the projection's name
// parameter pattern: triples
// parameter property: the property that names a node
// parameter configuration: the options of motif.search
CALL motif.search($graph, $pattern, $configuration) YIELD rank, answers
RETURN rank, [answer IN answers | answer[$property]] AS names
ORDER BY rank
