package motif;

import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.TerminationGuard;

/** Who calls a procedure: the transaction, its database, and word of its end. */
record Caller(Transaction tx, GraphDatabaseService db, TerminationGuard guard) {}
