package motif;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Ranks of rows from which some were dropped: counted anew, for a gap tells of what is not told. */
final class Ranks {

    private Ranks() {}

    /** Counts the ranks of {@code rows} from 1, and has what cites them by rank follow. */
    static void close(List<Map<String, Object>> rows) {
        Map<Object, Long> places = new HashMap<>();
        for (Map<String, Object> row : rows) {
            if (row.get("rank") instanceof Long rank) {
                places.put(rank, places.size() + 1L);
                row.put("rank", places.get(rank));
            }
        }
        rows.forEach(row -> cite(row, places));
    }

    /** A verdict's citations are ranks of the pieces that bear it out. */
    private static void cite(Map<String, Object> row, Map<Object, Long> places) {
        if (row.get("metadata") instanceof Map<?, ?> metadata
                && metadata.get("citations") instanceof List<?> cited) {
            Map<String, Object> changed = new LinkedHashMap<>(Json.asMap(metadata));
            changed.put(
                    "citations",
                    cited.stream().map(places::get).filter(Objects::nonNull).toList());
            row.put("metadata", changed);
        }
    }
}
