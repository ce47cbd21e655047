"""From a question to a pattern, a schema graph or a plan."""
