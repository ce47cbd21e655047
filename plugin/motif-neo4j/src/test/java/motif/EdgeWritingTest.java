package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Computed edges in a database that holds relationships of others, too. */
@ExtendWith(TestServer.Shared.class)
class EdgeWritingTest {

    private static final String WRITE =
            "CALL motif.similarity.write('movies') YIELD relationshipsWritten,"
                    + " relationshipsRemoved RETURN relationshipsWritten * 10 +"
                    + " relationshipsRemoved";
    private static final String PAIRS =
            "MATCH (a)-[r:LIKE]->(b) WITH a.at + b.at AS pair ORDER BY pair RETURN collect(pair)";

    private final TestServer server;
    private String prefix;
    private List<Long> ids;

    EdgeWritingTest(TestServer server) {
        this.server = server;
    }

    @BeforeEach
    void fourNodes() {
        server.run("UNWIND ['a', 'b', 'c', 'd'] AS at CREATE (:Spot {at: at})");
        List<?> found =
                (List<?>)
                        server.value(
                                "MATCH (n:Spot) WITH n ORDER BY n.at RETURN collect(elementId(n))");
        String first = (String) found.get(0);
        prefix = first.substring(0, first.lastIndexOf(':') + 1);
        ids =
                found.stream()
                        .map(id -> Long.valueOf(((String) id).substring(prefix.length())))
                        .toList();
    }

    @AfterEach
    void none() {
        server.run("MATCH (n:Spot) DETACH DELETE n");
    }

    @Test
    void relationshipsOfOthersAndOfNodesOutsideStay() throws IOException {
        server.run(
                "MATCH (a:Spot {at: 'a'}), (b:Spot {at: 'b'}), (c:Spot {at: 'c'}), (d:Spot {at:"
                        + " 'd'}) CREATE (a)-[:LIKE {by: 'hand'}]->(b), (a)-[:LIKE {motifSettings:"
                        + " 'old@1'}]->(d), (b)-[:LIKE {motifSettings: 'old@1'}]->(c),"
                        + " (c)-[:NEAR {motifSettings: 'old@1'}]->(a)");
        reply(frames(List.of("a", "b", "c"), "ab"), true);
        assertEquals(11L, server.value(WRITE));
        assertEquals(List.of("ab", "ab", "ad"), server.value(PAIRS));
        assertEquals(
                1L, server.value("MATCH (:Spot)-[r:NEAR]->() RETURN count(r)"), "another type");
        assertEquals(
                1L, server.value("MATCH (:Spot)-[r:LIKE {by: 'hand'}]->() RETURN count(r)"));
    }

    @Test
    void nothingIsRemovedWhenTheServiceIsLost() throws IOException {
        reply(frames(List.of("a", "b", "c", "d"), "ab", "bc"), true);
        assertEquals(20L, server.value(WRITE));
        reply(frames(List.of("a", "b", "c", "d"), "ad"), false);
        assertTrue(server.failure(WRITE).contains("was lost"));
        assertEquals(List.of("ab", "ad", "bc"), server.value(PAIRS));
        reply(frames(List.of("a", "b", "c", "d"), "ad"), true);
        assertEquals(2L, server.value(WRITE), "what was written is there, what is gone goes");
        assertEquals(List.of("ad"), server.value(PAIRS));
    }

    @Test
    void moreThanABatchIsWrittenAndRemoved() throws IOException {
        int many = 2 * FrameWriting.BATCH + 3;
        String[] pairs = new String[many];
        Arrays.fill(pairs, "ab");
        server.run(
                "MATCH (a:Spot {at: 'a'}), (b:Spot {at: 'b'}) UNWIND range(1, $many) AS i CREATE"
                        + " (a)-[:LIKE {motifSettings: 'old@1'}]->(b)",
                Map.of("many", (long) many));
        reply(frames(List.of("a", "b"), pairs), true);
        assertEquals(10L + many, server.value(WRITE), "equal edges are one");
        assertEquals(List.of("ab"), server.value(PAIRS));
    }

    private List<String> frames(List<String> scope, String... pairs) {
        String ends =
                Arrays.stream(pairs)
                        .map(pair -> String.valueOf(id(pair.substring(0, 1))))
                        .collect(Collectors.joining(", "));
        String others =
                Arrays.stream(pairs)
                        .map(pair -> String.valueOf(id(pair.substring(1))))
                        .collect(Collectors.joining(", "));
        String scores = Arrays.stream(pairs).map(pair -> "1.0").collect(Collectors.joining(", "));
        String inside =
                scope.stream().map(at -> String.valueOf(id(at))).collect(Collectors.joining(", "));
        return List.of(
                "{\"kind\": \"scope\", \"count\": "
                        + scope.size()
                        + ", \"columns\": {\"id\": ["
                        + inside
                        + "]}}",
                "{\"kind\": \"write\", \"count\": 0, \"columns\": {}, \"relationshipType\":"
                        + " \"LIKE\", \"property\": \"score\", \"stampProperty\":"
                        + " \"motifSettings\", \"stamp\": \"new@2\"}",
                "{\"kind\": \"edges\", \"count\": "
                        + pairs.length
                        + ", \"idPrefix\": \""
                        + prefix
                        + "\", \"columns\": {\"source\": ["
                        + ends
                        + "], \"target\": ["
                        + others
                        + "], \"score\": ["
                        + scores
                        + "]}}",
                "{\"kind\": \"end\", \"count\": 0, \"columns\": {}, \"row\": {}}");
    }

    private long id(String at) {
        return ids.get(at.charAt(0) - 'a');
    }

    private void reply(List<String> frames, boolean whole) throws IOException {
        var body = new ByteArrayOutputStream();
        for (String text : whole ? frames : frames.subList(0, frames.size() - 1)) {
            Frame frame = FrameText.write(Json.readMap(text));
            body.write(frame.headerLine());
            body.write(frame.data());
        }
        server.service.reply(200, ServiceClient.FRAMES, body.toByteArray());
    }
}
