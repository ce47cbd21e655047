// name: terminate_marked
// Ends the transactions whose metadata holds a mark: reads of Motif that are past their deadline or no longer wanted.
// parameter mark: what their metadata holds under "motifRead"
SHOW TRANSACTIONS YIELD transactionId AS running, metaData
WHERE metaData.motifRead = $mark
TERMINATE TRANSACTIONS running YIELD transactionId, message
RETURN transactionId AS id, message
