// name: last_transaction
// The last transaction that changed the graph, as the freshness jar counts them.
CALL motif.internal.lastTransaction() YIELD transaction
RETURN transaction
