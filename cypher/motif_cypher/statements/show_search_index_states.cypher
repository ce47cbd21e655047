// name: show_search_index_states
// Every vector and full-text index with its state: ONLINE, POPULATING or FAILED.
SHOW INDEXES YIELD name, type, state, entityType, populationPercent
WHERE type IN ['VECTOR', 'FULLTEXT']
RETURN name, type, state, entityType, populationPercent
ORDER BY name
