package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Transaction;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Statements that the service asks for: run in the caller's transaction, refused, or ended. */
@ExtendWith(TestServer.Shared.class)
class CallerStatementsTest {

    private static final String RUN =
            "CALL motif.run('movies', {method: 'spark', steps: []}) YIELD rank RETURN rank";
    private static final String FOREVER =
            "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a WHERE a < 0 RETURN"
                    + " count(*)";

    private final TestServer server;
    private final FakeService service;

    CallerStatementsTest(TestServer server) {
        this.server = server;
        this.service = server.service;
    }

    @Test
    void rowsOfEveryKindOfValueAreSent() {
        Map<String, Object> reply =
                replyTo(
                        "MATCH (f:Movie {title: $title})-[d:DIRECTED_BY]->() RETURN f, d,"
                            + " f.released AS year, 0.5 AS half, 0.0 / 0.0 AS none, [1, null, 'x']"
                            + " AS list, {a: {b: true}} AS map, date('2020-02-03') AS date,"
                            + " datetime('2020-02-03T04:05:06+01:00') AS time,"
                            + " point({x: 1.0, y: 2.0}) AS point",
                        Map.of("title", "Heat"));
        Map<String, Object> row = rows(reply).get(0);
        assertEquals(List.of("Movie"), Json.mapAt(row, "f").get("labels"));
        assertTrue(String.valueOf(Json.mapAt(row, "d").get("$relationship")).startsWith("5:"));
        assertEquals(1995L, row.get("year"));
        assertEquals(0.5, row.get("half"));
        assertEquals(Map.of("$float", "NaN"), row.get("none"));
        assertEquals("[1, null, x]", row.get("list").toString());
        assertEquals(Map.of("a", Map.of("b", true)), row.get("map"));
        assertEquals("2020-02-03", row.get("date"));
        assertEquals("2020-02-03T04:05:06+01:00", row.get("time"));
        assertEquals(List.of(1.0, 2.0), Json.mapAt(row, "point").get("coordinates"));
        assertEquals("7c1f", reply.get("key"));
        assertEquals(1L, reply.get("id"));
        assertEquals(service.asked.get(0).json().get("jobId"), reply.get("jobId"));
    }

    @Test
    void theServiceIsToldThatItMayAskAndOfWhichServer() {
        for (String statement :
                List.of(
                        RUN,
                        "CALL motif.plan('movies', 'x')",
                        "CALL motif.retrieve('movies', 'x')")) {
            service.reset();
            service.replyRows();
            server.value(statement.split(" YIELD")[0] + " YIELD rank RETURN count(*)");
            Map<String, Object> session = Json.mapAt(service.asked.get(0).json(), "session");
            assertTrue(String.valueOf(session.get("version")).startsWith("5.26."));
        }
        service.reset();
        service.replyRows();
        server.value("CALL motif.search('movies', []) YIELD rank RETURN count(*)");
        assertFalse(service.asked.get(0).json().containsKey("session"));
    }

    @Test
    void asksAndRowsMayTakeTurns() {
        stream(ask(1, "RETURN 1 AS n"), row(1), ask(2, "RETURN 2 AS n"), row(2), end(2));
        service.reply(200, "{}");
        service.reply(200, "{}");
        assertEquals(2L, server.value(RUN.replace("RETURN rank", "RETURN count(rank)")));
        assertEquals(List.of(Map.of("n", 1L)), rows(service.asked.get(1).json()));
        assertEquals(List.of(Map.of("n", 2L)), rows(service.asked.get(2).json()));
        assertEquals("/v1/reply", service.asked.get(1).path());
        assertTrue(service.asked.get(1).authorization().startsWith("Motif "));
    }

    @Test
    void changesThatAreNotCommittedAreSeen() {
        exchange(ask(1, "MATCH (n:Fresh) RETURN n.x AS x"));
        try (Transaction tx = server.db().beginTx()) {
            tx.execute("CREATE (:Fresh {x: 41})").close();
            tx.execute("MATCH (n:Fresh) SET n.x = n.x + 1").close();
            tx.execute(RUN).resultAsString();
        }
        assertEquals(List.of(Map.of("x", 42L)), rows(lastReply()));
    }

    @Test
    void onlyAsManyRowsAreSentAsAreAskedFor() {
        Map<String, Object> ask = ask(1, "UNWIND range(1, 100) AS n RETURN n");
        ask.put("rows", 3);
        exchange(ask);
        server.value(RUN);
        assertEquals(3, rows(lastReply()).size());
    }

