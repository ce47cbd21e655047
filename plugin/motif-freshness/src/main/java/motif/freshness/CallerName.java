package motif.freshness;

import org.neo4j.graphdb.Transaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;

/** Who runs a transaction. Neo4j's public API tells that by a statement only, which takes longer. */
public final class CallerName {

    private CallerName() {}

    /**
     * The login, or the one that it stands in for; empty where authentication is switched off; null
     * where this Neo4j's internal API differs.
     */
    public static String of(Transaction tx) {
        try {
            return tx instanceof InternalTransaction internal
                    ? internal.securityContext().subject().executingUser()
                    : null;
        } catch (LinkageError differentApi) {
            return null;
        }
    }
}
