package motif;

import motif.freshness.LastTransaction;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Result;
import org.neo4j.harness.Neo4j;
import org.neo4j.harness.Neo4jBuilders;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * One Neo4j with the plugin and the graph of the contract, and one service that answers as told,
 * for all tests.
 */
final class TestServer implements ExtensionContext.Store.CloseableResource {

    static final Path CONTRACT = Path.of("..", "..", "tests", "contract");

    final FakeService service;
    final Path folder;
    private final Neo4j neo4j;

    private TestServer() {
        try {
            folder = Files.createTempDirectory("motif-test");
            service = new FakeService();
            configure("");
            System.setProperty("MOTIF_CONF", folder.resolve("motif.conf").toString());
            neo4j =
                    Neo4jBuilders.newInProcessBuilder()
                            .withDisabledServer()
                            .withProcedure(GraphProcedures.class)
                            .withProcedure(RetrievalProcedures.class)
                            .withProcedure(EmbeddingProcedures.class)
                            .withProcedure(DominanceProcedures.class)
                            .withProcedure(TripleProcedures.class)
                            .withProcedure(TracingProcedures.class)
                            .withProcedure(TrussProcedures.class)
                            .withProcedure(SimilarityProcedures.class)
                            .withProcedure(SchemaProcedures.class)
                            .withProcedure(SystemProcedures.class)
                            .withProcedure(LastTransaction.class)
                            .withProcedure(ExecutingProcedure.class)
                            .withFunction(GraphProcedures.class)
                            .withFunction(EmbeddingProcedures.class)
                            .withFunction(SystemProcedures.class)
                            .withFixture(Files.readString(CONTRACT.resolve("graph.cypher")))
                            .build();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    GraphDatabaseService db() {
        return neo4j.defaultDatabaseService();
    }

    /** Writes motif.conf for the running service, with further lines. */
    void configure(String lines) {
        writeSettings(
                "service.url=http://127.0.0.1:"
                        + service.port()
                        + "\nservice.token_file=token\n"
                        + lines);
    }

    void writeSettings(String content) {
        try {
            Files.writeString(folder.resolve("token"), FakeService.TOKEN + "\n");
            Path file = folder.resolve("motif.conf");
            Files.writeString(file, content);
            // Two writes within the clock's grain must count as two.
            settingsVersion += 1000;
            Files.setLastModifiedTime(
                    file, java.nio.file.attribute.FileTime.fromMillis(settingsVersion));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private long settingsVersion = System.currentTimeMillis();

    /** The first column of the only row. */
    Object value(String statement) {
        try (var tx = db().beginTx();
                Result result = tx.execute(statement)) {
            return result.next().values().iterator().next();
        }
    }

    void run(String statement) {
        db().executeTransactionally(statement);
    }

    void run(String statement, Map<String, Object> parameters) {
        db().executeTransactionally(statement, parameters);
    }

    /** The message of the failure that the statement must end in. */
    String failure(String statement) {
        try (var tx = db().beginTx()) {
            String result = tx.execute(statement).resultAsString();
            throw new AssertionError("no failure but " + result);
        } catch (RuntimeException error) {
            return error.getMessage();
        }
    }

    @Override
    public void close() {
        neo4j.close();
        service.stop();
    }

    /** Hands the one server to tests that ask for it. */
    static final class Shared implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == TestServer.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            var store = context.getRoot().getStore(Namespace.GLOBAL);
            TestServer server =
                    store.getOrComputeIfAbsent("server", key -> new TestServer(), TestServer.class);
            server.service.reset();
            server.configure("");
            return server;
        }
    }
}
