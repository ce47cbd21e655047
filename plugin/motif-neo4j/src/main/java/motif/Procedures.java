package motif;

import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.TerminationGuard;

import java.util.Map;

/** What Neo4j gives every procedure. */
public abstract class Procedures {

    @Context public Transaction tx;

    @Context public GraphDatabaseService db;

    @Context public TerminationGuard guard;

    final Caller caller() {
        return new Caller(tx, db, guard);
    }

    final Call call(String procedure) {
        return new Call(procedure, caller(), Map.of());
    }

    /** A call whose last argument is a configuration, which may name the job. */
    final Call call(String procedure, Map<String, Object> configuration) {
        return new Call(procedure, caller(), configuration);
    }
}
