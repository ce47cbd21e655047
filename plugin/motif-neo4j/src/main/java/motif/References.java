package motif;

import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.security.AuthorizationViolationException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What an answer refers to, looked up in the caller's transaction: each node and relationship must
 * still be there for this caller, and mean what it meant when the projection was made. An id that
 * another node has got since is told by its labels, its name, or what was projected of it.
 */
final class References {

    /** A reference that no longer means what it meant, or that this caller may not see. */
    static final class Unresolved extends Exception {

        private static final long serialVersionUID = 1L;

        Unresolved(Object reference) {
            super(String.valueOf(reference), null, false, false);
        }
    }

    private final Transaction tx;

    /** By the number that the answer gives them; null for what does not resolve. */
    private final List<Entity> numbered = new ArrayList<>();

    References(Transaction tx) {
        this.tx = tx;
    }

    /** Looks up what a row is the first to refer to; each has the next number. */
    void define(Object references) {
        if (references instanceof List<?> list) {
            for (Object reference : list) {
                numbered.add(orNull((Map<?, ?>) reference));
            }
        }
    }

    private Entity orNull(Map<?, ?> reference) {
        try {
            return look(reference);
        } catch (Unresolved gone) {
            return null;
        }
    }

    /** The node or relationship of that number. */
    Entity at(Object number) throws Unresolved {
        Entity entity =
                number instanceof Long place && place >= 0 && place < numbered.size()
                        ? numbered.get(place.intValue())
                        : null;
        if (entity == null) {
            throw new Unresolved(number);
        }
        return entity;
    }

    /** Returns when all numbers resolve; of a list among them, one that does is enough. */
    void require(Object rests) throws Unresolved {
        if (rests instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof List<?> alternatives) {
                    requireOne(alternatives);
                } else {
                    at(each);
                }
            }
        }
    }

    private void requireOne(List<?> alternatives) throws Unresolved {
        for (Object each : alternatives) {
            if (numbered.get(((Long) each).intValue()) != null) {
                return;
            }
        }
        throw new Unresolved(alternatives);
    }

    /** The node or relationship that {@code reference} describes. */
    Entity look(Map<?, ?> reference) throws Unresolved {
        try {
            return reference.containsKey("$node") ? node(reference) : relationship(reference);
        } catch (NotFoundException
                | IllegalArgumentException
                | AuthorizationViolationException error) {
            // Deleted since, an id of another database, or hidden from this caller.
            throw new Unresolved(reference);
        }
    }

    private Node node(Map<?, ?> reference) throws Unresolved {
        Node node = tx.getNodeByElementId(String.valueOf(reference.get("$node")));
        if (reference.get("labels") instanceof List<?> labels) {
            for (Object label : labels) {
                // Others may have been added since.
                if (!node.hasLabel(Label.label((String) label))) {
                    throw new Unresolved(reference);
                }
            }
        }
        requireSame(node, reference);
        return node;
    }

    private Relationship relationship(Map<?, ?> reference) throws Unresolved {
        Relationship found =
                tx.getRelationshipByElementId(String.valueOf(reference.get("$relationship")));
        if (!found.getType().name().equals(reference.get("type"))
                || !isEnd(found.getStartNode(), reference.get("source"))
                || !isEnd(found.getEndNode(), reference.get("target"))) {
            throw new Unresolved(reference);
        }
        requireSame(found, reference);
        return found;
    }

    /** Whether {@code node} is what {@code end} says: an element id, or the number of a node. */
    private boolean isEnd(Node node, Object end) throws Unresolved {
        return end instanceof Long
                ? at(end).getElementId().equals(node.getElementId())
                : node.getElementId().equals(end);
    }

    private static void requireSame(Entity entity, Map<?, ?> reference) throws Unresolved {
        Map<String, Object> values = entity.getProperties(Projected.properties(reference));
        if (!Projected.isSame(reference, values)) {
            throw new Unresolved(reference);
        }
    }
}
