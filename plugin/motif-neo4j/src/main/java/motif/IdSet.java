package motif;

import java.util.Arrays;

/** A set of ids as bits in pages, so that its size follows the ids in use. */
final class IdSet {

    private static final int PAGE_BITS = 16;
    private static final int PAGE_MASK = (1 << PAGE_BITS) - 1;

    private long[][] pages = new long[64][];

    /** Adds the id; false when it was there. */
    boolean add(long id) {
        int page = Math.toIntExact(id >>> PAGE_BITS);
        if (page >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(2 * pages.length, page + 1));
        }
        if (pages[page] == null) {
            pages[page] = new long[1 << (PAGE_BITS - 6)];
        }
        int word = ((int) id & PAGE_MASK) >>> 6;
        boolean added = (pages[page][word] & (1L << id)) == 0;
        pages[page][word] |= 1L << id;
        return added;
    }

    boolean contains(long id) {
        long page = id >>> PAGE_BITS;
        if (page >= pages.length || pages[(int) page] == null) {
            return false;
        }
        return (pages[(int) page][((int) id & PAGE_MASK) >>> 6] & (1L << id)) != 0;
    }
}
