package motif.freshness;

import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.kernel.extension.ExtensionFactory;
import org.neo4j.kernel.extension.ExtensionType;
import org.neo4j.kernel.extension.context.ExtensionContext;
import org.neo4j.kernel.lifecycle.Lifecycle;
import org.neo4j.kernel.lifecycle.LifecycleAdapter;

/**
 * Registers the listener with each database when it starts. The only use of Neo4j's internal API, in a jar of its own:
 * a server whose API differs starts without it.
 */
public final class FreshnessExtension extends ExtensionFactory<FreshnessExtension.Dependencies> {

    private static final String SYSTEM = "system";

    /** What Neo4j supplies by the names of these methods. */
    public interface Dependencies {

        GraphDatabaseService graphDatabaseService();

        DatabaseManagementService databaseManagementService();
    }

    public FreshnessExtension() {
        super(ExtensionType.DATABASE, "motif-freshness");
    }

    @Override
    public Lifecycle newInstance(ExtensionContext context, Dependencies dependencies) {
        return new Registration(dependencies);
    }

    private static final class Registration extends LifecycleAdapter {

        private final Dependencies dependencies;
        private final LastTransaction.Listener listener = new LastTransaction.Listener();

        Registration(Dependencies dependencies) {
            this.dependencies = dependencies;
        }

        @Override
        public void start() {
            String database = dependencies.graphDatabaseService().databaseName();
            if (!SYSTEM.equals(database)) {
                dependencies.databaseManagementService().registerTransactionEventListener(database, listener);
            }
        }

        @Override
        public void stop() {
            String database = dependencies.graphDatabaseService().databaseName();
            if (!SYSTEM.equals(database)) {
                dependencies.databaseManagementService().unregisterTransactionEventListener(database, listener);
            }
        }
    }
}
