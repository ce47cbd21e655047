// name: call_embed_text_mutate
// Encodes the texts of a projection into its snapshot, through the plugin; again costs nothing.
// parameter graph: the projection's name
CALL motif.embed.text.mutate($graph, {}) YIELD nodeCount
RETURN nodeCount
