package motif;

import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The verbs that answer: each yields ranked evidence with real nodes and relationships. */
public final class RetrievalProcedures extends Procedures {

    @Procedure(name = "motif.search", mode = Mode.READ)
    @Description("The subgraphs nearest to a pattern by Graph Semantic Distance (SimGRAG).")
    public Stream<Columns.Evidence> search(
            @Name(value = "graphName", description = "A projection's name.") String graphName,
            @Name(
                            value = "pattern",
                            description =
                                    "Triples [head, relation, tail]; a part is a name, an unknown"
                                            + " such as '?film', null, a node, or a map.")
                    List<Object> pattern,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "topK, nodeCandidates, relationCandidates, typeCandidates,"
                                        + " injective, answer, nodeLabels, relationshipTypes, filter,"
                                        + " timeout, onTimeout, maxTokens, return.")
                    Map<String, Object> configuration) {
        return call("motif.search", configuration)
                .with("graphName", graphName)
                .with("pattern", pattern)
                .with("configuration", configuration)
                .rows(Columns.Evidence.class);
    }

    @Procedure(name = "motif.match", mode = Mode.READ)
    @Description(
            "Every exact match of a pattern, with what its unknowns stand for (SG-RAG); where there"
                    + " is none, what surrounds the known nodes, marked metadata.fallback.")
    public Stream<Columns.Evidence> match(
            @Name(value = "graphName", description = "A projection's name.") String graphName,
            @Name(
                            value = "pattern",
                            description =
                                    "Triples [head, relation, tail]; a part is a name, an unknown"
                                            + " such as '?film', null, a node, or a map.")
                    List<Object> pattern,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "limit, directed, injective, algorithm ('auto', 'join', 'paths'),"
                                        + " relationCandidates, answer, nodeLabels,"
                                        + " relationshipTypes, filter, timeout, onTimeout,"
                                        + " maxTokens, return.")
                    Map<String, Object> configuration) {
        return call("motif.match", configuration)
                .with("graphName", graphName)
                .with("pattern", pattern)
                .with("configuration", configuration)
                .rows(Columns.Evidence.class);
    }

    @Procedure(name = "motif.expand", mode = Mode.READ)
    @Description(
            "The chunks or nodes that answer a question: seeds by words and meaning, and what their"
                    + " links lead to, ranked together (SAGE).")
    public Stream<Columns.Evidence> expand(
            @Name(value = "graphName", description = "A projection's name.") String graphName,
            @Name(value = "question", description = "The question in words.") Object question,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "seeds, neighbours, topK, along (relationship types and layers),"
                                        + " policy ('sage+edge', 'sage-edge'), bm25Weight,"
                                        + " nodeLabels, relationshipTypes, filter, timeout,"
                                        + " onTimeout, maxTokens, return.")
                    Map<String, Object> configuration) {
        return question("motif.expand", graphName, question, configuration);
    }

    @Procedure(name = "motif.community", mode = Mode.READ)
    @Description(
            "The communities that answer a question: connected k-trusses of chunks and entities,"
                    + " most relevant first, each with its report (DA-RAG).")
    public Stream<Columns.Evidence> community(
            @Name(value = "graphName", description = "A projection's name.") String graphName,
            @Name(value = "question", description = "The question in words.") Object question,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "trussness (null: chosen for the question), minSize, rule"
                                        + " ('cascade', 'strict'), layers ('chunk', 'knowledge',"
                                        + " 'similarity', 'graph'), along (what joins chunks), judge"
                                        + " ('auto', 'score', 'model'), topK,"
                                        + " reportTokens, maxTokens, nodeLabels, relationshipTypes,"
                                        + " filter, timeout, onTimeout, return.")
                    Map<String, Object> configuration) {
        return question("motif.community", graphName, question, configuration);
    }

    @Procedure(name = "motif.plan", mode = Mode.READ)
    @Description("Plans for a question in words, likeliest first, to look at, edit and run.")
    public Stream<Columns.Plan> plan(
            @Name(value = "graphName", description = "A projection's name.") String graphName,
            @Name(value = "question", description = "The question in words.") Object question,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "method, planner ('auto', 'paths', 'slots', 'model'), topK,"
                                            + " timeout.")
                    Map<String, Object> configuration) {
        return call("motif.plan", configuration)
                .reading()
                .with("graphName", graphName)
                .with("question", question)
                .with("configuration", configuration)
                .rows(Columns.Plan.class);
    }

    @Procedure(name = "motif.run", mode = Mode.READ)
    @Description("Evidence that a plan finds, a row for each distinct answer.")
    public Stream<Columns.Evidence> run(
            @Name(value = "graphName", description = "A projection's name.") String graphName,
            @Name(
                            value = "plan",
                            description =
                                    "A plan as motif.plan yields it, edited or not, or a pattern.")
                    Object plan,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "topK, nodeLabels, relationshipTypes, filter, timeout,"
                                        + " onTimeout, maxTokens, return; of a plan of steps also"
                                        + " expansion ('sage+edge', 'sage-edge', 'none'),"
                                        + " neighbours, fallback.")
                    Map<String, Object> configuration) {
        return call("motif.run", configuration)
                .reading()
                .with("graphName", graphName)
                .with("plan", plan)
                .with("configuration", configuration)
                .rows(Columns.Evidence.class);
    }

    @Procedure(name = "motif.retrieve", mode = Mode.READ)
    @Description("Evidence for a question: a plan is made and run in one call.")
    public Stream<Columns.Evidence> retrieve(
            @Name(value = "graphName", description = "A projection's name.") String graphName,
            @Name(value = "question", description = "The question in words, or a pattern.")
                    Object question,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "method, planner ('auto', 'paths', 'slots', 'model'), topK,"
                                        + " nodeLabels, relationshipTypes, filter, timeout,"
                                        + " onTimeout, maxTokens, return; the keys of the method's"
                                        + " own procedure.")
                    Map<String, Object> configuration) {
        return call("motif.retrieve", configuration)
                .reading()
                .with("graphName", graphName)
                .with("question", question)
                .with("configuration", configuration)
                .rows(Columns.Evidence.class);
    }

    @Procedure(name = "motif.verify", mode = Mode.READ)
    @Description(
            "Whether a claim is supported or refuted, with the evidence; the verdict is in metadata.")
    public Stream<Columns.Evidence> verify(
            @Name(value = "graphName", description = "A projection's name.") String graphName,
            @Name(value = "question", description = "The claim in words, or as a pattern.")
                    Object question,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "planner ('auto', 'paths', 'model'), closedWorld, topK, timeout,"
                                            + " maxTokens, return.")
                    Map<String, Object> configuration) {
        return question("motif.verify", graphName, question, configuration);
    }

    private Stream<Columns.Evidence> question(
            String procedure,
            String graphName,
            Object question,
            Map<String, Object> configuration) {
        return call(procedure, configuration)
                .with("graphName", graphName)
                .with("question", question)
                .with("configuration", configuration)
                .rows(Columns.Evidence.class);
    }
}
