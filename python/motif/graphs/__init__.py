"""Data without algorithms or files: arrays, projections, patterns and pieces of evidence."""
