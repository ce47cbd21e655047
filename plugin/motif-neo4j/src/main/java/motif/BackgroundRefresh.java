package motif;

import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;

import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Projections that refresh themselves: one that an answer found behind is read again after it, in a
 * thread and a transaction of its own, under the login of whoever asked. The service says when, and
 * keeps what became of it.
 */
final class BackgroundRefresh {

    private static final ExecutorService THREAD =
            Executors.newSingleThreadExecutor(
                    work -> {
                        Thread thread = new Thread(work, "motif-refresh");
                        thread.setDaemon(true);
                        return thread;
                    });

    private static final String REFRESH =
            "CALL motif.graph.refresh($graphName) YIELD epoch RETURN epoch";

    private BackgroundRefresh() {}

    /** Begins it and returns. */
    static void begin(Caller caller, String graphName) {
        GraphDatabaseService db = caller.db();
        THREAD.execute(() -> refresh(db, graphName));
    }

    private static void refresh(GraphDatabaseService db, String graphName) {
        try (Transaction tx = db.beginTx()) {
            tx.execute(REFRESH, Map.of("graphName", graphName)).resultAsString();
        } catch (RuntimeException failed) {
            // The service was told, or misses it: it says so, and when to try again.
        }
    }
}
