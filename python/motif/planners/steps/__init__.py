"""Plans of steps: read, checked, and compiled to Cypher (SPARK, paper 003 §2.2)."""
