package motif;

import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.UserFunction;

import java.util.List;
import java.util.stream.Stream;

/**
 * {@code motif.version}, {@code .help}, {@code .sysInfo}, {@code .listProgress}: about Motif
 * itself.
 */
public final class SystemProcedures extends Procedures {

    @Procedure(name = "motif.version", mode = Mode.READ)
    @Description("The version of the Motif plugin. Example: CALL motif.version()")
    public Stream<Columns.Version> version() {
        return Stream.of(new Columns.Version(Installation.VERSION));
    }

    @UserFunction("motif.version")
    @Description("The version of the Motif plugin. Example: RETURN motif.version()")
    public String versionFunction() {
        return Installation.VERSION;
    }

    @Procedure(name = "motif.help", mode = Mode.READ)
    @Description(
            "The procedures and functions of Motif whose name or description contains a word, with"
                    + " what to pass; without a word all of them, in short. Example: CALL"
                    + " motif.help('community')")
    public Stream<Columns.Help> help(
            @Name(
                            value = "word",
                            defaultValue = "",
                            description = "What to look for, such as 'question'; empty for all.")
                    String word) {
        return Installation.help(tx, word);
    }

    @Procedure(name = "motif.sysInfo", mode = Mode.READ)
    @Description(
            "The versions of plugin, service, protocol and Neo4j, whether they fit, which services"
                    + " are up, what the first of them uses, and which graphs' last refresh in the"
                    + " background failed. Example: CALL motif.sysInfo()")
    public Stream<Columns.Fact> sysInfo() {
        return Installation.facts(
                caller(),
                () -> call("motif.sysInfo").ofProjections().everywhere(Columns.Fact.class));
    }

    @Procedure(name = "motif.listProgress", mode = Mode.READ)
    @Description(
            "Your running and recent jobs in the Motif services, and how far they are. Example: CALL"
                    + " motif.listProgress()")
    public Stream<Columns.Progress> listProgress(
            @Name(value = "jobId", defaultValue = "", description = "One job; empty for all.")
                    String jobId) {
        return call("motif.listProgress")
                .asCaller()
                .with("jobId", jobId)
                .everywhere(Columns.Progress.class)
                .values()
                .stream()
                .flatMap(List::stream);
    }
}
