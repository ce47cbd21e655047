package motif;

import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.TerminationGuard;

/** What Neo4j gives every procedure. */
public abstract class Procedures {

    @Context public Transaction tx;

    @Context public GraphDatabaseService db;

    @Context public TerminationGuard guard;

    final Caller caller() {
        return new Caller(tx, db, guard);
    }

    final Call call(String procedure) {
        return new Call(procedure, caller());
    }
}
