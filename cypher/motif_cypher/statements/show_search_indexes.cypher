// name: show_search_indexes
// Names of the indexes over nodes that can be searched: full-text ones, or vector ones over Motif's vectors.
// parameter kind: VECTOR or FULLTEXT
SHOW INDEXES YIELD name, type, entityType, properties
WHERE type = $kind AND entityType = 'NODE' AND ($kind = 'FULLTEXT' OR 'motifTextEmbedding' IN properties)
RETURN name
ORDER BY name
