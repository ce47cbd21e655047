package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Transaction;

import java.util.List;
import java.util.Map;

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

    private void marked(String... statements) {
        try (Transaction tx = server.db().beginTx()) {
            tx.execute("CALL tx.setMetaData({motif: 'write'})").close();
            for (String statement : statements) {
                tx.execute(statement).close();
            }
            tx.commit();
        }
    }

    @Test
    void motifsOwnWritesDoNotMoveIt() {
        long before = last();
        marked("MATCH (n:Movie) SET n.motifTextEmbedding = [1.0]");
        marked("MATCH (a:Movie) CREATE (a)-[:LIKE {motifSettings: 'x', score: 1}]->(a)");
        marked("MATCH ()-[r:LIKE]->() SET r.score = 2, r.motifTrussness = 3");
        marked("MATCH ()-[r:LIKE]->() DELETE r");
        marked("MATCH (n:Movie) REMOVE n.motifTextEmbedding");
        assertEquals(before, last());
    }

    @Test
    void theMarkAloneHidesNothing() {
        for (String statement :
                List.of(
                        "MATCH (n:Movie) SET n.seen = 2, n.motifTrussness = 1",
                        "MATCH (n:Movie) SET n.motif = 2",
                        "MATCH (n:Movie) REMOVE n.seen, n.motif, n.motifTrussness",
                        "MATCH (n:Movie) SET n:Seen",
                        "MATCH (n:Movie) REMOVE n:Seen",
                        "CREATE (:Fresh {motifTrussness: 1})",
                        "MATCH (n:Fresh) CREATE (n)-[:OWN {motifSettings: 'x'}]->(n),"
                                + " (n)-[:OTHER]->(n)",
                        "MATCH (:Fresh)-[r:OTHER]->() SET r.motifSettings = 'x'",
                        "MATCH (n:Fresh) DETACH DELETE n")) {
            long before = last();
            marked(statement);
            assertTrue(last() > before, statement);
        }
    }

    @Test
    void whatMotifWritesCountsWhereSomeoneElseDoes() {
        long before = last();
        server.run("MATCH (n:Movie) SET n.motifTrussness = 1");
        assertTrue(last() > before);
        server.run("MATCH (n:Movie) REMOVE n.motifTrussness");
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> changes(Object since) {
        String call = "CALL motif.internal.changes(%s) YIELD log, transaction, count, whole,";
        String columns = " nodes, labelled, relationships RETURN {log: log, transaction:";
        String rest =
                " transaction, count: count, whole: whole, nodes: nodes, labelled: labelled,"
                        + " relationships: relationships}";
        return (Map<String, Object>) server.value(call.formatted(since) + columns + rest);
    }

    @Test
    void changesAreToldById() {
        long since = (Long) changes(0).get("transaction");
        server.run("CREATE (:Fresh {i: 1})-[:R]->(:Fresh {i: 2})-[:R]->(:Fresh {i: 3})");
        List<?> ids = (List<?>) changes(since).get("nodes");
        List<?> links = (List<?>) changes(since).get("relationships");
        assertEquals(3, ids.size());
        assertEquals(2, links.size());
        assertEquals(List.of(), changes(since).get("labelled"));
        long created = (Long) changes(since).get("transaction");
        server.run("MATCH (n:Fresh {i: 1}) SET n:Seen SET n.i = 4");
        server.run("MATCH (:Fresh {i: 2})-[r]->() SET r.weight = 1");
        Map<String, Object> changed = changes(created);
        assertEquals(1, ((List<?>) changed.get("nodes")).size());
        assertEquals(changed.get("nodes"), changed.get("labelled"));
        assertEquals(1, ((List<?>) changed.get("relationships")).size());
        assertEquals(2L, changed.get("count"));
        assertEquals(true, changed.get("whole"));
        long before = (Long) changed.get("transaction");
        server.run("MATCH (n:Fresh) DETACH DELETE n");
        Map<String, Object> deleted = changes(before);
        assertEquals(ids, deleted.get("nodes"));
        assertEquals(links, deleted.get("relationships"));
        assertEquals(changed.get("log"), deleted.get("log"));
    }

    @Test
    void whatWasBeforeTheServerStartedIsNotKnown() {
        Map<String, Object> changed = changes(0);
        assertEquals(false, changed.get("whole"));
        assertNull(changed.get("count"));
        assertNull(changed.get("nodes"));
    }

    @Test
    void whoRollsBackHasChangedNothing() {
        long since = (Long) changes(0).get("transaction");
        try (Transaction tx = server.db().beginTx()) {
            tx.execute("CREATE (:Fresh)").close();
            tx.rollback();
        }
        assertEquals(0L, changes(since).get("count"));
    }

    @Test
    void everyRequestCarriesIt() {
        server.service.replyRows();
        server.value("CALL motif.graph.list() YIELD graphName RETURN count(*)");
        assertEquals(last(), server.service.asked.get(0).json().get("transaction"));
    }
}
