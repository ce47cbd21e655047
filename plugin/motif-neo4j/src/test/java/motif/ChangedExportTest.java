package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An export since a transaction holds what has changed, and nothing that is not committed. */
@ExtendWith(TestServer.Shared.class)
class ChangedExportTest {

    private static final String EMPTY = "";

    private final TestServer server;
    private Map<String, Object> end;

    ChangedExportTest(TestServer server) {
        this.server = server;
    }

    @BeforeEach
    void create() {
        server.run(
                "CREATE (a:A {k: 'a'})-[:R {k: 'ab'}]->(b:A {k: 'b'})-[:R {k: 'bc'}]->(c:B {k:"
                        + " 'c'})-[:S {k: 'ca'}]->(a)");
        end = only(export(EMPTY), "end");
    }

    @AfterEach
    void remove() {
        server.run("MATCH (n) WHERE n:A OR n:B DETACH DELETE n");
    }

    private List<Map<String, Object>> export(Transaction tx, String more) {
        List<Map<String, Object>> frames = new ArrayList<>();
        String call =
                "CALL motif.internal.export({nodeLabels: ['A'], nodeProperties: ['k'],"
                        + " relationshipProperties: ['k']";
        try (Result rows = tx.execute(call + more + "})")) {
            while (rows.hasNext()) {
                Map<String, Object> row = rows.next();
                frames.add(
                        FrameText.read(
                                new Frame((String) row.get("header"), (byte[]) row.get("data"))));
            }
        }
        return frames;
    }

    private List<Map<String, Object>> export(String more) {
        try (Transaction tx = server.db().beginTx()) {
            return export(tx, more);
        }
    }

    private List<Map<String, Object>> since(Map<String, Object> before) {
        return since(before, EMPTY);
    }

    private List<Map<String, Object>> since(Map<String, Object> before, String more) {
        return export(
                ", since: "
                        + before.get("transaction")
                        + ", log: '"
                        + before.get("log")
                        + "'"
                        + more);
    }

    private static Map<String, Object> only(List<Map<String, Object>> frames, String kind) {
        List<Map<String, Object>> found =
                frames.stream().filter(frame -> kind.equals(frame.get("kind"))).toList();
        assertEquals(1, found.size(), kind);
        return found.get(0);
    }

    /** The values of {@code k}, which are one letter each for nodes and two for relationships. */
    private static Set<String> keys(List<Map<String, Object>> frames, String kind, int length) {
        Set<String> keys = new HashSet<>();
        for (Map<String, Object> frame : frames) {
            if (kind.equals(frame.get("kind"))) {
                String all = (String) Json.mapAt(frame, "columns").get("k.bytes");
                for (int i = 0; i < all.length(); i += length) {
                    keys.add(all.substring(i, i + length));
                }
            }
        }
        return keys;
    }

    private static int touched(List<Map<String, Object>> frames, String what) {
        return ((List<?>) Json.mapAt(only(frames, "changes"), "columns").get(what)).size();
    }

    @Test
    void withoutAChangeNothingFollows() {
        List<Map<String, Object>> frames = since(end);
        assertEquals(true, only(frames, "changes").get("whole"));
        assertEquals(List.of("changes", "end"), frames.stream().map(f -> f.get("kind")).toList());
        assertEquals(end.get("transaction"), only(frames, "end").get("transaction"));
        assertEquals(end.get("log"), only(frames, "end").get("log"));
    }

    @Test
    void whatChangedComesAndWhatIsGoneIsNamed() {
        server.run("MATCH (a:A {k: 'a'}) SET a.k = 'x'");
        server.run("MATCH (:A {k: 'b'})-[r]->() DELETE r");
        server.run("MATCH (b:A {k: 'b'}) DETACH DELETE b CREATE (:A {k: 'd'})");
        List<Map<String, Object>> frames = since(end);
        assertEquals(Set.of("x", "d"), keys(frames, "nodes", 1));
        assertEquals(Set.of(), keys(frames, "relationships", 2));
        assertTrue(touched(frames, "nodes") >= 2);
        assertEquals(2, touched(frames, "relationships"));
    }

    @Test
    void aNodeThatIsSelectedNowBringsItsRelationships() {
        server.run("MATCH (c:B {k: 'c'}) SET c:A");
        List<Map<String, Object>> frames = since(end);
        assertEquals(Set.of("c"), keys(frames, "nodes", 1));
        assertEquals(Set.of("bc", "ca"), keys(frames, "relationships", 2));
        server.run("MATCH (c:B {k: 'c'}) REMOVE c:A");
        List<Map<String, Object>> later = since(only(frames, "end"));
        assertEquals(Set.of(), keys(later, "nodes", 1));
        assertEquals(1, touched(later, "nodes"));
    }

    @Test
    void relationshipsOfOtherTypesOrToOthersStayAway() {
        server.run(
                "MATCH (a:A {k: 'a'}), (c:B {k: 'c'}) CREATE (a)-[:R {k: 'aa'}]->(a), (a)-[:S {k:"
                        + " 'as'}]->(a), (a)-[:R {k: 'ac'}]->(c)");
        List<Map<String, Object>> frames = since(end, ", relationshipTypes: ['R']");
        assertEquals(Set.of("aa"), keys(frames, "relationships", 2));
        assertEquals(3, touched(frames, "relationships"));
    }

    @Test
    void everythingComesWhereItIsNotKnownWhatChanged() {
        Map<String, String> reasons =
                new HashMap<>(
                        Map.of(
                                ", since: 0, log: '" + end.get("log") + "'", "log in memory",
                                ", since: " + end.get("transaction"), "started anew"));
        server.run("MATCH (a:A {k: 'a'}) SET a.l = 1");
        reasons.put(
                ", since: "
                        + end.get("transaction")
                        + ", log: '"
                        + end.get("log")
                        + "', atMost: 0",
                "too much");
        reasons.forEach(
                (more, reason) -> {
                    List<Map<String, Object>> frames = export(more);
                    assertEquals(false, only(frames, "changes").get("whole"));
                    assertTrue(
                            String.valueOf(only(frames, "changes").get("reason")).contains(reason));
                    assertEquals(Set.of("a", "b"), keys(frames, "nodes", 1));
                    assertEquals(Set.of("ab"), keys(frames, "relationships", 2));
                });
    }

    @Test
    void whatIsNotCommittedIsNotExported() {
        try (Transaction tx = server.db().beginTx()) {
            tx.execute("CREATE (:A {k: 'u'})").close();
            tx.execute("MATCH (a:A {k: 'b'}) DETACH DELETE a").close();
            assertEquals(Set.of("a", "b"), keys(export(tx, EMPTY), "nodes", 1));
            tx.rollback();
        }
        assertFalse(keys(since(end), "nodes", 1).contains("u"));
        assertNotNull(end.get("log"));
    }

    @Test
    void aSinceThatIsNoTransactionIsRefused() {
        assertTrue(
                server.failure("CALL motif.internal.export({since: 'x'})")
                        .contains("since must be a transaction"));
    }
}
