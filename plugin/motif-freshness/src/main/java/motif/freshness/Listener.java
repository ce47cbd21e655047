package motif.freshness;

import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListenerAdapter;

/** Notes each transaction that changes data, once it is committed. */
final class Listener extends TransactionEventListenerAdapter<ChangeLog.Pending> {

    private final ChangeLog log;

    Listener(ChangeLog log) {
        this.log = log;
    }

    ChangeLog log() {
        return log;
    }

    @Override
    public ChangeLog.Pending beforeCommit(
            TransactionData data, Transaction transaction, GraphDatabaseService database) {
        TransactionChanges changes;
        try {
            changes = TransactionChanges.of(data, log.idLimit());
        } catch (RuntimeException | LinkageError untold) {
            // Whoever commits must not fail because somebody listens.
            changes = TransactionChanges.UNKNOWN;
        }
        return changes == null ? null : log.begin(changes);
    }

    @Override
    public void afterCommit(
            TransactionData data, ChangeLog.Pending pending, GraphDatabaseService database) {
        if (pending != null) {
            log.end(pending, data.getTransactionId());
        }
    }

    @Override
    public void afterRollback(
            TransactionData data, ChangeLog.Pending pending, GraphDatabaseService database) {
        if (pending != null) {
            log.cancel(pending);
        }
    }
}
