package motif;

import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.UserFunction;

import java.util.stream.Stream;

/**
 * {@code motif.version}, {@code .help}, {@code .sysInfo}, {@code .listProgress}: about Motif
 * itself.
 */
public final class SystemProcedures extends Procedures {

    @Procedure(name = "motif.version", mode = Mode.READ)
    @Description("The version of the Motif plugin.")
    public Stream<Columns.Version> version() {
        return Stream.of(new Columns.Version(Installation.VERSION));
    }

    @UserFunction("motif.version")
    @Description("The version of the Motif plugin.")
    public String versionFunction() {
        return Installation.VERSION;
    }

    @Procedure(name = "motif.help", mode = Mode.READ)
    @Description("The procedures and functions of Motif whose name or description contains a word.")
    public Stream<Columns.Help> help(
            @Name(
                            value = "word",
                            defaultValue = "",
                            description = "What to look for; empty for all.")
                    String word) {
        return Installation.help(tx, word);
    }

    @Procedure(name = "motif.sysInfo", mode = Mode.READ)
    @Description(
            "The versions of plugin, service, protocol and Neo4j, whether they fit, and what the"
                    + " service uses.")
    public Stream<Columns.Fact> sysInfo() {
        return Installation.facts(caller(), () -> call("motif.sysInfo").rows(Columns.Fact.class));
    }

    @Procedure(name = "motif.listProgress", mode = Mode.READ)
    @Description("Your running and recent jobs in the Motif service, and how far they are.")
    public Stream<Columns.Progress> listProgress(
            @Name(value = "jobId", defaultValue = "", description = "One job; empty for all.")
                    String jobId) {
        return call("motif.listProgress")
                .asCaller()
                .with("jobId", jobId)
                .rows(Columns.Progress.class);
    }
}
