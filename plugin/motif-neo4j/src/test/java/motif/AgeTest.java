package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Result;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** How far behind an answer is, counted on the way back; and the refresh that follows it. */
@ExtendWith(TestServer.Shared.class)
class AgeTest {

    private static final String SEARCH =
            "CALL motif.search('movies', [['?film', 'DIRECTED_BY', 'Michael Mann']])"
                    + " YIELD metadata RETURN metadata";

    private final TestServer server;

    AgeTest(TestServer server) {
        this.server = server;
    }

    private long last() {
        return (Long)
                server.value(
                        "CALL motif.internal.lastTransaction() YIELD transaction RETURN"
                                + " transaction");
    }

    private static String row(String metadata) {
        return "{\"rank\": 1, \"score\": 0.0, \"answers\": [], \"nodes\": [], \"relationships\":"
                + " [], \"bindings\": {}, \"text\": \"\", \"method\": \"search\", \"complete\":"
                + " true, \"metadata\": "
                + metadata
                + "}";
    }

    private Map<?, ?> behind(String told) {
        server.service.replyRows(row("{\"stale\": true, \"behind\": " + told + "}"));
        return (Map<?, ?>) ((Map<?, ?>) server.value(SEARCH)).get("behind");
    }

    @Test
    void transactionsAreCountedWhereTheLogGoesBackSoFar() {
        long since = last();
        server.run("MATCH (n:Movie) SET n.seen = 1");
        server.run("MATCH (n:Movie) REMOVE n.seen");
        assertEquals(
                Map.of("transactions", 2L), behind("{\"seconds\": 2.5, \"since\": " + since + "}"));
        assertEquals(Map.of("seconds", 2.5), behind("{\"seconds\": 2.5, \"since\": 0}"));
        assertEquals(Map.of("seconds", 2.5), behind("{\"seconds\": 2.5}"));
        assertEquals(Map.of("transactions", 0L), behind("{\"transactions\": 0}"));
    }

    @Test
    void theListCountsForEachProjection() {
        long since = last();
        server.run("MATCH (n:Movie) SET n.seen = 1");
        server.run("MATCH (n:Movie) REMOVE n.seen");
        server.service.replyRows(
                "{\"graphName\": \"a\", \"behind\": {\"seconds\": 1.0, \"since\": " + since + "}}",
                "{\"graphName\": \"b\", \"behind\": {\"seconds\": 1.0}}");
        try (var tx = server.db().beginTx();
                Result result =
                        tx.execute("CALL motif.graph.list() YIELD behind RETURN behind")) {
            List<Map<String, Object>> rows = result.stream().toList();
            assertEquals(Map.of("behind", Map.of("transactions", 2L)), rows.get(0));
            assertEquals(Map.of("behind", Map.of("seconds", 1.0)), rows.get(1));
        }
    }

    @Test
    void aRefreshFollowsAnAnswerThatSaysSo() throws InterruptedException {
        server.service.reply(200, "{\"end\": {\"rows\": 0, \"refresh\": \"movies\"}}\n");
        try (var tx = server.db().beginTx();
                Result nothing = tx.execute(SEARCH)) {
            assertEquals(0, nothing.stream().count());
        }
        assertEquals(true, server.service.asked.get(0).json().get("refreshes"));
        assertRefreshed();
    }

    @Test
    void aRefreshFollowsAQuestionThatFailed() throws InterruptedException {
        server.service.reply(
                400,
                "{\"error\": {\"code\": \"no_entity_found\", \"message\": \"No such name.\","
                        + " \"hint\": \"\", \"refresh\": \"movies\"}}\n");
        assertTrue(server.failure(SEARCH).contains("No such name."));
        assertRefreshed();
    }

    private void assertRefreshed() throws InterruptedException {
        // The service knows no such path, so that the refresh fails: nobody is told.
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (server.service.asked.size() < 2 && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
        FakeService.Asked refresh = server.service.asked.get(1);
        assertEquals("/v1/graph/refresh/prepare", refresh.path());
        assertEquals("movies", Json.mapAt(refresh.json(), "arguments").get("graphName"));
    }

    @Test
    void nothingFollowsWhereNothingWasSaid() throws InterruptedException {
        server.service.replyRows(row("{\"stale\": false}"));
        assertTrue(((Map<?, ?>) server.value(SEARCH)).containsKey("stale"));
        Thread.sleep(100);
        assertEquals(1, server.service.asked.size());
    }
}
