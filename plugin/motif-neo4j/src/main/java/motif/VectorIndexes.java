package motif;

import org.neo4j.graphdb.Transaction;

/** Vector indexes of Neo4j. */
final class VectorIndexes {

    private VectorIndexes() {}

    /**
     * Creates the index unless one of its name is there; the graph's owner waits for it with
     * db.awaitIndexes.
     */
    static void create(Transaction tx, Columns.Index index) {
        if (index.dimension() == null || index.dimension() < 1) {
            throw new MotifException(
                    "There are no vectors to index in "
                            + index.property()
                            + ". Write them with CALL motif.embed.text.write, or"
                            + " motif.embed.triple.write, first.");
        }
        String entity =
                index.relationshipType() == null
                        ? "(e:" + quoted(index.label()) + ")"
                        : "()-[e:" + quoted(index.relationshipType()) + "]-()";
        tx.execute(
                        String.format(
                                "CREATE VECTOR INDEX %s IF NOT EXISTS FOR %s ON (e.%s) OPTIONS"
                                        + " {indexConfig: {`vector.dimensions`: %d,"
                                        + " `vector.similarity_function`: '%s'}}",
                                quoted(index.name()),
                                entity,
                                quoted(index.property()),
                                index.dimension(),
                                "euclidean".equals(index.similarity()) ? "euclidean" : "cosine"))
                .close();
    }

    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
