package motif.freshness;

import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What has changed in a database: the last transaction that did, and what those since one did. */
public final class LastTransaction {

    @Context public GraphDatabaseService db;

    /** The columns of {@code motif.internal.lastTransaction}. */
    public record Row(
            @Description(
                            "Its id; the last one of all when none has changed data since the"
                                    + " server started; null when nobody listens.")
                    Long transaction,
            @Description(
                            "How many have changed this database after the one that was named; null"
                                    + " when not known.")
                    Long count) {}

    @Procedure(name = "motif.internal.lastTransaction", mode = Mode.READ)
    @Description("The last transaction that changed this database, Motif's own apart.")
    public Stream<Row> lastTransaction(
            @Name(
                            value = "since",
                            defaultValue = "-1",
                            description = "A transaction; -1: nothing is counted.")
                    Long since) {
        String database = db.databaseName();
        Long count = since == null || since < 0 ? null : ChangeLog.count(database, since);
        return Stream.of(new Row(of(database), count));
    }

    /** The columns of {@code motif.internal.changes}. */
    public record Changed(
            @Description(
                            "Which log says so: another one each time the database starts, whose"
                                    + " transactions cannot be compared.")
                    String log,
            @Description("The transaction up to which it says so.") Long transaction,
            @Description(
                            "How many transactions changed data, Motif's own apart; null when not"
                                    + " known.")
                    Long count,
            @Description("Whether all is known that they changed; else the ids are null.")
                    Boolean whole,
            @Description("Nodes created, deleted, or changed.") List<Long> nodes,
            @Description("Those of them whose labels changed after they were created.") List<Long> labelled,
            @Description("Relationships created, deleted or changed.") List<Long> relationships) {}

    @Procedure(name = "motif.internal.changes", mode = Mode.READ)
    @Description(
            "What has changed after a transaction, by id, as far as the log in memory goes back; no"
                    + " row when nobody listens.")
    public Stream<Changed> changes(
            @Name(value = "since", description = "A transaction.") Long since) {
        ChangeLog log = ChangeLog.of(db.databaseName());
        if (log == null || since == null) {
            return Stream.empty();
        }
        Changes changes = log.since(since);
        if (changes == null) {
            return Stream.of(
                    new Changed(
                            log.id(), log.transaction(), log.count(since), false, null, null, null));
        }
        return Stream.of(
                new Changed(
                        log.id(),
                        changes.transaction(),
                        log.count(since),
                        true,
                        list(changes.nodes()),
                        list(changes.labelled()),
                        list(changes.relationships())));
    }

    private static List<Long> list(long[] ids) {
        return LongStream.of(ids).boxed().toList();
    }

    /** Its id; null when nobody listens to that database. */
    public static Long of(String database) {
        ChangeLog log = ChangeLog.of(database);
        return log == null ? null : log.last();
    }
}
