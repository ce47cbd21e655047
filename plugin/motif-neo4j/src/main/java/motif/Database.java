package motif;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
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

    private static Object value(Transaction tx, String statement) {
        try (Result result = tx.execute(statement)) {
            return result.hasNext() ? result.next().values().iterator().next() : null;
        }
    }
}
