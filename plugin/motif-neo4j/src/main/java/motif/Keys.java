package motif;

/** Keys of configuration maps that several procedures take, as their descriptions list them. */
final class Keys {

    /** What rows carry. Models read this: nodes with all their properties are too much for them. */
    static final String RETURN =
            "return ('graph'; 'ids'; 'text': names and text only, small, best for a language"
                    + " model)";

    static final String JOB = "concurrency, jobId, logProgress";

    /** Where to look, for how long, and what rows carry. */
    static final String EVIDENCE =
            "nodeLabels, relationshipTypes, filter ({year: {`$gte`: 1999}}), timeout (seconds),"
                    + " onTimeout ('partial', 'fail'), maxTokens (of text), "
                    + RETURN
                    + ", "
                    + JOB
                    + ".";

    private Keys() {}
}
