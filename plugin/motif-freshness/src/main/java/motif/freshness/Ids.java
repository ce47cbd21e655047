package motif.freshness;

import java.util.Arrays;

/** A list of ids that grows. */
final class Ids {

    private long[] values = new long[8];
    private int size;

    /** Adds the id, unless it was added just before. */
    void add(long id) {
        if (size > 0 && values[size - 1] == id) {
            return;
        }
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = id;
    }

    void addAll(long[] ids) {
        if (size + ids.length > values.length) {
            values = Arrays.copyOf(values, Math.max(2 * size, size + ids.length));
        }
        System.arraycopy(ids, 0, values, size, ids.length);
        size += ids.length;
    }

    int size() {
        return size;
    }

    /** The ids ascending, each once. */
    long[] distinct() {
        long[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        int kept = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[kept++] = sorted[i];
            }
        }
        return Arrays.copyOf(sorted, kept);
    }
}
