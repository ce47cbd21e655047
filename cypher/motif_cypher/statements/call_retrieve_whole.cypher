// name: call_retrieve_whole
// Asks a question in words, or a pattern, through the plugin: what the service beside the database has found, as JSON.
// parameter graph: the projection's name
// parameter question: the question, or the pattern's triples
// parameter configuration: the options of motif.retrieve, "return" among them
CALL motif.retrieve($graph, $question, $configuration) YIELD rank, text, metadata
RETURN text, metadata
ORDER BY rank
