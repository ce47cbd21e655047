package motif.freshness;

/**
 * What transactions have changed together; ids ascend and stand once.
 *
 * @param transaction up to which the log holds everything: what comes later is asked for since here
 * @param nodes created, deleted, or changed in labels or properties
 * @param labelled those of them whose labels changed after they were created
 * @param relationships created, deleted or changed
 */
public record Changes(long transaction, long[] nodes, long[] labelled, long[] relationships) {

    /** How many ids it holds. */
    public long size() {
        return (long) nodes.length + labelled.length + relationships.length;
    }
}
