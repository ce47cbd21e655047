package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Transaction;

import java.util.List;
import java.util.Map;

/** Labels and types of any name are sampled and counted, without reading the graph. */
@ExtendWith(TestServer.Shared.class)
class SchemaSampleTest {

    private final TestServer server;

    SchemaSampleTest(TestServer server) {
        this.server = server;
    }

    @AfterEach
    void removeWhatTheTestMade() {
        server.run("MATCH (n:`Odd ``label'\\\\`) DETACH DELETE n");
    }

    @Test
    void namesWithQuotesAreCountedAndKindsOfOnePropertyAreMixed() {
        server.run(
                "CREATE (:`Odd ``label'\\\\` {p: 1, v: [0.5]})-[:`Odd ``type'` {q: true}]->"
                        + "(:`Odd ``label'\\\\` {p: 'one', d: date('2020-01-01'), l: ['a']})");
        try (Transaction tx = server.db().beginTx()) {
            List<Map<String, Object>> entries = SchemaSample.of(tx);
            assertTrue(
                    entries.contains(
                            Map.of(
                                    "labels", List.of("Odd `label'\\\\"),
                                    "properties",
                                            Map.of(
                                                    "p",
                                                    "MIXED",
                                                    "v",
                                                    "LIST<FLOAT>",
                                                    "d",
                                                    "OTHER",
                                                    "l",
                                                    "LIST"),
                                    "count", 2L)),
                    entries.toString());
            assertTrue(
                    entries.contains(
                            Map.of(
                                    "type",
                                    "Odd `type'",
                                    "properties",
                                    Map.of("q", "BOOLEAN"),
                                    "count",
                                    1L)),
                    entries.toString());
            assertEquals(tx.getAllNodes().stream().count(), entries.get(0).get("count"));
        }
    }

    @Test
    void countsComeFromTheCountStore() {
        try (Transaction tx = server.db().beginTx()) {
            String plan =
                    tx.execute(
                                    "EXPLAIN "
                                            + SchemaSample.countStatement(
                                                    SchemaSample.RELATIONSHIPS, "ACTED_IN"))
                            .getExecutionPlanDescription()
                            .toString();
            assertTrue(plan.contains("CountFromCountStore"), plan);
            assertFalse(plan.contains("Scan"), plan);
        }
    }
}