    @Test
    void rowsThatAreTooLargeAreRefusedAndTheTransactionGoesOn() {
        Map<String, Object> ask =
                ask(1, "UNWIND range(1, 99) AS n RETURN reduce(s = '', i IN range(1, 9) | s + 'ä')");
        ask.put("bytes", 1000);
        exchange(ask);
        assertEquals(1L, server.value(RUN));
        assertRefused("motif.too_large", "1000 bytes");
    }

    @Test
    void aStatementThatWritesIsRefusedAndWritesNothing() {
        for (String statement :
                List.of(
                        "CREATE (n:Evil) RETURN n",
                        "MATCH (n) SET n.evil = 1 RETURN n",
                        "MATCH (n) CALL (n) { CREATE (:Evil) } RETURN n",
                        "MATCH (n) DETACH DELETE n",
                        "CREATE INDEX evil FOR (n:Evil) ON (n.x)",
                        "CALL db.createLabel('Evil')",
                        "CALL tx.setMetaData({evil: 1})",
                        "/* RETURN 1 */ mErGe (n:Evil) RETURN n // LIMIT 1")) {
            service.reset();
            exchange(ask(1, statement));
            assertEquals(1L, server.value(RUN), statement);
            assertRefused("motif.refused", "only statements that read are run");
        }
        assertEquals(5L, server.value("MATCH (n) RETURN count(n)"));
        assertEquals(0L, server.value("MATCH (n) WHERE n.evil = 1 OR n:Evil RETURN count(n)"));
    }

    /** What protects where EXPLAIN would not: the transaction itself lets a procedure only read. */
    @Test
    void theKernelRefusesWritesOfAProcedureThatReads() {
        for (String statement :
                List.of(
                        "CREATE (n:Movie {evil: 1})",
                        "MATCH (n) SET n.title = 1",
                        "CREATE (:Evil)")) {
            assertSays(
                    server.failure("CALL test.execute('" + statement + "')"),
                    "is not allowed",
                    "overridden by READ");
        }
        assertEquals(0L, server.value("MATCH (n) WHERE n.evil = 1 OR n.title = 1 RETURN count(n)"));
    }

    @Test
    void filesAreNotRead() throws Exception {
        Path secret = Files.writeString(server.folder.resolve("secret.csv"), "a secret\n");
        for (String statement :
                List.of(
                        "LOAD CSV FROM '" + secret.toUri() + "' AS line RETURN line",
                        "CALL () { LOAD CSV FROM 'http://127.0.0.1:1/x' AS line RETURN line }"
                                + " RETURN line")) {
            service.reset();
            exchange(ask(1, statement));
            assertEquals(1L, server.value(RUN));
            assertRefused("motif.refused", "LoadCSV");
            assertFalse(lastReply().toString().contains("a secret"));
        }
    }

    @Test
    void proceduresOfOthersAndTransactionsOfTheirOwnAreRefused() {
        Map<String, String> refused =
                Map.of(
                        "CALL motif.graph.drop('movies') YIELD graphName RETURN graphName",
                        "motif.graph.drop",
                        "CALL `motif`.run('movies', {}) YIELD rank RETURN rank",
                        "motif.run",
                        "CALL test.execute('RETURN 1')",
                        "test.execute",
                        "MATCH (n) CALL (n) { RETURN 1 AS x } IN TRANSACTIONS RETURN x",
                        "TransactionApply",
                        "SHOW SETTINGS",
                        "ShowSettings",
                        "SHOW INDEXES",
                        "ShowIndexes",
                        "SHOW TRANSACTIONS",
                        "ShowTransactions");
        refused.forEach(
                (statement, named) -> {
                    service.reset();
                    exchange(ask(1, statement));
                    assertEquals(1L, server.value(RUN));
                    assertRefused("motif.refused", named);
                });
        service.reset();
        exchange(ask(1, "CALL db.labels() YIELD label RETURN count(label) AS n"));
        server.value(RUN);
        assertEquals(List.of(Map.of("n", 2L)), rows(lastReply()));
    }

    @Test
    void theSchemaCanBeRead() {
        for (String statement :
                List.of(
                        "SHOW PROCEDURES EXECUTABLE YIELD name RETURN count(name) > 0 AS some",
                        "CALL db.stats.retrieve('GRAPH COUNTS') YIELD data RETURN size(keys(data))"
                                + " > 0 AS some")) {
            service.reset();
            exchange(ask(1, statement));
            assertEquals(1L, server.value(RUN), statement);
            assertEquals(List.of(Map.of("some", true)), rows(lastReply()), statement);
        }
    }

