package motif;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** Which database a call comes from, and how far it has moved. */
final class Database {

    private static final Map<GraphDatabaseService, String> IDS = Collections.synchronizedMap(new WeakHashMap<>());
    private static volatile Boolean listening;

    private Database() {}

    /** {@code id} and {@code name} of the caller's database. */
    static Map<String, Object> of(Caller caller) {
        Map<String, Object> database = new LinkedHashMap<>();
        database.put("id", IDS.computeIfAbsent(caller.db(), db -> String.valueOf(
                value(caller.tx(), "CALL db.info() YIELD id RETURN id"))));
        database.put("name", caller.db().databaseName());
        return database;
    }

    /** The listener's last transaction of this database; null without the optional jar, or before the first. */
    static Object lastTransaction(Caller caller) {
        return isListening(caller.tx())
                ? value(caller.tx(), "CALL motif.internal.lastTransaction() YIELD transaction RETURN transaction")
                : null;
    }

    /** Whether the optional jar is installed; that cannot change while the server runs. */
    static boolean isListening(Transaction tx) {
        if (listening == null) {
            listening = value(tx, "SHOW PROCEDURES YIELD name WHERE name = 'motif.internal.lastTransaction'"
                    + " RETURN true") != null;
        }
        return listening;
    }

    /**
     * Who calls, found by a transaction of the same login that marks itself; null where Neo4j does not tell. Takes
     * milliseconds, so it is asked for what belongs to someone, not for each search.
     */
    static String user(Caller caller) {
        Map<String, Object> mark = Map.of("mark", UUID.randomUUID().toString());
        try (Transaction tx = caller.db().beginTx()) {
            tx.execute("CALL tx.setMetaData({motif: $mark})", mark).close();
            Object name = value(tx, "SHOW TRANSACTIONS YIELD username, metaData WHERE metaData.motif = $mark"
                    + " RETURN username", mark);
            return name == null || name.toString().isEmpty() ? null : name.toString();
        }
    }

    private static Object value(Transaction tx, String statement) {
        return value(tx, statement, Map.of());
    }

    private static Object value(Transaction tx, String statement, Map<String, Object> parameters) {
        try (Result result = tx.execute(statement, parameters)) {
            return result.hasNext() ? result.next().values().iterator().next() : null;
        }
    }
}
