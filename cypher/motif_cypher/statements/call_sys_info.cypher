// name: call_sys_info
// What the plugin knows of itself, of Neo4j and of the service, a fact a row.
CALL motif.sysInfo() YIELD key, value
RETURN key, value
