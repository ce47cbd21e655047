package motif;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The packed export holds what Cypher sees. */
@ExtendWith(TestServer.Shared.class)
class PackedExportTest {

    private final TestServer server;

    PackedExportTest(TestServer server) {
        this.server = server;
    }

    @AfterEach
    void removeWhatTheTestMade() {
        server.run("MATCH (n) WHERE n:A OR n:B OR n.made DETACH DELETE n");
    }

    /** An export read back: entities by id, and the facts of the last frame. */
    private record Exported(
            Map<Long, Map<String, Object>> nodes,
            Map<Long, Map<String, Object>> relationships,
            Map<String, Object> end) {}

    private Exported export(String specification) {
        Map<Long, Map<String, Object>> nodes = new HashMap<>();
        Map<Long, Map<String, Object>> relationships = new HashMap<>();
        Map<String, Object> end = null;
        try (Transaction tx = server.db().beginTx();
                Result rows = tx.execute("CALL motif.internal.export(" + specification + ")")) {
            while (rows.hasNext()) {
                Map<String, Object> row = rows.next();
                Frame frame = new Frame((String) row.get("header"), (byte[]) row.get("data"));
                Map<String, Object> header = frame.headerMap();
                switch ((String) header.get("kind")) {
                    case "nodes" -> read(frame, nodes);
                    case "relationships" -> read(frame, relationships);
                    default -> end = header;
                }
            }
        }
        return new Exported(nodes, relationships, end);
    }

    private static void read(Frame frame, Map<Long, Map<String, Object>> entities) {
        long count = (Long) frame.headerMap().get("count");
        Map<String, ByteBuffer> columns = frame.columns();
        for (int row = 0; row < count; row++) {
            Map<String, Object> entity = new HashMap<>();
            for (String name : columns.keySet()) {
                if (name.endsWith(".kind")) {
                    String property = name.substring(0, name.length() - ".kind".length());
                    entity.put(property, property(columns, property, row));
                } else if (name.equals("source") || name.equals("target")) {
                    entity.put(name, columns.get(name).getLong(8 * row));
                } else if (name.equals("labelSet") || name.equals("type")) {
                    entity.put(name, columns.get(name).getInt(4 * row));
                }
            }
            Object twice = entities.put(columns.get("id").getLong(8 * row), entity);
            assertNull(twice, "an entity comes once");
        }
    }

    private static Object property(Map<String, ByteBuffer> columns, String name, int row) {
        int from = columns.get(name + ".offsets").getInt(4 * row);
        int to = columns.get(name + ".offsets").getInt(4 * row + 4);
        long number = columns.get(name + ".number").getLong(8 * row);
        ByteBuffer bytes =
                columns.get(name + ".bytes")
                        .slice(from, to - from)
                        .order(columns.get("id").order());
        return switch (columns.get(name + ".kind").get(row)) {
            case 0 -> null;
            case 1 -> number;
            case 2 -> Double.longBitsToDouble(number);
            case 3 -> number == 1;
            case 6 -> FrameText.values("vector", bytes);
            default -> StandardCharsets.UTF_8.decode(bytes).toString();
        };
    }

    @Test
    void aRandomGraphIsExportedWholeInFramesOfAnySize() {
        server.run(
                "UNWIND range(1, 100) AS i CREATE (n {made: true, i: i})"
                        + " FOREACH (x IN CASE WHEN i % 2 = 0 THEN [1] ELSE [] END | SET n:A)"
                        + " FOREACH (x IN CASE WHEN i % 3 = 0 THEN [1] ELSE [] END | SET n:B)");
        server.run(
                "UNWIND range(1, 300) AS k MATCH (a {made: true, i: 1 + k * 7 % 100}) MATCH (b"
                    + " {made: true, i: 1 + k * k % 100}) FOREACH (x IN CASE WHEN k % 4 = 0 THEN"
                    + " [1] ELSE [] END | CREATE (a)-[:R {k: k}]->(b)) FOREACH (x IN CASE WHEN k %"
                    + " 4 > 0 THEN [1] ELSE [] END | CREATE (a)-[:S {k: k}]->(b))");
        for (int chunk : new int[] {1, 7, 8192}) {
            Exported found =
                    export(
                            "{nodeProperties: ['i'], relationshipProperties: ['k'], chunk: "
                                    + chunk
                                    + "}");
            assertSameAsCypher(
                    found,
                    "MATCH (n) RETURN id(n) AS id, labels(n) AS labels, n.i AS i",
                    "MATCH (a)-[r]->(b) RETURN id(r) AS id, id(a) AS source, id(b) AS target,"
                            + " type(r) AS type, r.k AS k");
        }
        assertSameAsCypher(
                export(
                        "{nodeLabels: ['A', 'B'], relationshipTypes: ['R'], nodeProperties: ['i'],"
                                + " relationshipProperties: ['k']}"),
                "MATCH (n:A|B) RETURN id(n) AS id, labels(n) AS labels, n.i AS i",
                "MATCH (a:A|B)-[r:R]->(b:A|B) RETURN id(r) AS id, id(a) AS source, id(b) AS target,"
                        + " type(r) AS type, r.k AS k");
    }

