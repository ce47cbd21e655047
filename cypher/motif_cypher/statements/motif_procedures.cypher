// name: motif_procedures
// The names of Motif's procedures that this server has; none without the plugin.
SHOW PROCEDURES YIELD name WHERE name STARTS WITH 'motif.'
RETURN name ORDER BY name
