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
 */
record ExportSpecification(
        List<String> nodeLabels,
        List<String> relationshipTypes,
        List<String> nodeProperties,
        List<String> relationshipProperties,
        Set<String> vectors,
        int chunk) {

    private static final Set<String> KEYS =
            Set.of(
                    "nodeLabels",
                    "relationshipTypes",
                    "nodeProperties",
                    "relationshipProperties",
                    "vectors",
                    "chunk");
    private static final int MAXIMUM_CHUNK = 1 << 18;

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
                number.intValue());
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