    @Test
    void indexesAreToldAsSHOWINDEXESTellsThem() {
        server.run(
                "CREATE VECTOR INDEX vectors FOR (n:Movie) ON (n.v) OPTIONS {indexConfig:"
                    + " {`vector.dimensions`: 3, `vector.similarity_function`: 'cosine'}}");
        server.run("CREATE FULLTEXT INDEX words FOR (n:Movie|Person) ON EACH [n.title, n.name]");
        server.run("CREATE TEXT INDEX role FOR ()-[r:ACTED_IN]-() ON (r.role)");
        server.run("CALL db.awaitIndexes()");
        String columns =
                " YIELD name, type, entityType, state, labelsOrTypes, properties, options WHERE"
                    + " type <> 'LOOKUP' RETURN name, type, entityType, state, labelsOrTypes,"
                    + " properties, options.indexConfig AS configuration ORDER BY name";
        try (Transaction tx = server.db().beginTx()) {
            exchange(ask(1, "CALL motif.internal.indexes()" + columns));
            tx.execute(RUN).resultAsString();
            List<Map<String, Object>> expected =
                    tx.execute("SHOW INDEXES" + columns).stream()
                            .map(row -> Json.readMap(Json.write(Values.encode(row))))
                            .toList();
            assertEquals(3, expected.size());
            assertEquals(expected, rows(lastReply()));
        } finally {
            List.of("vectors", "words", "role").forEach(name -> server.run("DROP INDEX " + name));
        }
    }

    @Test
    void whatCannotBePlannedIsToldAndTheTransactionGoesOn() {
        exchange(ask(1, "MATCH (n RETURN n"));
        try (Transaction tx = server.db().beginTx()) {
            tx.execute(RUN).resultAsString();
            assertTrue(tx.execute("MATCH (n) RETURN n").hasNext());
        }
        assertRefused("Neo.ClientError.Statement.SyntaxError", "Invalid input");
    }

    @Test
    void anExplanationRunsNothing() {
        Map<String, Object> ask = ask(1, "MATCH (n:Movie)-[*]->(m) CREATE (:Evil) RETURN m");
        ask.put("explain", true);
        exchange(ask);
        assertEquals(1L, server.value(RUN));
        Map<String, Object> said = Json.mapAt(lastReply(), "explained");
        assertEquals("rw", said.get("kind"));
        assertTrue(((List<?>) said.get("operators")).contains("NodeByLabelScan"));
        assertEquals(List.of(), said.get("procedures"));
        assertTrue(said.get("rows") instanceof Number);
        assertEquals(0L, server.value("MATCH (n:Evil) RETURN count(n)"));
        ask.put("statement", "CALL db.labels() YIELD label MATCH (n:Nope) RETURN n.nope");
        service.reset();
        exchange(ask);
        server.value(RUN);
        said = Json.mapAt(lastReply(), "explained");
        assertEquals(List.of("db.labels"), said.get("procedures"));
        assertEquals("r", said.get("kind"));
        assertSays(said.get("notes").toString(), "status=01N50", "The label `Nope` does not exist");
    }

    @Test
    void aStatementThatFailsEndsTheCallInItsWords() {
        stream(ask(1, "MATCH (n) RETURN 1 / (n.x - n.x + 0)"), row(1), end(1));
        service.reply(200, "{}");
        server.run("CREATE (:Zero {x: 0})");
        try {
            assertSays(server.failure(RUN), "/ by zero", "ArithmeticError", "Neo4j ended that");
        } finally {
            server.run("MATCH (n:Zero) DELETE n");
        }
        assertEquals(1, service.asked.size(), "no reply");
    }

    @Test
    void aStatementPastItsDeadlineEndsWithTheTransactionAndSaysWhy() {
        Map<String, Object> ask = ask(1, FOREVER);
        ask.put("seconds", 0.3);
        stream(ask, row(1), end(1));
        String message = server.failure(RUN);
        assertSays(message, "motif.run", "0.3 s", "deadline", "Raise timeout");
        assertEquals(1, service.asked.size(), "no reply");
    }

    @Test
    void aStatementThatEndsInTimeLeavesTheTransactionAlone() throws Exception {
        Map<String, Object> ask = ask(1, "RETURN 1 AS n");
        ask.put("seconds", 0.2);
        exchange(ask);
        try (Transaction tx = server.db().beginTx()) {
            tx.execute(RUN).resultAsString();
            Thread.sleep(400);
            assertTrue(tx.execute("RETURN 1").hasNext());
        }
    }

