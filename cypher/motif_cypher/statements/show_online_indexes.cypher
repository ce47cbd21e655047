// name: show_online_indexes
// The indexes that can be used now, with what they are over and how they are configured.
SHOW INDEXES YIELD name, type, entityType, state, labelsOrTypes, properties, options
WHERE state = 'ONLINE' AND type <> 'LOOKUP'
RETURN name, type, entityType, labelsOrTypes AS labels, properties, options.indexConfig AS configuration
ORDER BY name
