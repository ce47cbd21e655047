package motif;

import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** What an export goes through: cursors over nodes and relationships, and which of these it takes. */
interface ExportSources {

    Iterator<ResourceIterator<Node>> nodes();

    Iterator<ResourceIterator<Relationship>> relationships();

    /** Whether the node is exported; each at most once. */
    boolean takes(Node node);

    /** Whether the relationship is exported, once all nodes have been; each at most once. */
    boolean takes(Relationship relationship);

    /**
     * Everything that the specification selects. A relationship is left out unless both its ends
     * were exported, also when it was created meanwhile.
     */
    @SuppressWarnings({"deprecation", "removal"}) // Element ids are strings: too dear for each.
    record Whole(Transaction tx, ExportSpecification specification, IdSet selected)
            implements ExportSources {

        @Override
        public Iterator<ResourceIterator<Node>> nodes() {
            if (specification.nodeLabels() == null) {
                return List.of(tx.getAllNodes().iterator()).iterator();
            }
            return specification.nodeLabels().stream()
                    .map(name -> tx.findNodes(Label.label(name)))
                    .iterator();
        }

        @Override
        public Iterator<ResourceIterator<Relationship>> relationships() {
            if (specification.relationshipTypes() == null) {
                return List.of(tx.getAllRelationships().iterator()).iterator();
            }
            return specification.relationshipTypes().stream()
                    .map(name -> tx.findRelationships(RelationshipType.withName(name)))
                    .iterator();
        }

        /** A node with two of the labels asked for comes twice. */
        @Override
        public boolean takes(Node node) {
            return selected.add(node.getId());
        }

        @Override
        public boolean takes(Relationship relationship) {
            return selected.contains(relationship.getStartNodeId())
                    && selected.contains(relationship.getEndNodeId());
        }
    }

    /**
     * What is there, and selected, of what has changed; and the relationships of nodes whose labels
     * changed, since these may not have been selected before.
     */
    @SuppressWarnings({"deprecation", "removal"})
    final class Changed implements ExportSources {

        private static final String NODES =
                "UNWIND $ids AS id MATCH (n) WHERE id(n) = id RETURN n AS found";
        private static final String RELATIONSHIPS =
                "UNWIND $ids AS id MATCH ()-[r]->() WHERE id(r) = id RETURN r AS found";
        private static final String AROUND =
                "UNWIND $ids AS id MATCH (n)-[r]-() WHERE id(n) = id RETURN r AS found";
        private static final int BATCH = 10_000;

        private final Transaction tx;
        private final ExportedChanges changes;
        private final List<Label> labels;
        private final Set<String> types;
        private final IdSet seen = new IdSet();

        Changed(Transaction tx, ExportSpecification specification, ExportedChanges changes) {
            this.tx = tx;
            this.changes = changes;
            labels =
                    specification.nodeLabels() == null
                            ? null
                            : specification.nodeLabels().stream().map(Label::label).toList();
            types =
                    specification.relationshipTypes() == null
                            ? null
                            : new HashSet<>(specification.relationshipTypes());
        }

        @Override
        public Iterator<ResourceIterator<Node>> nodes() {
            return this.<Node>found(NODES, changes.nodes());
        }

        @Override
        public Iterator<ResourceIterator<Relationship>> relationships() {
            Iterator<ResourceIterator<Relationship>> own =
                    found(RELATIONSHIPS, changes.relationships());
            Iterator<ResourceIterator<Relationship>> around =
                    found(AROUND, labels == null ? new long[0] : changes.labelled());
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return own.hasNext() || around.hasNext();
                }

                @Override
                public ResourceIterator<Relationship> next() {
                    return own.hasNext() ? own.next() : around.next();
                }
            };
        }

        private <E> Iterator<ResourceIterator<E>> found(String statement, long[] ids) {
            int batches = (ids.length + BATCH - 1) / BATCH;
            return LongStream.range(0, batches)
                    .mapToObj(
                            batch -> {
                                int from = (int) batch * BATCH;
                                long[] some =
                                        Arrays.copyOfRange(
                                                ids, from, Math.min(from + BATCH, ids.length));
                                Object list = LongStream.of(some).boxed().toList();
                                return tx.execute(statement, Map.of("ids", list))
                                        .<E>columnAs("found");
                            })
                    .iterator();
        }

        @Override
        public boolean takes(Node node) {
            return isSelected(node);
        }

        @Override
        public boolean takes(Relationship relationship) {
            return (types == null || types.contains(relationship.getType().name()))
                    && isSelected(relationship.getStartNode())
                    && isSelected(relationship.getEndNode())
                    && seen.add(relationship.getId());
        }

        private boolean isSelected(Node node) {
            return labels == null || labels.stream().anyMatch(node::hasLabel);
        }
    }
}
