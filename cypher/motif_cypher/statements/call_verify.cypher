// name: call_verify
// A claim in words, through the plugin: the verdict in the metadata, the evidence as text.
// parameter graph: the projection's name
// parameter question: the claim
// parameter configuration: the options of motif.verify
CALL motif.verify($graph, $question, $configuration) YIELD rank, text, metadata
RETURN rank, text, metadata
ORDER BY rank
