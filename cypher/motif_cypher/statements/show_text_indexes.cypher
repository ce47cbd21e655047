// name: show_text_indexes
// The full-text and vector indexes over nodes that can be asked now.
SHOW INDEXES YIELD name, type, entityType, state, labelsOrTypes, properties, options
WHERE entityType = 'NODE' AND type IN ['FULLTEXT', 'VECTOR'] AND state = 'ONLINE'
RETURN name, type, labelsOrTypes AS labels, properties, options.indexConfig AS configuration
ORDER BY name
