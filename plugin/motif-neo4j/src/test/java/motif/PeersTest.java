package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Result;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Several services: calls go where fewest are, around those that are down or full. */
@ExtendWith(TestServer.Shared.class)
class PeersTest {

    private static final String SEARCH =
            "CALL motif.search('movies', [['?film', 'DIRECTED_BY', 'Michael Mann']]) YIELD rank"
                    + " RETURN rank";
    private static final String DROP =
            "CALL motif.graph.drop('movies') YIELD graphName RETURN graphName";
    private static final String ROW = "{\"rank\": 1, \"score\": 0.0, \"metadata\": {}}";
    private static final String STOPPING =
            "{\"error\": {\"code\": \"service_stopping\", \"message\": \"It stops.\"}}";
    private static final String FOLLOWS =
            "{\"error\": {\"code\": \"follows_another\", \"message\": \"It follows the first.\"}}";
    private static final String BUSY =
            "{\"error\": {\"code\": \"service_busy\", \"message\": \"It is busy.\"}}";

    private final TestServer server;
    private final FakeService one;
    private FakeService two;

    PeersTest(TestServer server) {
        this.server = server;
        one = server.service;
    }

    @BeforeEach
    void startAnother() throws IOException {
        two = new FakeService();
        Peers.forget();
        point(one.port(), two.port());
    }

    @AfterEach
    void stopTheOther() {
        two.stop();
        Peers.forget();
    }

    private void point(int... ports) {
        StringBuilder urls = new StringBuilder("service.url=");
        for (int port : ports) {
            urls.append(urls.length() > 12 ? "," : "").append("http://127.0.0.1:").append(port);
        }
        server.writeSettings(urls + "\nservice.token_file=token\n");
    }

    private static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private List<Map<String, Object>> services() {
        try (var tx = server.db().beginTx();
                Result result =
                        tx.execute(
                                "CALL motif.sysInfo() YIELD key, value WITH * WHERE key ="
                                        + " 'services' UNWIND value AS each RETURN each")) {
            return result.stream().map(row -> Json.asMap((Map<?, ?>) row.get("each"))).toList();
        }
    }

