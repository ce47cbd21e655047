package motif;

import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is installed: the plugin, its procedures, and the service it talks to. */
final class Installation {

    static final String VERSION = readVersion();

    private static final String LISTING =
            " YIELD name, description, signature, argumentDescription WHERE name STARTS WITH"
                + " 'motif.' AND (toLower(name) CONTAINS toLower($word) OR toLower(description)"
                + " CONTAINS toLower($word)) AND NOT name STARTS WITH 'motif.internal.' RETURN"
                + " name, description, signature, CASE WHEN $word <> '' THEN [a IN"
                + " argumentDescription | a.name + ': ' + a.description] END AS arguments ORDER BY"
                + " name";

    private Installation() {}

    private static String readVersion() {
        Properties properties = new Properties();
        try (InputStream stream =
                Installation.class.getResourceAsStream("/motif/plugin.properties")) {
            properties.load(stream);
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
        return properties.getProperty("version");
    }

    static Stream<Columns.Help> help(Transaction tx, String word) {
        Map<String, Object> parameters = Map.of("word", word == null ? "" : word);
        List<Columns.Help> found = new ArrayList<>();
        for (String type : List.of("procedure", "function")) {
            try (Result result = tx.execute("SHOW " + type + "s" + LISTING, parameters)) {
                result.stream().map(row -> helpRow(row, type)).forEach(found::add);
            }
        }
        return found.stream();
    }

    private static Columns.Help helpRow(Map<String, Object> row, String type) {
        String arguments =
                row.get("arguments") instanceof List<?> lines
                        ? lines.stream().map(String::valueOf).collect(Collectors.joining("\n"))
                        : null;
        return new Columns.Help(
                (String) row.get("name"),
                (String) row.get("description"),
                arguments,
                (String) row.get("signature"),
                type);
    }

    /**
     * Facts that the plugin knows, then the service's own, of several those of the first that
     * answers; one that cannot be used is a fact too.
     */
    static Stream<Columns.Fact> facts(
            Caller caller, Supplier<Map<Peer, List<Columns.Fact>>> serviceFacts) {
        List<Columns.Fact> facts = new ArrayList<>();
        facts.add(new Columns.Fact("pluginVersion", VERSION));
        facts.add(new Columns.Fact("pluginProtocol", ServiceClient.PROTOCOL));
        try (Result result =
                caller.tx()
                        .execute(
                                "CALL dbms.components() YIELD name, versions, edition WHERE name ="
                                    + " 'Neo4j Kernel' RETURN versions[0] AS neo4jVersion, edition"
                                    + " AS neo4jEdition")) {
            result.next().forEach((key, value) -> facts.add(new Columns.Fact(key, value)));
        }
        facts.add(
                new Columns.Fact("transactionListener", Database.lastTransaction(caller) != null));
        try {
            List<Peer> peers = Peers.of(Settings.current());
            Map<Peer, List<Columns.Fact>> told = Map.of();
            try {
                told = serviceFacts.get();
                Peer first = told.keySet().iterator().next();
                facts.add(new Columns.Fact("serviceVersion", first.version()));
                facts.add(new Columns.Fact("serviceProtocol", ServiceClient.PROTOCOL));
                boolean fits =
                        told.keySet().stream().allMatch(each -> VERSION.equals(each.version()));
                facts.add(new Columns.Fact("fits", fits));
                facts.addAll(told.get(first));
            } finally {
                facts.add(new Columns.Fact("services", services(peers, told)));
            }
        } catch (MotifException problem) {
            facts.add(new Columns.Fact("fits", false));
            facts.add(new Columns.Fact("problem", problem.getMessage()));
        }
        return facts.stream();
    }

    /** Each service, and whom it follows, as far as it said so. */
    private static List<Map<String, Object>> services(
            List<Peer> peers, Map<Peer, List<Columns.Fact>> told) {
        List<Map<String, Object>> services = new ArrayList<>();
        for (Peer peer : peers) {
            Map<String, Object> service = peer.told();
            service.put("follows", null);
            for (Columns.Fact fact : told.getOrDefault(peer, List.of())) {
                if (fact.key().equals("follows")) {
                    service.put("follows", fact.value());
                }
            }
            services.add(service);
        }
        return services;
    }
}
