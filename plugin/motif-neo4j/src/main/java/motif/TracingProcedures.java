package motif;

import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

import java.util.Map;
import java.util.stream.Stream;

/** Structure tracing, and the guidance graph that steers it. */
public final class TracingProcedures extends Procedures {

    private static final String TRIPLES =
            "Schema triples [head, relation, tail] with unknowns such as '[ENT1]' or '?film'; or a"
                    + " list of alternatives, or a question in words.";

    @Procedure(name = "motif.trace", mode = Mode.READ)
    @Description(
            "Traces of schema triples through the graph from their known nodes, under a guidance"
                    + " graph, a row for each consistent binding (STEM). Once before:"
                    + " motif.embed.triple.mutate. Example: CALL motif.trace('world', [['France',"
                    + " 'NEIGHBOUR_OF', '?country'], ['?country', 'HAS_CAPITAL', '?city']],"
                    + " {return: 'text'}) YIELD answers, text")
    public Stream<Columns.Evidence> trace(
            @Name(value = "graphName", description = "A projection's name.") String graphName,
            @Name(value = "triples", description = TRIPLES) Object triples,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "strategy ('precision', 'breadth'), topK, threshold, beforeBias,"
                                            + " siblings, relationWeight, weighted, planner"
                                            + " ('auto', 'paths', 'slots', 'model'), entityBias,"
                                            + " tripleBias, anchors, guidanceFactor, beam, guidance"
                                            + " ('auto', 'general', false), subgraph ('auto',"
                                            + " 'hops', 'pagerank', 'none'), injective, consistent,"
                                            + " answer (an unknown), "
                                            + Keys.EVIDENCE)
                    Map<String, Object> configuration) {
        return call("motif.trace")
                .with("graphName", graphName)
                .with("triples", triples)
                .with("configuration", configuration)
                .rows(Columns.Evidence.class);
    }

    @Procedure(name = "motif.trace.guidance", mode = Mode.READ)
    @Description(
            "The guidance graph of schema triples: the nodes that a trained model holds for likely,"
                    + " with its scores. Example: CALL motif.trace.guidance('world', [['France',"
                    + " 'HAS_CAPITAL', '?city']]) YIELD node, score")
    public Stream<Columns.GuidedNode> guidance(
            @Name(value = "graphName", description = "A projection's name.") String graphName,
            @Name(value = "triples", description = TRIPLES) Object triples,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "guidance ('auto', 'general'), guidanceFactor, anchors, subgraph"
                                            + " ('auto', 'hops', 'pagerank', 'none'), nodeLabels,"
                                            + " relationshipTypes, filter, timeout (seconds), "
                                            + Keys.JOB
                                            + ".")
                    Map<String, Object> configuration) {
        return call("motif.trace.guidance")
                .with("graphName", graphName)
                .with("triples", triples)
                .with("configuration", configuration)
                .rows(Columns.GuidedNode.class);
    }
}
