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

    private static final String GRAPH = "A projection's name; motif.graph.list() tells them.";
    private static final String QUESTION = "The question in words.";
    private static final String PATTERN =
            "Triples [head, relation, tail]; a part is a name, an unknown such as '?film', null, a"
                    + " node, or a map {unknown: 'film', label: 'Film', filter: {year: 1995}}.";
    private static final String PLANNER = "planner ('auto', 'meaning', 'patterns', 'paths', 'slots', 'model')";

    @Procedure(name = "motif.search", mode = Mode.READ)
    @Description(
            "The subgraphs nearest to a pattern by Graph Semantic Distance (SimGRAG); names and"
                    + " relations need not be the graph's own. Example: CALL motif.search('world',"
                    + " [['?country', 'neighbour', 'France']], {return: 'text'}) YIELD answers,"
                    + " text, score")
    public Stream<Columns.Evidence> search(
            @Name(value = "graphName", description = GRAPH) String graphName,
            @Name(value = "pattern", description = PATTERN) List<Object> pattern,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "topK (3), nodeCandidates, relationCandidates, typeCandidates (16 each),"
                                            + " injective (true, false, 'known'), answer (an"
                                            + " unknown), "
                                            + Keys.EVIDENCE)
                    Map<String, Object> configuration) {
        return call("motif.search")
                .with("graphName", graphName)
                .with("pattern", pattern)
                .with("configuration", configuration)
                .rows(Columns.Evidence.class);
    }

    @Procedure(name = "motif.match", mode = Mode.READ)
    @Description(
            "Every exact match of a pattern, with what its unknowns stand for (SG-RAG); where there"
                    + " is none, what surrounds the known nodes, marked metadata.fallback. Example:"
                    + " CALL motif.match('world', [['?country', 'NEIGHBOUR_OF', 'France']],"
                    + " {return: 'text', limit: 20}) YIELD answers, bindings")
    public Stream<Columns.Evidence> match(
            @Name(value = "graphName", description = GRAPH) String graphName,
            @Name(value = "pattern", description = PATTERN) List<Object> pattern,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "limit (1000), directed, injective, algorithm ('auto', 'join',"
                                            + " 'paths'), relationCandidates (1), answer (an"
                                            + " unknown), "
                                            + Keys.EVIDENCE)
                    Map<String, Object> configuration) {
        return call("motif.match")
                .with("graphName", graphName)
                .with("pattern", pattern)
                .with("configuration", configuration)
                .rows(Columns.Evidence.class);
    }

    @Procedure(name = "motif.expand", mode = Mode.READ)
    @Description(
            "The chunks or nodes that answer a question: seeds by words and meaning, and what their"
                    + " links lead to, ranked together (SAGE). Example: CALL motif.expand('world',"
                    + " 'islands', {topK: 5, return: 'text'}) YIELD answers,"
                    + " text, score")
    public Stream<Columns.Evidence> expand(
            @Name(value = "graphName", description = GRAPH) String graphName,
            @Name(value = "question", description = QUESTION) Object question,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "seeds (10), neighbours (10), topK (both together), along"
                                            + " (relationship types and layers), policy"
                                            + " ('sage+edge', 'sage-edge'), bm25Weight (0.6), "
                                            + Keys.EVIDENCE)
                    Map<String, Object> configuration) {
        return question("motif.expand", graphName, question, configuration);
    }

    @Procedure(name = "motif.community", mode = Mode.READ)
    @Description(
            "The communities that answer a question: connected k-trusses of chunks and entities,"
                    + " most relevant first, each with its report as text (DA-RAG). Example: CALL"
                    + " motif.community('world', 'languages of Switzerland', {topK: 3, return:"
                    + " 'text'}) YIELD text, score")
    public Stream<Columns.Evidence> community(
            @Name(value = "graphName", description = GRAPH) String graphName,
            @Name(value = "question", description = QUESTION) Object question,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "trussness (null: chosen for the question), minSize, rule"
                                            + " ('cascade', 'strict'), layers ('chunk',"
                                            + " 'knowledge', 'similarity', 'graph'), along (what"
                                            + " joins chunks), judge ('auto', 'score', 'model'),"
                                            + " topK, reportTokens (3200), "
                                            + Keys.EVIDENCE)
                    Map<String, Object> configuration) {
        return question("motif.community", graphName, question, configuration);
    }

    @Procedure(name = "motif.plan", mode = Mode.READ)
    @Description(
            "Plans for a question in words, likeliest first, to look at, edit and give to motif.run."
                    + " Example: CALL motif.plan('world', 'Which countries border France?', {topK:"
                    + " 1}) YIELD plan, cypher, confidence, problems")
    public Stream<Columns.Plan> plan(
            @Name(value = "graphName", description = GRAPH) String graphName,
            @Name(value = "question", description = QUESTION) Object question,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "method ('auto', 'search', 'match', 'trace', 'spark'), "
                                            + PLANNER
                                            + ", topK (3), timeout (seconds), "
                                            + Keys.JOB
                                            + ".")
                    Map<String, Object> configuration) {
        return call("motif.plan")
                .reading()
                .with("graphName", graphName)
                .with("question", question)
                .with("configuration", configuration)
                .rows(Columns.Plan.class);
    }

    @Procedure(name = "motif.run", mode = Mode.READ)
    @Description(
            "Evidence that a plan finds, a row for each distinct answer. Example: CALL"
                    + " motif.run('world', {method: 'match', pattern: [['France', 'HAS_CAPITAL',"
                    + " '?city']], answer: '?city'}, {return: 'text'}) YIELD answers, text")
    public Stream<Columns.Evidence> run(
            @Name(value = "graphName", description = GRAPH) String graphName,
            @Name(
                            value = "plan",
                            description =
                                    "A plan as motif.plan yields it, edited or not, or a pattern.")
                    Object plan,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "topK (5), of a plan of steps also expansion ('sage+edge',"
                                            + " 'sage-edge', 'none'), neighbours, fallback, "
                                            + Keys.EVIDENCE)
                    Map<String, Object> configuration) {
        return call("motif.run")
                .reading()
                .with("graphName", graphName)
                .with("plan", plan)
                .with("configuration", configuration)
                .rows(Columns.Evidence.class);
    }

    @Procedure(name = "motif.retrieve", mode = Mode.READ)
    @Description(
            "Evidence for a question: a plan is made and run in one call; answers holds what"
                    + " answers it. Start here. Example: CALL motif.retrieve('world', 'Which"
                    + " countries border France?', {return: 'text'}) YIELD answers, text, method")
    public Stream<Columns.Evidence> retrieve(
            @Name(value = "graphName", description = GRAPH) String graphName,
            @Name(value = "question", description = "The question in words, or a pattern.")
                    Object question,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "method ('auto', 'search', 'match', 'trace', 'expand', 'community',"
                                            + " 'spark'), "
                                            + PLANNER
                                            + ", topK (5), the keys of the method's own procedure, "
                                            + Keys.EVIDENCE)
                    Map<String, Object> configuration) {
        return call("motif.retrieve")
                .reading()
                .with("graphName", graphName)
                .with("question", question)
                .with("configuration", configuration)
                .rows(Columns.Evidence.class);
    }

    @Procedure(name = "motif.verify", mode = Mode.READ)
    @Description(
            "Whether a claim is supported or refuted, with the evidence; the verdict is in"
                    + " metadata. Example: CALL motif.verify('world', 'Paris is the capital of"
                    + " France', {return: 'text'}) YIELD text, metadata")
    public Stream<Columns.Evidence> verify(
            @Name(value = "graphName", description = GRAPH) String graphName,
            @Name(value = "question", description = "The claim in words, or as a pattern.")
                    Object question,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "planner ('auto', 'paths', 'model'), closedWorld (false), topK (5),"
                                            + " timeout (seconds), maxTokens (of text), "
                                            + Keys.RETURN
                                            + ", "
                                            + Keys.JOB
                                            + ".")
                    Map<String, Object> configuration) {
        return question("motif.verify", graphName, question, configuration);
    }

    private Stream<Columns.Evidence> question(
            String procedure,
            String graphName,
            Object question,
            Map<String, Object> configuration) {
        return call(procedure)
                .with("graphName", graphName)
                .with("question", question)
                .with("configuration", configuration)
                .rows(Columns.Evidence.class);
    }
}
