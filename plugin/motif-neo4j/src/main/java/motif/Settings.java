package motif;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What {@code motif.conf} says. The file is the one that {@code MOTIF_CONF} names (a system
 * property or an environment variable), else it lies beside neo4j.conf. It is read again when it
 * has changed.
 *
 * @param serviceUrls where services listen that share one folder, or the only one ({@code
 *     service.url}, with commas between)
 * @param tokenFile the secret shared with the service ({@code service.token_file}); null when not
 *     set
 * @param connectTimeout how long to wait for a connection ({@code service.timeout}, in seconds)
 * @param silence after how long without a byte of an answer the service is asked whether it still
 *     works on it ({@code service.silence}, in seconds)
 * @param writeTimeout how long one batch of writing may wait for locks ({@code write.timeout}, in
 *     seconds)
 * @param exportEnabled whether {@code motif.internal.export} may be called ({@code export.enabled})
 * @param catalogLocked whether projections may not be changed ({@code catalog.locked})
 * @param projectionsOwned whether projections belong to the login that made them ({@code
 *     projections.owned})
 */
record Settings(
        List<URI> serviceUrls,
        Path tokenFile,
        Duration connectTimeout,
        Duration silence,
        Duration writeTimeout,
        boolean exportEnabled,
        boolean catalogLocked,
        boolean projectionsOwned) {

    static final String FILE_NAME = "motif.conf";

    private static final Map<String, String> DEFAULTS =
            Map.of(
                    "service.url", "http://127.0.0.1:7690",
                    "service.token_file", "",
                    "service.timeout", "5",
                    "service.silence", "15",
                    "write.timeout", "10",
                    "export.enabled", "true",
                    "catalog.locked", "false",
                    "projections.owned", "true");
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]", "::1");

    private record Loaded(Path file, FileTime changed, Settings settings) {}

    private static volatile Loaded loaded;

    /** The settings in force now. */
    static Settings current() {
        Path file = locate();
        FileTime changed = changeTime(file);
        Loaded last = loaded;
        if (last == null || !last.file.equals(file) || !last.changed.equals(changed)) {
            last =
                    new Loaded(
                            file,
                            changed,
                            parse(readLines(file), file.toAbsolutePath().getParent()));
            loaded = last;
        }
        return last.settings;
    }

    /** Refuses {@code procedure} when projections may not be changed. */
    void requireUnlocked(String procedure) {
        if (catalogLocked) {
            throw new MotifException(
                    "The catalog is locked, so "
                            + procedure
                            + " may not change a projection: catalog.locked is true in motif.conf."
                            + " Whoever runs the server can set it to false.");
        }
    }

    private static Path locate() {
        String named = System.getProperty("MOTIF_CONF", System.getenv("MOTIF_CONF"));
        if (named != null && !named.isBlank()) {
            return Path.of(named);
        }
        List<Path> candidates = new ArrayList<>();
        if (System.getenv("NEO4J_CONF") != null) {
            candidates.add(Path.of(System.getenv("NEO4J_CONF"), FILE_NAME));
        }
        candidates.add(besidePlugins());
        if (System.getenv("NEO4J_HOME") != null) {
            candidates.add(Path.of(System.getenv("NEO4J_HOME"), "conf", FILE_NAME));
        }
        return candidates.stream().filter(Files::isRegularFile).findFirst().orElse(besidePlugins());
    }

    /**
     * conf/motif.conf beside the folder that holds this jar: needs no right to read Neo4j's own
     * settings.
     */
    private static Path besidePlugins() {
        try {
            Path jar =
                    Path.of(
                            Settings.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            return jar.getParent().resolveSibling("conf").resolve(FILE_NAME);
        } catch (URISyntaxException | RuntimeException error) {
            return Path.of("conf", FILE_NAME);
        }
    }

    private static FileTime changeTime(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException absent) {
            return FileTime.fromMillis(0);
        }
    }

    private static List<String> readLines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException error) {
            throw new MotifException(
                    "The file conf/motif.conf cannot be read by the server's user."
                            + " Let it, or run `motif plugin install` again.",
                    error);
        }
    }

    /** Settings from lines {@code key=value}; relative paths are taken from {@code folder}. */
    static Settings parse(List<String> lines, Path folder) {
        Map<String, String> values = new HashMap<>(DEFAULTS);
        for (String line : lines) {
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                String[] parts = text.split("=", 2);
                if (parts.length < 2) {
                    throw new MotifException(
                            "motif.conf has a line that is not `key=value`: " + text + ".");
                }
                values.put(known(parts[0].strip()), parts[1].strip());
            }
        }
        String token = values.get("service.token_file");
        return new Settings(
                addresses(values.get("service.url")),
                token.isEmpty() ? null : folder.resolve(token),
                seconds("service.timeout", values),
                seconds("service.silence", values),
                seconds("write.timeout", values),
                flag("export.enabled", values),
                flag("catalog.locked", values),
                flag("projections.owned", values));
    }

    private static String known(String key) {
        if (DEFAULTS.containsKey(key)) {
            return key;
        }
        String nearest =
                DEFAULTS.keySet().stream()
                        .min((a, b) -> Integer.compare(distance(key, a), distance(key, b)))
                        .orElseThrow();
        throw new MotifException(
                "motif.conf has an unknown key '"
                        + key
                        + "'. Did you mean '"
                        + nearest
                        + "'? Known keys: "
                        + String.join(", ", new TreeSet<>(DEFAULTS.keySet()))
                        + ".");
    }

    private static List<URI> addresses(String text) {
        List<URI> urls = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            URI url = address(each.strip());
            if (urls.contains(url)) {
                throw new MotifException(
                        "service.url in motif.conf names "
                                + url
                                + " twice. Name each service once, with commas between.");
            }
            urls.add(url);
        }
        return List.copyOf(urls);
    }

    private static URI address(String text) {
        try {
            URI url = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean secure = "https".equals(url.getScheme());
            boolean plain = "http".equals(url.getScheme());
            if (url.getHost() != null && (secure || plain)) {
                if (plain && !LOOPBACK.contains(url.getHost())) {
                    throw new MotifException(
                            "service.url in motif.conf is "
                                    + text
                                    + ": an address other than"
                                    + " loopback needs https.");
                }
                return url;
            }
        } catch (URISyntaxException notAnAddress) {
            // Falls through to the message for everything that cannot be used.
        }
        throw new MotifException(
                "service.url in motif.conf must look like http://127.0.0.1:7690, or several such"
                        + " addresses with commas between, not '"
                        + text
                        + "'.");
    }

    private static Duration seconds(String key, Map<String, String> values) {
        String text = values.get(key);
        try {
            double seconds = Double.parseDouble(text);
            if (seconds > 0 && seconds <= 3600) {
                return Duration.ofMillis(Math.max(1, Math.round(seconds * 1000)));
            }
        } catch (NumberFormatException notANumber) {
            // Falls through to the message for everything that cannot be used.
        }
        throw new MotifException(
                key
                        + " in motif.conf must be seconds, more than 0 and at most 3600, not '"
                        + text
                        + "'.");
    }

    private static boolean flag(String key, Map<String, String> values) {
        return switch (values.get(key)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                    throw new MotifException(
                            key
                                    + " in motif.conf must be true or false, not '"
                                    + values.get(key)
                                    + "'.");
        };
    }

    /** Levenshtein's distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        Arrays.setAll(row, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substitution, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
