"""The verbs as pure functions on arrays, one algorithm per file."""
