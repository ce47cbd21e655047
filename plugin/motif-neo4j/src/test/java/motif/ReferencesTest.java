package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.security.AuthorizationViolationException;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What resolves for whom. Community has no roles, so a transaction stands in for one whose login
 * may not see some nodes, or some of their properties, as role-based access has it.
 */
@ExtendWith(TestServer.Shared.class)
@SuppressWarnings("deprecation")
class ReferencesTest {

    private final TestServer server;

    ReferencesTest(TestServer server) {
        this.server = server;
    }

    @TestFactory
    Stream<DynamicTest> whatMustHoldOfANode() throws IOException {
        Object read =
                Json.read(
                        Files.readString(
                                TestServer.CONTRACT.resolve("references").resolve("nodes.json")));
        List<DynamicTest> tests = new ArrayList<>();
        for (Object each : (List<?>) read) {
            Map<String, Object> given = Json.asMap((Map<?, ?>) each);
            List<?> now = (List<?>) given.get("now");
            for (int i = 0; i < now.size(); i++) {
                Map<String, Object> state = Json.asMap((Map<?, ?>) now.get(i));
                tests.add(
                        DynamicTest.dynamicTest(
                                given.get("name") + " " + i,
                                () -> compare(Json.mapAt(given, "reference"), state)));
            }
        }
        return tests.stream();
    }

    private void compare(Map<String, Object> described, Map<String, Object> state) {
        try (Transaction tx = server.db().beginTx()) {
            Node node = tx.createNode();
            ((List<?>) state.get("labels")).forEach(one -> node.addLabel(Label.label((String) one)));
            Json.mapAt(state, "properties")
                    .forEach((name, value) -> node.setProperty(name, stored(value)));
            Map<String, Object> reference = new LinkedHashMap<>(described);
            reference.put("$node", node.getElementId());
            assertEquals(state.get("same"), resolves(tx, reference));
        }
    }

    private static Object stored(Object value) {
        if (value instanceof Map<?, ?> map) {
            return LocalDate.parse((String) map.get("$date"));
        }
        return value instanceof List<?> list ? list.toArray(String[]::new) : value;
    }

    private static boolean resolves(Transaction tx, Map<String, Object> reference) {
        References references = new References(tx);
        references.define(List.of(reference));
        try {
            references.require(List.of(0L));
            return true;
        } catch (References.Unresolved gone) {
            return false;
        }
    }

    @Test
    void aRowWhoseTextRestsOnWhatTheCallerMayNotSeeIsLeftOut() {
        try (Transaction tx = server.db().beginTx()) {
            Node heat = tx.findNode(Label.label("Movie"), "title", "Heat");
            String id = heat.getElementId();
            for (RuntimeException refusal :
                    List.of(
                            new NotFoundException("Unable to load NODE " + id),
                            AuthorizationViolationException.permissionDeniedForbidden())) {
                Values values = new Values(hiding(tx, id, refusal));
                assertThrows(References.Unresolved.class, () -> values.resolveRow(textOf(id)));
            }
            assertEquals(
                    Map.of("text", "Heat"), assertResolves(new Values(tx), textOf(id)), "as is");
        }
    }

    @Test
    void aPropertyThatTheCallerMayNotReadHidesTheRowThatTellsIt() {
        try (Transaction tx = server.db().beginTx()) {
            Node heat = tx.findNode(Label.label("Movie"), "title", "Heat");
            heat.setProperty("salary", 7L);
            Map<String, Object> reference = new LinkedHashMap<>();
            reference.put("$node", heat.getElementId());
            reference.put("property", "title");
            reference.put("name", "Heat");
            reference.put("reads", List.of("salary"));
            assertTrue(resolves(tx, reference));
            assertFalse(resolves(withoutProperty(tx, "salary"), reference));
            assertFalse(resolves(withoutProperty(tx, "title"), reference));
        }
    }