    @Test
    void aCallerThatEndsItsTransactionEndsTheStatement() throws Exception {
        stream(ask(1, FOREVER), row(1), end(1));
        try (Transaction tx = server.db().beginTx()) {
            var call = CompletableFuture.runAsync(() -> tx.execute(RUN).resultAsString());
            while (service.asked.isEmpty()) {
                Thread.sleep(5);
            }
            Thread.sleep(200);
            tx.terminate();
            assertThrows(Exception.class, call::get);
        }
        FakeService.Asked cancel = service.cancelled.poll(10, TimeUnit.SECONDS);
        assertNotNull(cancel, "the service was told to stop");
    }

    @Test
    void aReplyThatTheServiceRefusesEndsTheCallInItsWords() {
        stream(ask(1, "RETURN 1"), row(1), end(1));
        service.reply(
                400,
                "{\"error\": {\"code\": \"invalid_input\", \"message\": \"Nothing waits.\","
                        + " \"hint\": \"Again.\"}}");
        assertSays(server.failure(RUN), "Nothing waits. Again.");
    }

    @Test
    void anAskDuringAnotherProcedureIsNotRun() {
        stream(ask(1, "RETURN 1"), row(1), end(1));
        assertSays(server.failure("CALL motif.search('movies', [])"), "motif.search does not run");
        assertEquals(1, service.asked.size());
    }

    @Test
    void anAskIsAnsweredWhileTheAnswerIsStillOpen() {
        CountDownLatch replied = new CountDownLatch(1);
        service.reply(
                exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    try (OutputStream body = exchange.getResponseBody()) {
                        body.write(line(Map.of("ask", ask(1, "RETURN 1"))));
                        body.flush();
                        assertTrue(replied.await(10, TimeUnit.SECONDS));
                        body.write(line(row(1)));
                        body.write(line(end(1)));
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    }
                });
        service.reply(
                exchange -> {
                    byte[] nothing = "{}".getBytes(StandardCharsets.UTF_8);
                    FakeService.send(exchange, 200, ServiceClient.JSON, nothing);
                    replied.countDown();
                });
        assertEquals(1L, server.value(RUN));
    }

    private Map<String, Object> replyTo(String statement, Map<String, Object> parameters) {
        Map<String, Object> ask = ask(1, statement);
        ask.put("parameters", parameters);
        exchange(ask);
        assertEquals(1L, server.value(RUN));
        return lastReply();
    }

    private static Map<String, Object> ask(int id, String statement) {
        Map<String, Object> ask = new LinkedHashMap<>();
        ask.put("id", id);
        ask.put("key", "7c1f");
        ask.put("statement", statement);
        ask.put("parameters", Map.of());
        ask.put("explain", false);
        ask.put("seconds", 20.0);
        ask.put("rows", 1000);
        ask.put("bytes", 1 << 20);
        return ask;
    }

    private static Map<String, Object> row(int rank) {
        return Map.of("row", Map.of("rank", rank, "score", 0.0, "metadata", Map.of()));
    }

    private static Map<String, Object> end(int rows) {
        return Map.of("end", Map.of("rows", rows));
    }

    private static byte[] line(Map<String, Object> content) {
        return (Json.write(content) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Queues an answer: what has a statement is an ask. */
    @SafeVarargs
    private void stream(Map<String, Object>... contents) {
        StringBuilder lines = new StringBuilder();
        for (Map<String, Object> content : contents) {
            boolean asks = content.containsKey("statement");
            lines.append(Json.write(asks ? Map.of("ask", content) : content)).append('\n');
        }
        service.reply(200, lines.toString());
    }

    /** One ask and its reply, then one row. */
    private void exchange(Map<String, Object> ask) {
        stream(ask, row(1), end(1));
        service.reply(200, "{}");
    }

    private Map<String, Object> lastReply() {
        FakeService.Asked last = service.asked.get(service.asked.size() - 1);
        assertEquals("/v1/reply", last.path());
        return last.json();
    }

    private void assertRefused(String code, String part) {
        Map<String, Object> error = Json.mapAt(lastReply(), "error");
        assertNotNull(error, lastReply().toString());
        assertEquals(code, error.get("code"), error.toString());
        assertTrue(String.valueOf(error.get("message")).contains(part), error.toString());
    }

    private static List<Map<String, Object>> rows(Map<String, Object> reply) {
        assertTrue(reply.get("rows") instanceof List, reply.toString());
        return ((List<?>) reply.get("rows"))
                .stream().map(row -> Json.asMap((Map<?, ?>) row)).toList();
    }

    private static void assertSays(String message, String... parts) {
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }
}
