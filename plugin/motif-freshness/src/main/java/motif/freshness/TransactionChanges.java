package motif.freshness;

import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.event.LabelEntry;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What one transaction changes.
 *
 * @param own whether it says that it is Motif's, and changes only what Motif writes
 * @param nodes created, deleted, or changed in labels or properties; null when that is not kept
 * @param labelled those of them that there were and whose labels change
 * @param relationships created, deleted or changed
 */
record TransactionChanges(boolean own, long[] nodes, long[] labelled, long[] relationships) {

    /** What relationships carry that Motif has made, and no others. */
    private static final String MARK = "motifSettings";

    private static final String METADATA = "motif";

    /** An entity comes as created, with a label and with a property: so often at least. */
    private static final int RAW = 3;

    /** What cannot be told is a change by someone else, of who knows what. */
    static final TransactionChanges UNKNOWN = new TransactionChanges(false, null, null, null);

    /** What it changes; null when it changes no data. More than {@code limit} ids are not kept. */
    static TransactionChanges of(TransactionData data, long limit) {
        Collector collector = new Collector(limit);
        collector.readNodes(data);
        collector.readRelationships(data);
        return collector.result("write".equals(data.metaData().get(METADATA)));
    }

    boolean isKnown() {
        return nodes != null;
    }

    long size() {
        return isKnown() ? (long) nodes.length + labelled.length + relationships.length : 0;
    }

    TransactionChanges withoutIds() {
        return new TransactionChanges(own, null, null, null);
    }

    /** Whether Motif writes a property of that name: {@code motifTrussness} and the like. */
    private static boolean isOwn(String property) {
        int length = METADATA.length();
        return property.startsWith(METADATA)
                && property.length() > length
                && Character.isUpperCase(property.charAt(length));
    }

    @SuppressWarnings({"deprecation", "removal"}) // Element ids are strings: too dear for each.
    private static final class Collector {

        private final long limit;
        private final Ids nodes = new Ids();
        private final Ids labelled = new Ids();
        private final Ids relationships = new Ids();
        private boolean changed;
        private boolean foreign;
        private boolean tooMany;

        Collector(long limit) {
            this.limit = limit;
        }

        void readNodes(TransactionData data) {
            data.createdNodes().forEach(node -> add(nodes, node.getId(), false));
            long[] created = nodes.distinct();
            data.deletedNodes().forEach(node -> add(nodes, node.getId(), false));
            data.assignedNodeProperties().forEach(this::addNode);
            data.removedNodeProperties().forEach(this::addNode);
            data.assignedLabels().forEach(entry -> addLabel(entry, created));
            data.removedLabels().forEach(entry -> addLabel(entry, created));
        }

        private void addNode(PropertyEntry<Node> entry) {
            add(nodes, entry.entity().getId(), isOwn(entry.key()));
        }

        /** All relationships of a new node are new themselves, those of another one need not be. */
        private void addLabel(LabelEntry entry, long[] created) {
            long id = entry.node().getId();
            if (Arrays.binarySearch(created, id) < 0) {
                add(nodes, id, false);
                add(labelled, id, false);
            }
        }

        /**
         * The mark of a new relationship is assigned, that of a deleted one removed. One that stays
         * must have carried it before, so that marking what others have made hides nothing.
         */
        void readRelationships(TransactionData data) {
            Set<Long> moved = new HashSet<>();
            data.assignedRelationshipProperties().forEach(entry -> addMark(entry, moved));
            data.removedRelationshipProperties().forEach(entry -> addMark(entry, moved));
            Set<Long> whole = new HashSet<>();
            for (var some : List.of(data.createdRelationships(), data.deletedRelationships())) {
                for (Relationship relationship : some) {
                    long id = relationship.getId();
                    whole.add(id);
                    add(relationships, id, moved.contains(id));
                }
            }
            Predicate<PropertyEntry<Relationship>> isOwnChange =
                    entry -> {
                        long id = entry.entity().getId();
                        return whole.contains(id)
                                || !moved.contains(id)
                                        && (isOwn(entry.key()) || entry.entity().hasProperty(MARK));
                    };
            for (var some :
                    List.of(
                            data.assignedRelationshipProperties(),
                            data.removedRelationshipProperties())) {
                some.forEach(
                        entry ->
                                add(
                                        relationships,
                                        entry.entity().getId(),
                                        isOwnChange.test(entry)));
            }
        }

        private static void addMark(PropertyEntry<Relationship> entry, Set<Long> moved) {
            if (MARK.equals(entry.key())) {
                moved.add(entry.entity().getId());
            }
        }

        private void add(Ids ids, long id, boolean own) {
            changed = true;
            foreign |= !own;
            if (ids.size() > RAW * limit) {
                tooMany = true;
            } else {
                ids.add(id);
            }
        }

        TransactionChanges result(boolean isMarked) {
            if (!changed) {
                return null;
            }
            TransactionChanges found =
                    new TransactionChanges(
                            isMarked && !foreign,
                            nodes.distinct(),
                            labelled.distinct(),
                            relationships.distinct());
            return tooMany || found.size() > limit ? found.withoutIds() : found;
        }
    }
}
