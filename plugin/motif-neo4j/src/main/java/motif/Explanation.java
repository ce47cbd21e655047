package motif;

import org.neo4j.graphdb.ExecutionPlanDescription;
import org.neo4j.graphdb.GqlStatusObject;
import org.neo4j.graphdb.QueryExecutionType.QueryType;
import org.neo4j.graphdb.Result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What EXPLAIN says of a statement, and whether the service may have it run. */
record Explanation(
        QueryType type,
        List<String> operators,
        List<String> procedures,
        double rows,
        List<Map<String, Object>> notes) {

    /**
     * What counts as reading and yet reads files or addresses, or opens transactions. The service's
     * grammar refuses these, also where the plan does not show them (in COLLECT {…}): this is the
     * second lock.
     */
    private static final Set<String> REFUSED =
            Set.of("LoadCSV", "TransactionApply", "TransactionForeach");

    /** Of the commands that show, all but this tell of users, settings or what others do. */
    private static final String SHOWN = "ShowProcedures";

    /** The server's own. Those of others may do anything; those of Motif call the service. */
    private static final String NAMESPACE = "db.";

    static Explanation of(Result explained) {
        List<String> operators = new ArrayList<>();
        List<String> procedures = new ArrayList<>();
        double rows = walk(explained.getExecutionPlanDescription(), operators, procedures);
        List<Map<String, Object>> notes = new ArrayList<>();
        for (GqlStatusObject status : explained.getGqlStatusObjects()) {
            String description = status.statusDescription();
            notes.add(Map.of("status", status.gqlStatus(), "description", description));
        }
        QueryType type = explained.getQueryExecutionType().queryType();
        return new Explanation(type, operators, procedures, rows, notes);
    }

    /** Collects the names below {@code plan}; the largest number of rows that is expected. */
    private static double walk(
            ExecutionPlanDescription plan, List<String> operators, List<String> procedures) {
        String name = plan.getName().split("@")[0];
        operators.add(name);
        Map<String, Object> arguments = plan.getArguments();
        if (name.equals("ProcedureCall")) {
            String called = String.valueOf(arguments.get("Details")).split("[(:]")[0];
            procedures.add(called.replace("`", "").strip());
        }
        double rows =
                arguments.get("EstimatedRows") instanceof Number expected
                        ? expected.doubleValue()
                        : 0;
        for (ExecutionPlanDescription child : plan.getChildren()) {
            rows = Math.max(rows, walk(child, operators, procedures));
        }
        return rows;
    }

    private static boolean isRefused(String operator) {
        return REFUSED.contains(operator)
                || (operator.startsWith("Show") && !operator.equals(SHOWN));
    }

    private static boolean isForeign(String procedure) {
        return !procedure.startsWith(NAMESPACE) && !procedure.equals("motif.internal.indexes");
    }

    /** Why the statement is not run; empty where it may be. */
    Optional<String> refusal() {
        if (type != QueryType.READ_ONLY) {
            return Optional.of(
                    "The statement is of type " + type + "; only statements that read are run.");
        }
        Optional<String> operator = operators.stream().filter(Explanation::isRefused).findFirst();
        if (operator.isPresent()) {
            return Optional.of(
                    "The statement holds the operator "
                            + operator.get()
                            + ", which is not run here.");
        }
        return procedures.stream()
                .filter(Explanation::isForeign)
                .findFirst()
                .map(
                        name ->
                                "The statement calls the procedure "
                                        + name
                                        + "; only those of db.* are called here.");
    }

    Map<String, Object> json() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(
                "kind",
                switch (type) {
                    case READ_ONLY -> "r";
                    case READ_WRITE -> "rw";
                    case WRITE -> "w";
                    default -> "s";
                });
        tree.put("operators", operators);
        tree.put("procedures", procedures);
        tree.put("rows", Values.encode(rows));
        tree.put("notes", notes);
        return tree;
    }
}
