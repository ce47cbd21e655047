// name: draw_retrieve
// Retrieves through the plugin, as Neo4j Browser draws it: what `motif open` runs and puts into Browser's editor.
// parameter graph: the projection's name
// parameter question: the question, or a pattern
// parameter configuration: the options of motif.retrieve
CALL motif.retrieve($graph, $question, $configuration)
YIELD nodes, relationships
RETURN nodes, relationships
