// name: database_info
// The database's id and name and the server's version and edition.
CALL db.info() YIELD id, name
CALL dbms.components() YIELD name AS component, versions, edition
WITH id, name, component, versions, edition WHERE component = 'Neo4j Kernel'
RETURN id, name, versions[0] AS version, edition
