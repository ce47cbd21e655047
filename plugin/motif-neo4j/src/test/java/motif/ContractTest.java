package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every exchange of tests/contract: what the plugin sends, and what Cypher sees. */
@ExtendWith(TestServer.Shared.class)
class ContractTest {

    @TestFactory
    Stream<DynamicTest> everyCase(TestServer server) throws IOException {
        String prefix =
                String.valueOf(
                        server.value("MATCH (n) RETURN elementId(n) ORDER BY id(n) LIMIT 1"));
        String store = prefix.split(":")[1];
        List<Path> files;
        try (Stream<Path> listing = Files.list(TestServer.CONTRACT)) {
            files = listing.filter(file -> file.toString().endsWith(".json")).sorted().toList();
        }
        assertTrue(files.size() > 10, "the contract is there");
        return files.stream()
                .flatMap(
                        file ->
                                cases(file, store).stream()
                                        .map(
                                                each ->
                                                        DynamicTest.dynamicTest(
                                                                file.getFileName()
                                                                        + ": "
                                                                        + each.get("name"),
                                                                () -> replay(server, each))));
    }

    private static List<Map<String, Object>> cases(Path file, String store) {
        try {
            Object read = Json.read(Files.readString(file).replace(":movies:", ":" + store + ":"));
            return ((List<?>) read).stream().map(item -> Json.asMap((Map<?, ?>) item)).toList();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static void replay(TestServer server, Map<String, Object> each) throws IOException {
        server.service.reset();
        List<Map<String, Object>> exchanges = maps(each.get("exchanges"));
        for (Map<String, Object> exchange : exchanges) {
            reply(server, Json.mapAt(exchange, "response"));
        }
        String statement = (String) each.get("cypher");
        if (each.containsKey("error")) {
            String message = server.failure(statement);
            for (Object part : (List<?>) each.get("error")) {
                assertTrue(message.contains((String) part), message);
            }
        } else {
            assertEquals(each.get("rows"), run(server, statement));
        }
        assertEquals(exchanges.size(), server.service.asked.size(), "requests");
        for (int i = 0; i < exchanges.size(); i++) {
            compare(exchanges.get(i), server.service.asked.get(i));
        }
    }

    private static void reply(TestServer server, Map<String, Object> response) throws IOException {
        int status = ((Number) response.get("status")).intValue();
        if (response.containsKey("lines")) {
            List<?> lines = (List<?>) response.get("lines");
            server.service.reply(
                    status,
                    lines.stream().map(Json::write).collect(Collectors.joining("\n", "", "\n")));
            return;
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (Map<String, Object> text : maps(response.get("frames"))) {
            Frame frame = FrameText.write(text);
            body.write(frame.headerLine());
            body.write(frame.data());
        }
        server.service.reply(status, ServiceClient.FRAMES, body.toByteArray());
    }

    private static void compare(Map<String, Object> exchange, FakeService.Asked asked)
            throws IOException {
        assertEquals(exchange.get("path"), asked.path());
        assertTrue(asked.authorization().startsWith("Motif "), asked.authorization());
        if (exchange.containsKey("request")) {
            assertEquals(comparable(Json.mapAt(exchange, "request")), comparable(asked.json()));
            return;
        }
        List<Map<String, Object>> expected = maps(exchange.get("frames"));
        ByteArrayInputStream body = new ByteArrayInputStream(asked.body());
        for (Map<String, Object> frame : expected) {
            assertEquals(comparable(frame), comparable(FrameText.read(Frame.read(body))));
        }
        assertEquals(0, body.available(), "bytes after the last frame");
    }

    /** Without what differs from call to call. */
    private static Map<String, Object> comparable(Map<String, Object> request) {
        Map<String, Object> copy = new LinkedHashMap<>(request);
        List.of(
                        "database",
                        "transaction",
                        "log",
                        "jobId",
                        "user",
                        "roles",
                        "session",
                        "refreshes")
                .forEach(copy::remove);
        if (Json.mapAt(copy, "request") != null) {
            copy.put("request", comparable(Json.mapAt(copy, "request")));
        }
        return copy;
    }

    private static List<Object> run(TestServer server, String statement) {
        try (var tx = server.db().beginTx()) {
            return tx.execute(statement).stream()
                    .map(ContractTest::plain)
                    .collect(Collectors.toList());
        } finally {
            if (statement.contains(".write")) {
                server.run("MATCH (n) REMOVE n.motifTextEmbedding, n.motifTextEmbeddingModel,"
                                + " n.motifTextEmbeddingContent, n.motifDominance,"
                                + " n.motifDominanceModel, n.motifDominanceContent,"
                                + " n.motifTripleEmbedding, n.motifTripleEmbeddingModel,"
                                + " n.motifTripleEmbeddingContent");
                server.run("MATCH ()-[r]->() REMOVE r.motifTrussness, r.motifTripleEmbedding,"
                                + " r.motifTripleEmbeddingModel, r.motifTripleEmbeddingContent");
                server.run("MATCH ()-[r]->() WHERE r.motifSettings IS NOT NULL DELETE r");
            }
        }
    }

    /** A value of Cypher as the contract writes it. */
    private static Object plain(Object value) {
        if (value instanceof Node node) {
            return Map.of("$node", node.getElementId());
        } else if (value instanceof Relationship relationship) {
            return Map.of("$relationship", relationship.getElementId());
        } else if (value instanceof ZonedDateTime time) {
            return Map.of("$datetime", time.toInstant().toString());
        } else if (value instanceof Double number && !Double.isFinite(number)) {
            return Map.of("$float", number.toString());
        } else if (value instanceof Object[] array) {
            return plain(List.of(array));
        } else if (value instanceof List<?> list) {
            return list.stream()
                    .map(ContractTest::plain)
                    .collect(Collectors.toCollection(ArrayList::new));
        } else if (value instanceof Map<?, ?> map) {
            Map<String, Object> plain = new LinkedHashMap<>();
            map.forEach((key, item) -> plain.put((String) key, plain(item)));
            return plain;
        }
        return value;
    }

    private static List<Map<String, Object>> maps(Object list) {
        return ((List<?>) list).stream().map(item -> Json.asMap((Map<?, ?>) item)).toList();
    }
}
