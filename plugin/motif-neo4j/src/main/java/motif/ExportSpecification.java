package motif;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a packed export holds.
 *
 * @param nodeLabels labels, a node with any of them is selected; null for all nodes
 * @param relationshipTypes types; null for all
 * @param nodeProperties properties of nodes
 * @param relationshipProperties properties of relationships
 * @param vectors properties whose lists of numbers travel as float32
 * @param chunk entities in a frame, at most
 * @param since the transaction since which only what has changed is wanted; null for everything
 * @param log which log counted that transaction; null when not known
 * @param atMost ids that may have changed, else everything is wanted
 */
record ExportSpecification(
        List<String> nodeLabels,
        List<String> relationshipTypes,
        List<String> nodeProperties,
        List<String> relationshipProperties,
        Set<String> vectors,
        int chunk,
        Long since,
        String log,
        long atMost) {

    private static final Set<String> KEYS =
            Set.of(
                    "nodeLabels",
                    "relationshipTypes",
                    "nodeProperties",
                    "relationshipProperties",
                    "vectors",
                    "chunk",
                    "since",
                    "log",
                    "atMost");
    private static final int MAXIMUM_CHUNK = 1 << 18;

    /** So many ids fill half of a frame. */
    private static final long MAXIMUM_IDS = Frame.MAXIMUM_BYTES / 2 / Long.BYTES;

    static ExportSpecification of(Map<String, Object> map) {
        for (String key : map.keySet()) {
            if (!KEYS.contains(key)) {
                throw new MotifException(
                        "The export's specification has an unknown key '"
                                + key
                                + "'. Known keys: "
                                + String.join(", ", new TreeSet<>(KEYS))
                                + ".");
            }
        }
        Object chunk = map.getOrDefault("chunk", 8192L);
        if (!(chunk instanceof Long number) || number < 1 || number > MAXIMUM_CHUNK) {
            throw new MotifException(
                    "chunk must be a whole number from 1 to "
                            + MAXIMUM_CHUNK
                            + ", not "
                            + chunk
                            + ".");
        }
        return new ExportSpecification(
                names(map, "nodeLabels", null),
                names(map, "relationshipTypes", null),
                names(map, "nodeProperties", List.of()),
                names(map, "relationshipProperties", List.of()),
                Set.copyOf(names(map, "vectors", List.of())),
                number.intValue(),
                since(map),
                map.get("log") instanceof String log ? log : null,
                map.get("atMost") instanceof Long most ? Math.min(most, MAXIMUM_IDS) : MAXIMUM_IDS);
    }

    private static Long since(Map<String, Object> map) {
        Object since = map.get("since");
        if (since == null || since instanceof Long) {
            return (Long) since;
        }
        throw new MotifException("since must be a transaction or null, not " + since + ".");
    }

    private static List<String> names(Map<String, Object> map, String key, List<String> absent) {
        Object value = map.get(key);
        if (value == null) {
            return absent;
        }
        if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String.class::cast).distinct().toList();
        }
        throw new MotifException(key + " must be a list of names or null, not " + value + ".");
    }
}
