// name: changed_ids
// What has changed after a transaction, by id, as far as the freshness jar knows; no row when nobody listens.
// parameter since: id of a transaction
CALL motif.internal.changes($since) YIELD log, transaction, whole, nodes, labelled, relationships
RETURN log, transaction, whole, nodes, labelled, relationships
