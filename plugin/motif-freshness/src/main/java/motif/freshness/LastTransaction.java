package motif.freshness;

import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListenerAdapter;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Procedure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The last transaction that changed a database's data, Motif's own writes apart. */
public final class LastTransaction {

    private static final Map<String, Long> LAST = new ConcurrentHashMap<>();

    @Context public GraphDatabaseService db;

    /** The column of {@code motif.internal.lastTransaction}. */
    public record Row(
            @Description(
                            "Its id; the last one of all when none has changed data since the"
                                    + " server started; null when nobody listens.")
                    Long transaction) {}

    @Procedure(name = "motif.internal.lastTransaction", mode = Mode.READ)
    @Description("The last transaction that changed this database, Motif's own apart.")
    public Stream<Row> lastTransaction() {
        return Stream.of(new Row(of(db.databaseName())));
    }

    /** Its id; null when nobody listens to that database. */
    public static Long of(String database) {
        return LAST.get(database);
    }

    /** Begins to count from the last transaction that the database has. */
    static void start(String database, long transaction) {
        LAST.put(database, transaction);
    }

    static void stop(String database) {
        LAST.remove(database);
    }

    /** Notes each transaction that changes data, once it is committed. */
    static final class Listener extends TransactionEventListenerAdapter<Boolean> {

        @Override
        public Boolean beforeCommit(
                TransactionData data, Transaction transaction, GraphDatabaseService database) {
            return changesData(data) && !"write".equals(data.metaData().get("motif"));
        }

        @Override
        public void afterCommit(
                TransactionData data, Boolean counts, GraphDatabaseService database) {
            if (Boolean.TRUE.equals(counts)) {
                LAST.merge(database.databaseName(), data.getTransactionId(), Math::max);
            }
        }

        private static boolean changesData(TransactionData data) {
            return Stream.<Iterable<?>>of(
                            data.createdNodes(),
                            data.deletedNodes(),
                            data.createdRelationships(),
                            data.deletedRelationships(),
                            data.assignedNodeProperties(),
                            data.removedNodeProperties(),
                            data.assignedRelationshipProperties(),
                            data.removedRelationshipProperties(),
                            data.assignedLabels(),
                            data.removedLabels())
                    .anyMatch(changes -> changes.iterator().hasNext());
        }
    }
}
