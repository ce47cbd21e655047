package motif;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How far a projection is behind: the service tells since which transaction, the freshness jar
 * counts those that changed the data after it.
 */
final class Behind {

    private static final String KEY = "behind";

    private final Caller caller;
    private final Map<Long, Long> counts = new HashMap<>();

    Behind(Caller caller) {
        this.caller = caller;
    }

    /** The row with the number of transactions in it, and in its metadata, where it is known. */
    Map<String, Object> counted(Map<String, Object> row) {
        Map<String, Object> metadata = Json.mapAt(row, "metadata");
        if (metadata != null && metadata.get(KEY) instanceof Map<?, ?> behind) {
            Map<String, Object> told = new LinkedHashMap<>(metadata);
            told.put(KEY, count(Json.asMap(behind)));
            row.put("metadata", told);
        }
        if (row.get(KEY) instanceof Map<?, ?> behind) {
            row.put(KEY, count(Json.asMap(behind)));
        }
        return row;
    }

    private Map<String, Object> count(Map<String, Object> behind) {
        if (!(behind.get("since") instanceof Number since)) {
            return behind;
        }
        Long count = countAfter(since.longValue());
        if (count != null && count > 0) {
            return Map.of("transactions", count);
        }
        Map<String, Object> told = new LinkedHashMap<>(behind);
        told.remove("since");
        return told;
    }

    private Long countAfter(long transaction) {
        if (!counts.containsKey(transaction)) {
            counts.put(transaction, Database.changesSince(caller, transaction));
        }
        return counts.get(transaction);
    }
}
