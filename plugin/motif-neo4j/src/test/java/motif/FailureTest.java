package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Transaction;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** What a caller reads when the service is away, wrong, slow or cut off. */
@ExtendWith(TestServer.Shared.class)
class FailureTest {

    private static final String SEARCH =
            "CALL motif.search('movies', [['?film', 'DIRECTED_BY', 'Michael Mann']])";
    private static final String ROW = "{\"rank\": 1, \"score\": 0.0, \"metadata\": {}}";

    private final TestServer server;
    private final FakeService service;

    FailureTest(TestServer server) {
        this.server = server;
        this.service = server.service;
    }

    @Test
    void aServiceThatIsDownIsNamedWithTheWayToStartIt() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        server.writeSettings(
                "service.url=http://127.0.0.1:" + free + "\nservice.token_file=token\n");
        assertSays(
                server.failure(SEARCH),
                "http://127.0.0.1:" + free,
                "connection refused",
                "motif serve",
                "motif.conf");
    }

    @Test
    void aServiceWithAnotherTokenIsSentNothing() {
        service.useToken("another");
        Peers.forget();
        assertSays(server.failure(SEARCH), "different tokens", "service.token_file");
        assertEquals(0, service.asked.size());
    }

    @Test
    void theTokenItselfIsNeverSent() {
        service.replyRows(ROW);
        server.value(SEARCH + " YIELD rank RETURN rank");
        FakeService.Asked asked = service.asked.get(0);
        String sent = asked.authorization() + new String(asked.body(), StandardCharsets.UTF_8);
        assertFalse(sent.contains(FakeService.TOKEN));
    }

    @Test
    void aServiceLostBeforeItAnswersIsSaidToBeLost() {
        service.reply(exchange -> exchange.close());
        assertSays(
                server.failure(SEARCH), "was lost while it worked on motif.search", "call again");
    }

    @Test
    void theNextCallAfterALostServiceWorks() {
        service.reply(exchange -> exchange.close());
        server.failure(SEARCH);
        service.replyRows(ROW);
        assertEquals(1L, server.value(SEARCH + " YIELD rank RETURN rank"));
    }

    @Test
    void aGreetingThatIsLostIsSentOnceMore() {
        service.loseGreetings(1);
        Peers.forget();
        service.replyRows(ROW);
        assertEquals(1L, server.value(SEARCH + " YIELD rank RETURN rank"));
    }

    @Test
    void aServiceThatLosesEveryGreetingIsSaidToBeLost() {
        service.loseGreetings(2);
        Peers.forget();
        assertSays(server.failure(SEARCH), "was lost while it worked on the greeting");
        assertEquals(0, service.asked.size());
    }

    @Test
    void aServiceThatDoesNotAnswerTheGreetingIsNamedWithTheTimeItHad() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + silent.getLocalPort();
            server.writeSettings(
                    "service.url=" + url + "\nservice.token_file=token\nservice.timeout=0.3\n");
            assertSays(server.failure(SEARCH), url, "no answer within 0.3 s", "motif serve");
        }
    }

    @Test
    void aConnectionCutInTheMiddleOfALineIsSaidToBeLost() {
        service.reply(
                exchange -> {
                    exchange.sendResponseHeaders(200, 1000);
                    exchange.getResponseBody()
                            .write("{\"row\": {\"ra".getBytes(StandardCharsets.UTF_8));
                    exchange.close();
                });
        assertSays(server.failure(SEARCH), "was lost while it worked on motif.search");
    }

    @Test
    void aSilentServiceThatDoesNotWorkOnTheCallAnyMoreIsSaidToBeLost() throws Exception {
        server.writeSettings(
                "service.url=http://127.0.0.1:"
                        + service.port()
                        + "\nservice.token_file=token\nservice.silence=0.1\n");
        CountDownLatch end = new CountDownLatch(1);
        AtomicBoolean closed = new AtomicBoolean();
        service.running(0);
        service.reply(
                exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().flush();
                    hold(new CountDownLatch(1), end);
                    closed.set(true);
                });
        assertSays(server.failure(SEARCH), "was lost while it worked on motif.search");
        assertFalse(closed.get());
        end.countDown();
    }

    @Test
    void aSilentServiceThatStillWorksOnTheCallIsWaitedFor() throws Exception {
        server.writeSettings(
                "service.url=http://127.0.0.1:"
                        + service.port()
                        + "\nservice.token_file=token\nservice.silence=0.01\n");
        service.running(1);
        service.reply(
                exchange -> {
                    service.waitForQuestions(5);
                    FakeService.send(
                            exchange,
                            200,
                            "application/x-ndjson",
                            ("{\"row\": " + ROW + "}\n{\"end\": {\"rows\": 1}}\n")
                                    .getBytes(StandardCharsets.UTF_8));
                });
        assertEquals(1L, server.value(SEARCH + " YIELD rank RETURN rank"));
    }

    @Test
    void aBodyOverTheLimitEndsInTheServicesWords() {
        service.reply(
                413,
                "{\"error\": {\"code\": \"invalid_input\", \"message\": \"The request has 20 MiB;"
                    + " 16 MiB are allowed.\", \"hint\": \"Raise MOTIF_SERVICE_MAXIMUM_BODY.\"}}");
        assertSays(
                server.failure(SEARCH),
                "The request has 20 MiB; 16 MiB are allowed. Raise MOTIF_SERVICE_MAXIMUM_BODY.");
    }

    @Test
    void anotherProgramAtTheAddressIsNotTakenForTheService() {
        service.standBetween(page(502, "<html>Bad gateway</html>"));
        assertSays(
                server.failure(SEARCH),
                "(with status 502) has not proved that it is the Motif service",
                "service.url");
    }

    @Test
    void whoeverListensAfterTheServiceDiedReadsNothingAndIsNotBelieved() {
        service.replyRows(ROW);
        server.value(SEARCH + " YIELD rank RETURN rank");
        service.replaceBy(page(200, "{\"row\": " + ROW + "}\n{\"end\": {\"rows\": 1}}\n"));
        assertSays(
                server.failure(SEARCH),
                "(with status 200) has not proved that it is the Motif service",
                "was not used");
        assertEquals(1, service.overheard.size());
        String heard = new String(service.overheard.get(0), StandardCharsets.ISO_8859_1);
        assertFalse(heard.contains("Mann") || heard.contains("DIRECTED_BY"), heard);
        assertSays(server.failure(SEARCH), "different tokens");
        assertEquals(1, service.overheard.size());
    }

    @Test
    void whoStandsBetweenAndPassesGreetingsOnReadsNoProjectionAndIsNotBelieved() {
        service.replyRows(
                "{\"specification\": {\"nodeProperties\": [\"title\"], \"chunk\": 1}, \"plan\":"
                        + " {}}");
        service.reply(
                exchange -> {
                    throw new AssertionError("the frames came");
                });
        service.betweenAfter(1, page(200, "{\"row\": {}}\n{\"end\": {\"rows\": 1}}\n"));
        assertSays(
                server.failure("CALL motif.graph.project('movies')"),
                "(with status 200) has not proved that it is the Motif service",
                "It could read nothing of what was sent",
                "motif serve");
        assertEquals(1, service.overheard.size());
        String heard = new String(service.overheard.get(0), StandardCharsets.ISO_8859_1);
        assertTrue(heard.length() > 500);
        assertFalse(heard.contains("Heat") || heard.contains("title") || heard.contains("movies"));
    }

    @Test
    void anAnswerThatIsChangedOnItsWayIsNotBelieved() {
        service.flipAByteOfEachAnswer(true);
        service.replyRows(ROW);
        assertSays(server.failure(SEARCH), "has not proved that it is the Motif service");
        service.flipAByteOfEachAnswer(false);
    }

    @Test
    void aServiceThatWasStartedAgainIsGreetedAndAskedAgain() {
        service.replyRows(ROW);
        server.value(SEARCH + " YIELD rank RETURN rank");
        service.restart();
        service.replyRows(ROW);
        assertEquals(1L, server.value(SEARCH + " YIELD rank RETURN rank"));
        assertEquals(1, service.misdirected.get());
    }

    private static FakeService.Reply page(int status, String text) {
        return exchange ->
                FakeService.send(
                        exchange, status, "text/html", text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anAnswerThatIsNotJsonIsQuotedInShort() {
        service.reply(200, "x".repeat(1000) + "\n");
        assertSays(server.failure(SEARCH), "not JSON", "x".repeat(80) + "…");
    }

    @Test
    void aTerminatedTransactionStopsWaitingAndCancelsTheJob() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        service.reply(exchange -> hold(working, over));
        try (Transaction tx = server.db().beginTx()) {
            var call = CompletableFuture.runAsync(() -> tx.execute(SEARCH).resultAsString());
            working.await();
            tx.terminate();
            assertThrows(Exception.class, call::get);
            assertCancelled();
        } finally {
            over.countDown();
        }
    }

    @Test
    void aTransactionsTimeLimitHoldsWhileRowsArrive() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        service.reply(
                exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    OutputStream body = exchange.getResponseBody();
                    body.write(("{\"row\": " + ROW + "}\n").getBytes(StandardCharsets.UTF_8));
                    body.flush();
                    hold(new CountDownLatch(1), over);
                });
        try (Transaction tx = server.db().beginTx(200, TimeUnit.MILLISECONDS)) {
            assertThrows(RuntimeException.class, () -> tx.execute(SEARCH).resultAsString());
            assertCancelled();
        } finally {
            over.countDown();
        }
    }

    @Test
    void aServiceThatRefusesAProjectionEarlyIsHeard() {
        service.replyRows(
                "{\"specification\": {\"nodeProperties\": [\"title\"], \"chunk\": 1}, \"plan\":"
                        + " {}}");
        service.reply(
                409,
                "{\"error\": {\"code\": \"catalog_locked\", \"message\": \"Locked.\", \"hint\":"
                        + " \"Wait.\"}}");
        assertSays(server.failure("CALL motif.graph.project('movies')"), "Locked. Wait.");
    }

    @Test
    void aLockedCatalogIsNotChanged() {
        server.configure("catalog.locked=true\n");
        assertSays(
                server.failure("CALL motif.graph.drop('movies')"),
                "catalog.locked",
                "motif.graph.drop");
        assertSays(server.failure("CALL motif.graph.project('movies')"), "catalog.locked");
        assertSays(server.failure("CALL motif.embed.text.mutate('movies')"), "catalog.locked");
        assertEquals(0, service.asked.size());
    }

    @Test
    void settingsAreReadAgainWhenTheyHaveChanged() {
        server.configure("export.enabled=false\n");
        assertSays(server.failure("CALL motif.internal.export({})"), "export.enabled");
        server.configure("export.enabled=true\n");
        assertEquals(
                5L,
                server.value(
                        "CALL motif.internal.export({}) YIELD data WITH data LIMIT 1"
                                + " MATCH (n) RETURN count(n)"));
    }

    @Test
    void aLockOfTheCallersTransactionEndsInAMessage() throws IOException {
        server.configure("write.timeout=0.2\n");
        String id =
                String.valueOf(server.value("MATCH (n:Movie {title: 'Heat'}) RETURN elementId(n)"));
        service.reply(200, ServiceClient.FRAMES, vectorsFor(id));
        try (Transaction tx = server.db().beginTx()) {
            tx.execute("MATCH (n:Movie {title: 'Heat'}) SET n.released = 1995").close();
            var error =
                    assertThrows(
                            RuntimeException.class,
                            () ->
                                    tx.execute("CALL motif.embed.text.write('movies')")
                                            .resultAsString());
            assertSays(error.getMessage(), "could not write", "transaction of its own", "write.timeout");
        }
        assertEquals(0L, server.value("MATCH (n) WHERE n.v IS NOT NULL RETURN count(n)"));
    }

    @Test
    void aBatchThatEndsBeforeItsTimeSaysWhatEndedIt() throws IOException {
        String heat =
                String.valueOf(server.value("MATCH (n:Movie {title: 'Heat'}) RETURN elementId(n)"));
        service.reply(200, ServiceClient.FRAMES, vectorsFor(heat));
        String writing =
                "SHOW TRANSACTIONS YIELD transactionId AS id, metaData WHERE metaData.motif ="
                        + " 'write' RETURN collect(id)";
        try (Transaction tx = server.db().beginTx()) {
            tx.execute("MATCH (n:Movie {title: 'Heat'}) SET n.released = 1995").close();
            var said =
                    CompletableFuture.supplyAsync(
                            () -> server.failure("CALL motif.embed.text.write('movies')"));
            while (!said.isDone() && ((List<?>) server.value(writing)).isEmpty()) {
                Thread.onSpinWait();
                }
            Object id = ((List<?>) server.value(writing)).get(0);
            server.value("TERMINATE TRANSACTION '" + id + "' YIELD message RETURN message");
            assertSays(
                    said.join(),
                    "could not write a batch of vectors after 0 written: ",
                    "terminated",
                    "called again, it writes the rest");
            assertFalse(said.join().contains("write.timeout"));
        }
    }

    @Test
    void whatTheDatabaseRefusesToStoreIsSaidInItsWords() throws IOException {
        String id =
                String.valueOf(server.value("MATCH (n:Movie {title: 'Heat'}) RETURN elementId(n)"));
        server.db().executeTransactionally("CREATE CONSTRAINT one FOR (n:Movie) REQUIRE n.v IS UNIQUE");
        try {
            server.db()
                    .executeTransactionally(
                            "MATCH (n:Movie) WHERE n.title <> 'Heat' WITH n LIMIT 1 SET n.v = $v",
                            Map.of("v", new float[] {1, 0}));
            service.reply(200, ServiceClient.FRAMES, vectorsFor(id));
            assertSays(
                    server.failure("CALL motif.embed.text.write('movies')"),
                    "could not write a batch of vectors after 0 written: ",
                    "already exists with label `Movie` and property `v`");
        } finally {
            server.db().executeTransactionally("DROP CONSTRAINT one");
            server.db().executeTransactionally("MATCH (n) REMOVE n.v");
        }
    }

    private static byte[] vectorsFor(String elementId) throws IOException {
        int colon = elementId.lastIndexOf(':') + 1;
        var target =
                Json.readMap(
                        "{\"kind\": \"write\", \"count\": 0, \"columns\": {}, \"property\":"
                                + " \"v\"}");
        var vectors =
                Json.readMap(
                        "{\"kind\": \"vectors\", \"count\": 1, \"dimension\": 2, \"idPrefix\": \""
                                + elementId.substring(0, colon)
                                + "\", \"entity\": \"node\", \"columns\": {\"id\": ["
                                + elementId.substring(colon)
                                + "], \"vector\": [1.0, 0.0]}}");
        Frame second = FrameText.write(vectors);
        var body = new ByteArrayOutputStream();
        body.write(FrameText.write(target).headerLine());
        body.write(second.headerLine());
        body.write(second.data());
        return body.toByteArray();
    }

    private void assertCancelled() throws InterruptedException {
        FakeService.Asked cancel = service.cancelled.poll(10, TimeUnit.SECONDS);
        assertNotNull(cancel, "the service was told to stop");
        assertEquals(service.asked.get(0).json().get("jobId"), cancel.json().get("jobId"));
    }

    private static void hold(CountDownLatch started, CountDownLatch until) {
        started.countDown();
        try {
            until.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static void assertSays(String message, String... parts) {
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }
}
