package motif.freshness;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

import java.util.stream.LongStream;

/** What the log holds, whatever the order in which transactions end. */
class ChangeLogTest {

    private static final long[] NONE = {};

    private long committed = 10;
    private final ChangeLog log = new ChangeLog(() -> committed, 8, 5);

    private static TransactionChanges nodes(boolean own, long... ids) {
        return new TransactionChanges(own, ids, NONE, NONE);
    }

    private long commit(TransactionChanges changes) {
        ChangeLog.Pending pending = log.begin(changes);
        log.end(pending, ++committed);
        return committed;
    }

    @Test
    void itBeginsWithWhatIsCommittedAndKnowsNothingBefore() {
        assertEquals(10, log.last());
        assertEquals(10, log.transaction());
        assertEquals(0, log.count(10));
        assertEquals(0, log.since(10).size());
        assertNull(log.count(9));
        assertNull(log.since(9));
    }

    @Test
    void whatOneLogCountsAnotherDoesNotKnow() {
        assertNull(log.count(11), "a store that was replaced by an older one");
        assertNull(log.since(11));
        assertNotEquals(log.id(), new ChangeLog(() -> committed, 8, 5).id());
    }

    @Test
    void idsOfAllTransactionsSinceComeTogetherEachOnce() {
        long first = commit(new TransactionChanges(false, new long[] {3, 1}, NONE, NONE));
        commit(
                new TransactionChanges(
                        false, new long[] {1, 2}, new long[] {2}, new long[] {7}));
        Changes all = log.since(10);
        assertArrayEquals(new long[] {1, 2, 3}, all.nodes());
        assertArrayEquals(new long[] {2}, all.labelled());
        assertArrayEquals(new long[] {7}, all.relationships());
        assertEquals(12, all.transaction());
        assertArrayEquals(new long[] {1, 2}, log.since(first).nodes());
        assertEquals(0, log.since(12).size());
    }

    @Test
    void motifsOwnAreKeptAndNotCounted() {
        commit(nodes(false, 1));
        commit(nodes(true, 2));
        assertEquals(1, log.count(10));
        assertEquals(11, log.last());
        assertArrayEquals(new long[] {1, 2}, log.since(10).nodes());
    }

    @Test
    void whatIsUnderWayKeepsTheTransactionBack() {
        ChangeLog.Pending slow = log.begin(nodes(false, 1));
        long slowId = ++committed;
        long quickId = commit(nodes(false, 2));
        assertEquals(quickId, log.last());
        assertEquals(10, log.transaction(), "one with the id 11 is not in the log yet");
        long reader = log.transaction();
        log.end(slow, slowId);
        assertEquals(12, log.transaction());
        assertEquals(2, log.count(reader));
        assertArrayEquals(new long[] {1, 2}, log.since(reader).nodes());
    }

    @Test
    void whatIsRolledBackWasNever() {
        ChangeLog.Pending pending = log.begin(nodes(false, 1));
        committed++;
        log.cancel(pending);
        assertEquals(11, log.transaction());
        assertEquals(0, log.count(10));
    }

    @Test
    void idsOfTheOldestAreForgottenFirstAndStillCounted() {
        commit(nodes(false, 1, 2, 3, 4));
        commit(nodes(true, 5, 6, 7, 8));
        commit(nodes(false, 9));
        assertNull(log.since(10));
        assertArrayEquals(new long[] {5, 6, 7, 8, 9}, log.since(11).nodes());
        assertEquals(2, log.count(10));
    }

    @Test
    void whatIsNotKnownForgetsAllBefore() {
        commit(nodes(false, 1));
        commit(TransactionChanges.UNKNOWN);
        commit(nodes(false, 2));
        assertNull(log.since(11));
        assertArrayEquals(new long[] {2}, log.since(12).nodes());
        assertEquals(3, log.count(10));
    }

    @Test
    void aLateOneAmongTheForgottenTakesNoRoom() {
        ChangeLog.Pending late = log.begin(nodes(false, 1, 2, 3, 4, 5, 6, 7));
        long lateId = ++committed;
        commit(TransactionChanges.UNKNOWN);
        log.end(late, lateId);
        commit(nodes(false, 1, 2, 3, 4, 5, 6, 7, 8));
        assertEquals(8, log.since(12).size());
    }

    @Test
    void ofVeryManyTransactionsTheOldestAreNotCounted() {
        LongStream.range(0, 7).forEach(id -> commit(nodes(false, id)));
        assertNull(log.count(11));
        assertNull(log.since(11));
        assertEquals(5, log.count(12));
        assertEquals(5, log.since(12).size());
    }

    @Test
    void aDatabaseThatNobodyListensToHasNone() {
        assertNull(ChangeLog.of("nowhere"));
        assertNull(ChangeLog.count("nowhere", 1));
        assertNull(LastTransaction.of("nowhere"));
    }
}
