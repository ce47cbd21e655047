// name: call_embed_triple_mutate
// Encodes the triples of a projection into its snapshot, through the plugin; again costs nothing.
// parameter graph: the projection's name
CALL motif.embed.triple.mutate($graph, {}) YIELD relationshipCount
RETURN relationshipCount
