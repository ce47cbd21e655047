package motif;

import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

import java.util.stream.Stream;

/** Runs any statement without looking at it, with what a procedure that reads is allowed. */
public final class ExecutingProcedure {

    /** The rows as text. */
    public record Text(String text) {}

    @Context public Transaction tx;

    @Procedure(name = "test.execute", mode = Mode.READ)
    public Stream<Text> execute(@Name("statement") String statement) {
        return Stream.of(new Text(tx.execute(statement).resultAsString()));
    }
}
