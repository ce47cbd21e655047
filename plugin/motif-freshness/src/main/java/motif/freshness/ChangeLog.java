package motif.freshness;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * What the transactions of one database have changed since the server started: which nodes and
 * relationships, by id, of each of them. Bounded: of the oldest transactions first the ids are
 * forgotten, then that they were.
 *
 * <p>Transactions end in another order than that of their ids. So whoever reads the database reads
 * {@link #transaction()} before: all that has an id up to there is in the store and in this log.
 */
public final class ChangeLog {

    /** The system property that says how many ids are kept. */
    static final String LIMIT = "motif.changes.limit";

    /** Ids of nodes and relationships that are kept. */
    static final int IDS = 1_000_000;

    /** Transactions that are counted. */
    static final int TRANSACTIONS = 100_000;

    private static final Map<String, ChangeLog> LOGS = new ConcurrentHashMap<>();

    /** A transaction that is about to be committed; {@code floor}: its id will be greater. */
    static final class Pending {

        private final long floor;
        private final TransactionChanges changes;

        private Pending(long floor, TransactionChanges changes) {
            this.floor = floor;
            this.changes = changes;
        }
    }

    private final String id = UUID.randomUUID().toString();
    private final LongSupplier committed;
    private final long idLimit;
    private final int transactionLimit;
    private final TreeMap<Long, TransactionChanges> entries = new TreeMap<>();
    private final Set<Pending> pending = new HashSet<>();
    private long keptIds;

    /** Of those up to here it is not known what they were. */
    private long countsSince;

    /** Of those up to here it is not known what they changed. */
    private long idsSince;

    private long last;

    /** Begins with what is committed now. */
    ChangeLog(LongSupplier committed) {
        this(committed, Math.max(0, Long.getLong(LIMIT, IDS)), TRANSACTIONS);
    }

    ChangeLog(LongSupplier committed, long idLimit, int transactionLimit) {
        this.committed = committed;
        this.idLimit = idLimit;
        this.transactionLimit = transactionLimit;
        last = countsSince = idsSince = committed.getAsLong();
    }

    /** The log of a database; null when nobody listens to it. */
    public static ChangeLog of(String database) {
        return LOGS.get(database);
    }

    /**
     * How many transactions after {@code since} have changed the data, Motif's own apart; null when
     * that is not known.
     */
    public static Long count(String database, long since) {
        ChangeLog log = of(database);
        return log == null ? null : log.count(since);
    }

    static void start(String database, ChangeLog log) {
        LOGS.put(database, log);
    }

    static void stop(String database) {
        LOGS.remove(database);
    }

    /** Another one each time the database starts: transactions are compared within one log only. */
    public String id() {
        return id;
    }

    /** The last transaction that changed data, Motif's own apart. */
    public synchronized long last() {
        return last;
    }

    /** The last transaction up to which the store and this log hold everything. */
    public synchronized long transaction() {
        // First what is committed, then who is under way: the other way round one could be missed.
        long known = committed.getAsLong();
        for (Pending each : pending) {
            known = Math.min(known, each.floor);
        }
        return known;
    }

    /** See {@link #count(String, long)}. */
    public synchronized Long count(long since) {
        if (since < countsSince || since > committed.getAsLong()) {
            return null;
        }
        return entries.tailMap(since, false).values().stream()
                .filter(changes -> !changes.own())
                .count();
    }

    /** What all transactions after {@code since} have changed; null when that is not known. */
    public Changes since(long since) {
        long upTo;
        List<TransactionChanges> later;
        synchronized (this) {
            upTo = transaction();
            if (since < idsSince || since > upTo) {
                return null;
            }
            later = List.copyOf(entries.tailMap(since, false).values());
        }
        Ids nodes = new Ids();
        Ids labelled = new Ids();
        Ids relationships = new Ids();
        for (TransactionChanges changes : later) {
            nodes.addAll(changes.nodes());
            labelled.addAll(changes.labelled());
            relationships.addAll(changes.relationships());
        }
        return new Changes(
                upTo, nodes.distinct(), labelled.distinct(), relationships.distinct());
    }

    /** How many ids of one transaction are worth collecting. */
    long idLimit() {
        return idLimit;
    }

    /** Before a transaction has its id. */
    synchronized Pending begin(TransactionChanges changes) {
        Pending begun = new Pending(committed.getAsLong(), changes);
        pending.add(begun);
        return begun;
    }

    /** After it was committed. */
    synchronized void end(Pending ended, long transaction) {
        pending.remove(ended);
        if (!ended.changes.own()) {
            last = Math.max(last, transaction);
        }
        TransactionChanges changes =
                transaction > idsSince ? ended.changes : ended.changes.withoutIds();
        entries.put(transaction, changes);
        keptIds += changes.size();
        if (!changes.isKnown()) {
            forgetIds(transaction);
        }
        while (keptIds > idLimit) {
            forgetIds(entries.higherKey(idsSince));
        }
        while (entries.size() > transactionLimit) {
            long first = entries.firstKey();
            forgetIds(first);
            countsSince = first;
            entries.remove(first);
        }
    }

    /** When it was rolled back. */
    synchronized void cancel(Pending cancelled) {
        pending.remove(cancelled);
    }

    private void forgetIds(long upTo) {
        if (upTo <= idsSince) {
            return;
        }
        for (var entry : entries.subMap(idsSince, false, upTo, true).entrySet()) {
            keptIds -= entry.getValue().size();
            entry.setValue(entry.getValue().withoutIds());
        }
        idsSince = upTo;
    }
}
