package motif;

import motif.freshness.CallerName;
import motif.freshness.ChangeLog;
import motif.freshness.LastTransaction;

import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Which database a call comes from, and how far it has moved. */
final class Database {

    /** A database that is dropped and made anew under its name has another id. */
    private static final long REMEMBERED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private record Identity(String id, long nanos) {}

    private static final Map<String, Identity> IDENTITIES = new ConcurrentHashMap<>();

    /** What runs: these stay as long as it does. */
    private record Server(String version, String edition) {}

    private static volatile Server server;

    private Database() {}

    /** The server's version, such as {@code 5.26.31}, which stays as long as it runs. */
    static String version(Caller caller) {
        return server(caller).version;
    }

    /** Whether the server can hide parts of its data from some logins: all editions but one. */
    static boolean hasRoles(Caller caller) {
        return !"community".equals(server(caller).edition);
    }

    private static Server server(Caller caller) {
        if (server == null) {
            String components =
                    "CALL dbms.components() YIELD name, versions, edition WHERE name = 'Neo4j"
                            + " Kernel' RETURN versions[0] + ' ' + edition";
            String[] told =
                    String.valueOf(value(caller.tx(), components, Map.of())).split(" ", 2);
            server = new Server(told[0], told.length > 1 ? told[1] : "");
        }
        return server;
    }

    /** {@code id} and {@code name} of the caller's database. */
    static Map<String, Object> of(Caller caller) {
        String name = caller.db().databaseName();
        Identity known = IDENTITIES.get(name);
        if (known == null || System.nanoTime() - known.nanos > REMEMBERED_NANOS) {
            String id =
                    String.valueOf(
                            value(caller.tx(), "CALL db.info() YIELD id RETURN id", Map.of()));
            known = new Identity(id, System.nanoTime());
            IDENTITIES.put(name, known);
        }
        Map<String, Object> database = new LinkedHashMap<>();
        database.put("id", known.id);
        database.put("name", name);
        return database;
    }

    /** The listener's last transaction of this database; null without the optional jar. */
    static Long lastTransaction(Caller caller) {
        try {
            return LastTransaction.of(caller.db().databaseName());
        } catch (NoClassDefFoundError notInstalled) {
            return null;
        }
    }

    /** How many transactions changed this database after one; null where nobody counts. */
    static Long changesSince(Caller caller, long transaction) {
        try {
            return ChangeLog.count(caller.db().databaseName(), transaction);
        } catch (NoClassDefFoundError notInstalled) {
            return null;
        }
    }

    /**
     * Who calls; null where authentication is switched off. The optional jar tells at once; without
     * it a statement does, which takes about a millisecond.
     */
    static String user(Caller caller) {
        String name = known(caller.tx());
        if (name == null) {
            name = asked(caller);
        }
        return name.isEmpty() ? null : name;
    }

    private static String known(Transaction tx) {
        try {
            return CallerName.of(tx);
        } catch (NoClassDefFoundError notInstalled) {
            return null;
        }
    }

    /** Who calls, found by a transaction of the same login that marks itself. */
    private static String asked(Caller caller) {
        Map<String, Object> mark = Map.of("mark", UUID.randomUUID().toString());
        try (Transaction tx = caller.db().beginTx()) {
            tx.execute("CALL tx.setMetaData({motif: $mark})", mark).close();
            Object name =
                    value(
                            tx,
                            "SHOW TRANSACTIONS YIELD username, metaData WHERE metaData.motif ="
                                    + " $mark RETURN username",
                            mark);
            if (name == null) {
                throw new MotifException(
                        "Neo4j does not tell who calls, so whose projections are called for is not"
                                + " known. Install the optional jar motif-freshness, or set"
                                + " projections.owned=false in motif.conf: all who may call motif.*"
                                + " then see all projections.");
            }
            return name.toString();
        }
    }

    private static Object value(Transaction tx, String statement, Map<String, Object> parameters) {
        try (Result result = tx.execute(statement, parameters)) {
            return result.hasNext() ? result.next().values().iterator().next() : null;
        }
    }
}
