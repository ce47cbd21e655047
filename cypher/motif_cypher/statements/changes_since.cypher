// name: changes_since
// The last transaction that changed the graph, and how many did after each of some, as the freshness jar counts them.
// parameter since: ids of transactions
UNWIND $since AS since
CALL motif.internal.lastTransaction(since) YIELD transaction, count
RETURN since, transaction, count
