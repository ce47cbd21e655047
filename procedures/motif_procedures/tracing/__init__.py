"""Figures of tracing: gold paths within the evidence, with guidance and without, and beside plain beam search."""
