package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

import java.util.List;
import java.util.Map;

/** Motif about itself: works without the service too. */
@ExtendWith(TestServer.Shared.class)
class SystemTest {

    private final TestServer server;

    SystemTest(TestServer server) {
        this.server = server;
    }

    private List<Map<String, Object>> rows(String statement) {
        try (Transaction tx = server.db().beginTx();
                Result result = tx.execute(statement)) {
            return result.stream().toList();
        }
    }

    @Test
    void theVersionIsThatOfTheBuild() {
        assertTrue(Installation.VERSION.matches("\\d+\\.\\d+\\.\\d+.*"), Installation.VERSION);
        assertEquals(Installation.VERSION, server.value("RETURN motif.version()"));
        assertEquals(Installation.VERSION, server.value("CALL motif.version()"));
    }

    @Test
    void helpFindsAWordInNamesAndDescriptions() {
        assertTrue(
                rows("CALL motif.help('SimGRAG')").stream()
                        .anyMatch(row -> row.get("name").equals("motif.search")));
        assertEquals(List.of(), rows("CALL motif.help('no such word')"));
    }

    @Test
    void helpTellsWhatToPassWhereAWordIsGiven() {
        Map<String, Object> search = rows("CALL motif.help('motif.search')").get(0);
        String arguments = String.valueOf(search.get("arguments"));
        assertTrue(arguments.startsWith("graphName: A projection's name"), arguments);
        assertTrue(arguments.contains("\nconfiguration: topK (3), "), arguments);
        assertTrue(
                rows("CALL motif.help()").stream().allMatch(row -> row.get("arguments") == null));
    }

    @Test
    void everyProcedureArgumentAndColumnIsDescribed() {
        for (String kind : List.of("PROCEDURES", "FUNCTIONS")) {
            List<Map<String, Object>> shown =
                    rows(
                            "SHOW "
                                    + kind
                                    + " YIELD name, description, argumentDescription,"
                                    + " returnDescription WHERE name STARTS WITH 'motif.'");
            assertTrue(shown.size() >= 3);
            for (Map<String, Object> row : shown) {
                assertTrue(!String.valueOf(row.get("description")).isBlank(), row.toString());
                assertDescribed(row, "argumentDescription");
                if (kind.equals("PROCEDURES")) {
                    assertDescribed(row, "returnDescription");
                }
            }
        }
    }

    /** Neo4j puts the type where a description is missing. */
    private static void assertDescribed(Map<String, Object> row, String key) {
        for (Object item : (List<?>) row.get(key)) {
            String description = String.valueOf(((Map<?, ?>) item).get("description"));
            assertTrue(
                    !description.isBlank() && !description.contains("::"),
                    row.get("name") + ": " + item);
        }
    }

    @Test
    void onlyWritingAndIndexingAreMoreThanRead() {
        List<Map<String, Object>> more =
                rows(
                        "SHOW PROCEDURES YIELD name, mode WHERE name STARTS WITH 'motif.'"
                                + " AND mode <> 'READ' RETURN name, mode ORDER BY name");
        assertEquals(
                List.of(
                        Map.of("name", "motif.embed.dominance.write", "mode", "WRITE"),
                        Map.of("name", "motif.embed.text.write", "mode", "WRITE"),
                        Map.of("name", "motif.embed.triple.write", "mode", "WRITE"),
                        Map.of("name", "motif.index.create", "mode", "SCHEMA"),
                        Map.of("name", "motif.similarity.write", "mode", "WRITE"),
                        Map.of("name", "motif.truss.write", "mode", "WRITE")),
                more);
    }

    @Test
    void sysInfoTellsWhatIsWrongWhenTheServiceIsAway() {
        server.writeSettings("service.url=http://127.0.0.1:1\nservice.token_file=token\n");
        List<Map<String, Object>> facts = rows("CALL motif.sysInfo()");
        assertTrue(facts.contains(Map.of("key", "fits", "value", false)), facts.toString());
        assertTrue(
                facts.stream().anyMatch(fact -> fact.get("key").equals("problem")),
                facts.toString());
    }
}