    @Test
    void theOneWithTheFewestCallsIsNext() {
        List<Peer> peers = List.of(peer(1), peer(2), peer(3));
        peers.get(0).begin(0);
        peers.get(2).begin(0);
        for (int i = 0; i < 5; i++) {
            assertEquals(peers.get(1), Peers.next(peers, Set.of(), true).orElseThrow());
        }
        peers.get(1).begin(0);
        Set<Peer> inTurn = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            inTurn.add(Peers.next(peers, Set.of(), true).orElseThrow());
        }
        assertEquals(Set.copyOf(peers), inTurn);
    }

    @Test
    void oneThatIsDownIsLastAndThenTriedByOneCallAtATime() {
        List<Peer> peers = List.of(peer(1), peer(2));
        Peer down = peers.get(0);
        down.down("gone");
        for (int i = 0; i < 4; i++) {
            assertEquals(peers.get(1), Peers.next(peers, Set.of(), true).orElseThrow());
        }
        assertEquals(down, Peers.next(peers, Set.of(peers.get(1)), true).orElseThrow());
        assertTrue(Peers.next(peers, Set.copyOf(peers), true).isEmpty());
        long later = System.nanoTime() + Peer.DOWN.toNanos() + 1;
        assertFalse(down.isAvoided(later));
        down.begin(later);
        assertTrue(down.isAvoided(later + 1));
        down.answered();
        assertFalse(down.isAvoided(later + 1));
    }

    private static Peer peer(int n) {
        return new Peer(URI.create("http://127.0.0.1:" + n));
    }

    @Test
    void callsGoToEachInTurn() {
        for (int i = 0; i < 6; i++) {
            one.replyRows(ROW);
            two.replyRows(ROW);
            server.value(SEARCH);
        }
        assertEquals(3, one.asked.size());
        assertEquals(3, two.asked.size());
    }

    @Test
    void oneThatIsDownIsGoneAroundByEveryCall() throws IOException {
        point(free(), two.port());
        for (String call : List.of(SEARCH, DROP)) {
            for (int i = 0; i < 3; i++) {
                two.replyRows("{\"rank\": 1, \"graphName\": \"movies\", \"metadata\": {}}");
                server.value(call);
            }
        }
        assertEquals(6, two.asked.size());
        two.replyRows();
        List<Map<String, Object>> services = services();
        assertEquals("down", services.get(0).get("state"));
        assertTrue(String.valueOf(services.get(0).get("problem")).contains("connection refused"));
        assertEquals("up", services.get(1).get("state"));
        assertEquals(Installation.VERSION, services.get(1).get("version"));
    }

    @Test
    void oneThatIsFullOrStopsIsGoneAroundByEveryCall() {
        for (String refusal : List.of(BUSY, STOPPING)) {
            Peers.forget();
            reset();
            one.reply(503, refusal);
            one.reply(503, refusal);
            two.replyRows("{\"graphName\": \"movies\"}");
            two.replyRows("{\"graphName\": \"movies\"}");
            server.value(DROP);
            server.value(DROP);
            assertEquals(2, two.asked.size());
            assertTrue(one.asked.size() <= 1, "remembered");
        }
    }

    private void reset() {
        one.reset();
        two.reset();
    }

    @Test
    void aReadingCallIsAskedOfAnotherWhereTheFirstWasLostInTheMiddle() {
        for (int i = 0; i < 2; i++) {
            Peers.forget();
            reset();
            for (FakeService each : List.of(one, two)) {
                each.reply(
                        exchange -> {
                            exchange.sendResponseHeaders(200, 0);
                            exchange.getResponseBody().write(("{\"row\": " + ROW + "}\n").getBytes());
                            exchange.getResponseBody().flush();
                            exchange.close();
                            (each == one ? two : one).reset();
                            (each == one ? two : one).replyRows(ROW);
                        });
            }
            assertEquals(1L, server.value(SEARCH));
        }
    }

    @Test
    void aCallThatMayHaveBegunIsNotAskedTwiceWhereItChangesSomething() {
        one.reply(exchange -> exchange.close());
        two.reply(exchange -> exchange.close());
        String said = server.failure("CALL motif.graph.drop('movies')");
        assertTrue(said.contains("was lost while it worked on motif.graph.drop"), said);
        assertEquals(1, one.asked.size() + two.asked.size());
    }

    @Test
    void whereNoneIsLeftEachIsNamed() throws IOException {
        int first = free();
        point(first, two.port());
        two.reply(503, BUSY);
        String said = server.failure(SEARCH);
        assertTrue(said.contains("None of the 2 Motif services"), said);
        assertTrue(said.contains(":" + first + " cannot be reached"), said);
        assertTrue(said.contains("It is busy."), said);
    }

    @Test
    void jobsOfAllAreListed() {
        String job = "{\"jobId\": \"%s\", \"taskName\": \"t\"}";
        one.replyRows(String.format(job, "a"));
        two.replyRows(String.format(job, "b"));
        assertEquals(
                List.of("a", "b"),
                server.value("CALL motif.listProgress() YIELD jobId RETURN collect(jobId)"));
        two.replyRows(String.format(job, "b"));
        one.reply(exchange -> exchange.close());
        assertEquals(
                List.of("b"),
                server.value("CALL motif.listProgress() YIELD jobId RETURN collect(jobId)"));
    }

    @Test
    void whatChangesSomethingGoesToTheOneThatIsFollowedAndReadingToBoth() {
        one.reply(421, FOLLOWS);
        for (int i = 0; i < 4; i++) {
            two.replyRows("{\"graphName\": \"movies\"}");
            assertEquals("movies", server.value(DROP));
        }
        assertEquals(4, two.asked.size());
        assertTrue(one.asked.size() <= 1, "remembered");
        reset();
        for (int i = 0; i < 4; i++) {
            one.replyRows(ROW);
            two.replyRows(ROW);
            server.value(SEARCH);
        }
        assertEquals(2, one.asked.size());
        assertEquals(2, two.asked.size());
    }

    @Test
    void whatAFollowerHasNotYetIsAskedOfTheOther() {
        for (int i = 0; i < 2; i++) {
            reset();
            one.reply(421, FOLLOWS);
            two.replyRows(ROW);
            assertEquals(1L, server.value(SEARCH));
        }
    }

    @Test
    void whereOnlyAFollowerIsLeftItSaysWhomToAsk() throws IOException {
        int first = free();
        point(first, two.port());
        two.reply(421, FOLLOWS);
        String said = server.failure(DROP);
        assertTrue(said.contains(":" + first + " cannot be reached"), said);
        assertTrue(said.contains("It follows the first."), said);
    }

    @Test
    void whomAServiceFollowsIsTold() {
        one.replyRows("{\"key\": \"follows\", \"value\": null}");
        two.replyRows(
                "{\"key\": \"follows\", \"value\": {\"url\": \"https://first:7690\", \"state\":"
                        + " \"behind\"}}");
        List<Map<String, Object>> services = services();
        assertEquals(null, services.get(0).get("follows"));
        assertEquals(
                Map.of("url", "https://first:7690", "state", "behind"),
                services.get(1).get("follows"));
    }
}