    @Test
    void whatFollowsARowThatWasLeftOutKeepsItsNumbers() throws References.Unresolved {
        try (Transaction tx = server.db().beginTx()) {
            String heat = tx.findNode(Label.label("Movie"), "title", "Heat").getElementId();
            String mann = tx.findNode(Label.label("Person"), "name", "Michael Mann").getElementId();
            Values values = new Values(hiding(tx, heat, new NotFoundException("hidden")));
            Map<String, Object> first = textOf(heat);
            first.put("references", List.of(Map.of("$node", heat), Map.of("$node", mann)));
            assertThrows(References.Unresolved.class, () -> values.resolveRow(first));
            Map<String, Object> second = new LinkedHashMap<>();
            second.put("rests", List.of(1L));
            second.put("answers", List.of(Map.of("$ref", 1L)));
            Object answers = values.resolveRow(second).get("answers");
            assertEquals(List.of(tx.getNodeByElementId(mann)), answers);
            Map<String, Object> either = new LinkedHashMap<>();
            either.put("rests", List.of(List.of(0L, 1L)));
            assertEquals(Map.of(), values.resolveRow(either));
            Map<String, Object> hidden = new LinkedHashMap<>();
            hidden.put("rests", List.of(List.of(0L)));
            assertThrows(References.Unresolved.class, () -> values.resolveRow(hidden));
        }
    }

    @Test
    void aRelationshipHangsTogetherAsItDidAndSaysWhatItSaid() {
        try (Transaction tx = server.db().beginTx()) {
            Node one = tx.createNode();
            Node other = tx.createNode();
            Relationship link = one.createRelationshipTo(other, RelationshipType.withName("R"));
            link.setProperty("said", "works for");
            Map<String, Object> reference = new LinkedHashMap<>();
            reference.put("$relationship", link.getElementId());
            reference.put("type", "R");
            reference.put("source", 0L);
            reference.put("target", 1L);
            reference.put("property", "said");
            reference.put("name", "works for");
            assertTrue(linked(tx, one, other, reference));
            assertFalse(linked(tx, other, one, reference), "the other way round");
            link.setProperty("said", "owns");
            assertFalse(linked(tx, one, other, reference), "another text");
        }
    }

    private static boolean linked(
            Transaction tx, Node source, Node target, Map<String, Object> reference) {
        References references = new References(tx);
        references.define(
                List.of(
                        Map.of("$node", source.getElementId()),
                        Map.of("$node", target.getElementId()),
                        reference));
        try {
            references.require(List.of(2L));
            return true;
        } catch (References.Unresolved gone) {
            return false;
        }
    }

