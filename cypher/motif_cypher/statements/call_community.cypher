// name: call_community
// Asks the plugin for the communities of a question, each with its nodes, its relationships and its report.
// parameter graph: a projection's name
// parameter question: the question in words
// parameter configuration: trussness, layers and the like, in camelCase
CALL motif.community($graph, $question, $configuration)
YIELD rank, score, nodes, relationships, text, metadata
RETURN rank, score, [node IN nodes | node.name] AS names, size(relationships) AS relationships, text, metadata
