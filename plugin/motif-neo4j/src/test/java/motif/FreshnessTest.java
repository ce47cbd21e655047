package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Transaction;

/** The listener's transaction id moves with the data, and with nothing else. */
@ExtendWith(TestServer.Shared.class)
class FreshnessTest {

    private final TestServer server;

    FreshnessTest(TestServer server) {
        this.server = server;
    }

    private long last() {
        return (Long)
                server.value(
                        "CALL motif.internal.lastTransaction() YIELD transaction RETURN"
                                + " transaction");
    }

    @Test
    void aChangeMovesIt() {
        server.run("MATCH (n:Movie) SET n.seen = 1");
        long before = last();
        server.run("MATCH (n:Movie) REMOVE n.seen");
        assertTrue(last() > before);
    }

    @Test
    void aReadAndAnIndexDoNotMoveIt() {
        long before = last();
        server.run("MATCH (n) RETURN count(n)");
        server.run("CREATE INDEX fresh IF NOT EXISTS FOR (n:Movie) ON (n.title)");
        server.run("DROP INDEX fresh");
        assertEquals(before, last());
    }

    @Test
    void motifsOwnWritesDoNotMoveIt() {
        long before = last();
        try (Transaction tx = server.db().beginTx()) {
            tx.execute("CALL tx.setMetaData({motif: 'write'})").close();
            tx.execute("MATCH (n:Movie) SET n.seen = 2").close();
            tx.commit();
        }
        assertEquals(before, last());
        server.run("MATCH (n:Movie) REMOVE n.seen");
    }

    @Test
    void everyRequestCarriesIt() {
        server.service.replyRows();
        server.value("CALL motif.graph.list() YIELD graphName RETURN count(*)");
        assertEquals(last(), server.service.asked.get(0).json().get("transaction"));
    }
}
