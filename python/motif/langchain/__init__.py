"""LangChain: a retriever whose documents are pieces of evidence, and a chain that answers from them in a sentence.

Needs ``pip install "motif-graphrag[langchain]"``.
"""

try:
    from motif.langchain.answerer import MotifAnswerer
    from motif.langchain.retriever import Asked, Method, MotifRetriever, documents
except ImportError as error:
    from motif.errors import MissingDependency

    raise MissingDependency(
        "motif.langchain needs langchain-core.", hint='pip install "motif-graphrag[langchain]"'
    ) from error

__all__ = ["Asked", "Method", "MotifAnswerer", "MotifRetriever", "documents"]