    private void assertSameAsCypher(Exported found, String nodes, String relationships) {
        List<?> labelSets = (List<?>) found.end.get("labelSets");
        List<?> types = (List<?>) found.end.get("types");
        Map<Object, Object> expectedNodes = new HashMap<>();
        Map<Object, Object> expectedRelationships = new HashMap<>();
        try (Transaction tx = server.db().beginTx()) {
            tx.execute(nodes)
                    .forEachRemaining(
                            row -> {
                                TreeSet<Object> labels = new TreeSet<>((List<?>) row.get("labels"));
                                Map<String, Object> node = new HashMap<>();
                                node.put("labelSet", labelSets.indexOf(new ArrayList<>(labels)));
                                node.put("i", row.get("i"));
                                expectedNodes.put(row.get("id"), node);
                            });
            tx.execute(relationships)
                    .forEachRemaining(
                            row -> {
                                Map<String, Object> relationship = new HashMap<>(row);
                                relationship.put("type", types.indexOf(row.get("type")));
                                expectedRelationships.put(relationship.remove("id"), relationship);
                            });
        }
        assertEquals(expectedNodes, found.nodes);
        assertEquals(expectedRelationships, found.relationships);
        assertEquals((long) expectedNodes.size(), found.end.get("nodes"));
        assertEquals((long) expectedRelationships.size(), found.end.get("relationships"));
    }

    @Test
    void everyKindOfPropertyKeepsItsValue() {
        server.run(
                "CREATE (:A {i: -9223372036854775808, f: -0.5, b: true, s: '𝄞 \\n"
                    + "\"', l: [1, 2], d: date('1999-12-31'), t:"
                    + " datetime('2020-01-02T03:04:05+01:00'), v: [1.0, 0.25], e: '', p: point({x:"
                    + " 1.0, y: 2.0})})");
        Map<String, Object> node =
                export(
                                "{nodeLabels: ['A'], nodeProperties: ['i', 'f', 'b', 's', 'l', 'd',"
                                        + " 't', 'v', 'e', 'p', 'absent'], vectors: ['v']}")
                        .nodes
                        .values()
                        .iterator()
                        .next();
        assertEquals(Long.MIN_VALUE, node.get("i"));
        assertEquals(-0.5, node.get("f"));
        assertEquals(true, node.get("b"));
        assertEquals("𝄞 \n\"", node.get("s"));
        assertEquals("[1,2]", node.get("l"));
        assertEquals("1999-12-31", node.get("d"));
        assertEquals("2020-01-02T03:04:05+01:00", node.get("t"));
        assertEquals(List.of(1.0, 0.25), node.get("v"));
        assertEquals("", node.get("e"));
        assertEquals(
                Map.of("srid", 7203L, "coordinates", List.of(1.0, 2.0)),
                Json.read((String) node.get("p")));
        assertNull(node.get("absent"));
    }

    @Test
    void largeStringsCloseAFrameEarly() {
        server.run(
                "UNWIND range(1, 20) AS i CREATE (:A {s: $text})",
                Map.of("text", "x".repeat(2_000_000)));
        try (Transaction tx = server.db().beginTx();
                Result rows =
                        tx.execute(
                                "CALL motif.internal.export({nodeLabels: ['A'], nodeProperties:"
                                        + " ['s']}) YIELD data RETURN data AS bytes")) {
            long total = 0;
            while (rows.hasNext()) {
                int size = ((byte[]) rows.next().get("bytes")).length;
                assertTrue(size < Frame.MAXIMUM_BYTES);
                total += size;
            }
            assertTrue(total > 40_000_000, "all of it");
        }
    }

    @Test
    void aSpecificationThatCannotBeReadIsRefused() {
        assertTrue(
                server.failure("CALL motif.internal.export({nodeLables: ['A']})")
                        .contains("'nodeLables'"));
        assertTrue(
                server.failure("CALL motif.internal.export({chunk: 0})").contains("chunk must be"));
        assertTrue(
                server.failure("CALL motif.internal.export({nodeLabels: 'A'})")
                        .contains("list of names"));
    }

    @Test
    void pagesOfIdsHoldWhatWasAdded() {
        IdSet ids = new IdSet();
        long[] some = {0, 1, 63, 64, 65535, 65536, 1L << 34};
        boolean[] firstTime = new boolean[some.length];
        for (int i = 0; i < some.length; i++) {
            firstTime[i] = ids.add(some[i]) && ids.contains(some[i]) && !ids.add(some[i]);
        }
        assertArrayEquals(new boolean[] {true, true, true, true, true, true, true}, firstTime);
        assertTrue(!ids.contains(2) && !ids.contains(128) && !ids.contains(1L << 40));
    }
}
