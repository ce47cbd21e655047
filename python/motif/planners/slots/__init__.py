"""The planner of steps without a model: slots filled by linking words to schema and values."""