    @Test
    void ranksHaveNoGapsAndCitationsFollow() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (long rank : new long[] {2, 5}) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("rank", rank);
            row.put("metadata", Map.of("citations", List.of(1L, 2L, 5L)));
            rows.add(row);
        }
        Ranks.close(rows);
        assertEquals(List.of(1L, 2L), rows.stream().map(row -> row.get("rank")).toList());
        assertEquals(Map.of("citations", List.of(1L, 2L)), rows.get(0).get("metadata"));
    }

    private static final String SEARCH =
            "CALL motif.search('movies', [['?film', 'DIRECTED_BY', 'Michael Mann']], {return:"
                    + " 'text'})";
    private static final String GONE = "{\"rank\": 1, \"references\": [{\"$node\": \"4:x:99\"}],"
            + " \"rests\": [0], \"text\": \"Secret\", \"metadata\": {}}";
    private static final String THERE = "{\"rank\": 2, \"rests\": [], \"text\": \"Known\","
            + " \"metadata\": {}}";

    @Test
    void whoMayNotKnowIsNotToldThatRowsWereDropped() {
        answer("{\"end\": {\"rows\": 2, \"discreet\": true}}", GONE, THERE);
        assertEquals("1 Known false", told());
        answer("{\"end\": {\"rows\": 2}}", GONE, THERE);
        assertEquals("1 Known true", told());
        answer("{\"end\": {\"rows\": 1, \"discreet\": true}}", GONE);
        assertEquals(0L, server.value(SEARCH + " YIELD rank RETURN count(rank)"));
        answer("{\"end\": {\"rows\": 1}}", GONE);
        assertTrue(server.failure(SEARCH).contains("still as it was"));
    }

    private Object told() {
        return server.value(
                SEARCH
                        + " YIELD rank, text, metadata RETURN rank + ' ' + text + ' ' +"
                        + " toString(metadata.dropped IS NOT NULL)");
    }

    private void answer(String end, String... rows) {
        StringBuilder lines = new StringBuilder();
        for (String row : rows) {
            lines.append("{\"row\": ").append(row).append("}\n");
        }
        server.service.reset();
        server.service.reply(200, lines + end + "\n");
    }

    @Test
    void everyCallAboutAProjectionSaysWhoCallsUnlessTheSettingsSaySo() {
        server.service.replyRows();
        server.value(SEARCH + " YIELD rank RETURN count(rank)");
        Map<String, Object> request = server.service.asked.get(0).json();
        assertTrue(request.containsKey("user"), request.toString());
        assertEquals(false, request.get("roles"));
        assertFalse(request.containsKey("owned"));
        server.configure("projections.owned=false\n");
        server.service.replyRows();
        server.value(SEARCH + " YIELD rank RETURN count(rank)");
        request = server.service.asked.get(1).json();
        assertFalse(request.containsKey("user"), request.toString());
        assertEquals(false, request.get("owned"));
    }

    @Test
    void theIdThatAUserGivesAJobIsNotTheOneThatCancelsIt() {
        server.service.replyRows();
        server.value(
                "CALL motif.search('movies', [], {jobId: 'nightly'}) YIELD rank RETURN"
                        + " count(rank)");
        assertFalse(server.service.asked.get(0).json().get("jobId").equals("nightly"));
    }

    private static Map<String, Object> textOf(String id) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("references", List.of(Map.of("$node", id, "property", "title", "name", "Heat")));
        row.put("rests", List.of(0L));
        row.put("text", "Heat");
        return row;
    }

    private static Map<String, Object> assertResolves(Values values, Map<String, Object> row) {
        try {
            return values.resolveRow(row);
        } catch (References.Unresolved gone) {
            throw new AssertionError(gone);
        }
    }

    /** The transaction of a login that may not see the node of that id. */
    private static Transaction hiding(Transaction tx, String id, RuntimeException refusal) {
        return standIn(
                Transaction.class,
                tx,
                (name, arguments, found) -> {
                    if (name.equals("getNodeByElementId") && id.equals(arguments[0])) {
                        throw refusal;
                    }
                    return found;
                });
    }

    /** The transaction of a login that may not read a property: it is as if there were none. */
    private static Transaction withoutProperty(Transaction tx, String property) {
        return standIn(
                Transaction.class,
                tx,
                (name, arguments, found) ->
                        found instanceof Node node ? blinded(node, property) : found);
    }

    private static Node blinded(Node node, String property) {
        return standIn(
                Node.class,
                node,
                (name, arguments, found) -> {
                    if (name.equals("getProperties")) {
                        Map<String, Object> left = new LinkedHashMap<>(Json.asMap((Map<?, ?>) found));
                        left.remove(property);
                        return left;
                    }
                    return found;
                });
    }

    private interface Answering {

        Object answer(String name, Object[] arguments, Object found);
    }

    private static <T> T standIn(Class<T> type, T real, Answering answering) {
        Object made =
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) -> {
                            try {
                                Object found = method.invoke(real, arguments);
                                return answering.answer(method.getName(), arguments, found);
                            } catch (InvocationTargetException error) {
                                throw error.getCause();
                            }
                        });
        return type.cast(made);
    }
}
