// name: call_retrieve_text
// Asks a question in words through the plugin: what the service beside the database has found, in names and text.
// parameter graph: the projection's name
// parameter question: the question
// parameter configuration: the options of motif.retrieve, "return" among them
CALL motif.retrieve($graph, $question, $configuration)
YIELD rank, score, answers, bindings, text, method, complete, metadata
RETURN score, answers, bindings, text, method, complete, metadata
ORDER BY rank
