package motif;

import motif.freshness.ChangeLog;
import motif.freshness.Changes;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What has changed since a projection was read, from the log of the optional jar.
 *
 * @param reason why it is not known, for people; null when it is
 * @param log which log knows; null where nobody listens
 * @param transaction up to which what is read now holds everything; null where nobody listens
 * @param nodes created, deleted or changed
 * @param labelled those of them whose labels changed
 * @param relationships created, deleted or changed
 */
record ExportedChanges(
        String reason,
        String log,
        Long transaction,
        long[] nodes,
        long[] labelled,
        long[] relationships) {

    private static final long[] NONE = {};

    /** Read before anything is read of the database: what is committed meanwhile comes later. */
    static ExportedChanges of(Caller caller, ExportSpecification specification) {
        try {
            ChangeLog log = ChangeLog.of(caller.db().databaseName());
            return log == null ? without("nobody listens", null, null) : from(log, specification);
        } catch (NoClassDefFoundError notInstalled) {
            return without("the freshness jar is not installed", null, null);
        }
    }

    private static ExportedChanges from(ChangeLog log, ExportSpecification specification) {
        long now = log.transaction();
        if (specification.since() == null) {
            return without("nothing was read before", log.id(), now);
        }
        if (!log.id().equals(specification.log())) {
            return without("the database was started anew", log.id(), now);
        }
        Changes changes = log.since(specification.since());
        if (changes == null) {
            return without("more has changed than the log in memory holds", log.id(), now);
        }
        if (changes.size() > specification.atMost()) {
            return without("too much has changed", log.id(), now);
        }
        return new ExportedChanges(
                null,
                log.id(),
                changes.transaction(),
                changes.nodes(),
                changes.labelled(),
                changes.relationships());
    }

    private static ExportedChanges without(String reason, String log, Long transaction) {
        return new ExportedChanges(reason, log, transaction, NONE, NONE, NONE);
    }

    /** Whether all that has changed is known by id. */
    boolean isWhole() {
        return reason == null;
    }

    /** The first frame, which says what follows: what is new of these, or everything. */
    Frame frame() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("whole", isWhole());
        facts.put("reason", reason);
        return new Frame.Builder()
                .longs("nodes", nodes, nodes.length)
                .longs("relationships", relationships, relationships.length)
                .build("changes", 0, facts);
    }
}
