package motif;

import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.logging.Log;
import org.neo4j.procedure.TerminationGuard;

/** Who calls a procedure: the transaction, its database, its end, and where faults are logged. */
record Caller(Transaction tx, GraphDatabaseService db, TerminationGuard guard, Log log) {}
