"""One retriever per method, compositions of engine, indexes and models."""
