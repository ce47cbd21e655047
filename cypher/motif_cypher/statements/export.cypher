// name: export
// Nodes and relationships as packed columns: frames of a header and bytes, by the plugin.
// parameter specification: what to read, as docs/protocol.md says
CALL motif.internal.export($specification) YIELD header, data
RETURN header, data
