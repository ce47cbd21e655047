package motif.freshness;

import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.kernel.extension.ExtensionFactory;
import org.neo4j.kernel.extension.ExtensionType;
import org.neo4j.kernel.extension.context.ExtensionContext;
import org.neo4j.kernel.lifecycle.Lifecycle;
import org.neo4j.kernel.lifecycle.LifecycleAdapter;
import org.neo4j.storageengine.api.TransactionIdStore;

/**
 * Registers the listener with each database when it starts. The only use of Neo4j's internal API,
 * in a jar of its own: a server whose API differs starts without it.
 */
public final class FreshnessExtension extends ExtensionFactory<FreshnessExtension.Dependencies> {

    private static final String SYSTEM = "system";

    /** What Neo4j supplies by the types that these methods return. */
    public interface Dependencies {

        GraphDatabaseService graphDatabaseService();

        DatabaseManagementService databaseManagementService();

        TransactionIdStore transactionIdStore();
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
        private Listener listener;
        private String listensTo;

        Registration(Dependencies dependencies) {
            this.dependencies = dependencies;
        }

        @Override
        public void start() {
            try {
                String database = dependencies.graphDatabaseService().databaseName();
                if (!SYSTEM.equals(database)) {
                    TransactionIdStore ids = dependencies.transactionIdStore();
                    listener = new Listener(new ChangeLog(ids::getLastCommittedTransactionId));
                    dependencies
                            .databaseManagementService()
                            .registerTransactionEventListener(database, listener);
                    ChangeLog.start(database, listener.log());
                    listensTo = database;
                }
            } catch (RuntimeException | LinkageError differentApi) {
                // The database must start all the same; motif.sysInfo says that nobody listens.
                listensTo = null;
            }
        }

        @Override
        public void stop() {
            if (listensTo != null) {
                ChangeLog.stop(listensTo);
                dependencies
                        .databaseManagementService()
                        .unregisterTransactionEventListener(listensTo, listener);
                listensTo = null;
            }
        }
    }
}
