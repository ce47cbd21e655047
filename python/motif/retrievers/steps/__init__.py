"""Running plans of steps: stages over the database and the projection, and the answers with their evidence (SPARK)."""
