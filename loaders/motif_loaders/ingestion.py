"""From chunks to records: metadata, then entities and relations, by rule or by a language model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from motif.graphs.load_report import LoadReport
from motif.models.language import adapt_chat_model
from motif.settings import load_settings
from motif_loaders.cooccurrence import CooccurrenceExtractor
from motif_loaders.drafts import Annotator, ChunkDraft, Extraction, Extractor
from motif_loaders.lexical_graph import chunk_records, extraction_records
from motif_loaders.metadata import annotate
from motif_loaders.plain_records import described
from motif_loaders.records import NodeRecord, Record

COOCCURRENCE, NONE = "cooccurrence", "none"
"""What the option ``extract`` says when no model is to be asked."""

DOCUMENTS_AT_ONCE = 256
"""Short documents, such as passages, whose chunks an annotator and an extractor see in one call."""


@dataclass(frozen=True, slots=True)
class Ingestion:
    """What is done to every chunk.

    Attributes
    ----------
    annotate
        Finds a chunk's metadata.
    extract
        Finds entities and relations; None for a graph of chunks alone.
    report
        Told of chunks that got neither.
    """

    annotate: Annotator
    extract: Extractor | None
    report: LoadReport

    def records(self, documents: Sequence[tuple[NodeRecord, Sequence[ChunkDraft]]]) -> Iterator[Record]:
        """The records of some documents with their chunks, one document after the other.

        Annotator and extractor see the chunks of all at once.
        """
        drafts = [chunk for _, chunks in documents for chunk in chunks]
        metadata = self.annotate(drafts)
        annotated = [draft.annotated(found) for draft, found in zip(drafts, metadata, strict=True)]
        self._report((chunk.id, chunk.metadata.problem) for chunk in annotated)
        extractions = self._extractions(annotated)
        chunks_of: dict[str, list[ChunkDraft]] = {}
        for chunk in annotated:
            chunks_of.setdefault(chunk.document, []).append(chunk)
        for document, _ in documents:
            yield document
            chunks = chunks_of.get(str(document.key.value), [])
            yield from chunk_records(chunks)
            for chunk in chunks:
                if chunk.id in extractions:
                    yield from extraction_records(extractions[chunk.id])

    def in_groups(self, documents: Iterable[tuple[NodeRecord, Sequence[ChunkDraft]]]) -> Iterator[Record]:
        """The records of any number of documents, some hundreds at a time, with descriptions of entities at the end."""
        return described(self._grouped(iter(documents)), self.merge)

    def _grouped(self, documents: Iterator[tuple[NodeRecord, Sequence[ChunkDraft]]]) -> Iterator[Record]:
        while group := list(islice(documents, DOCUMENTS_AT_ONCE)):
            yield from self.records(group)

    def merge(self, name: str, descriptions: Sequence[str]) -> str:
        """One description of an entity from those of its chunks."""
        return self.extract.merge(name, descriptions) if self.extract is not None and descriptions else ""

    def _extractions(self, chunks: Sequence[ChunkDraft]) -> dict[str, Extraction]:
        if self.extract is None or not chunks:
            return {}
        found = {extraction.chunk: extraction for extraction in self.extract(chunks)}
        self._report((extraction.chunk, extraction.problem) for extraction in found.values())
        return found

    def _report(self, problems: Iterable[tuple[str, str]]) -> None:
        for source, problem in problems:
            if problem:
                self.report.add(source, problem)


def make_ingestion(extract: str | None, report: LoadReport) -> Ingestion:
    """How chunks are ingested: by co-occurrence, without relations ("none"), or by the chat model of that name.

    Raises `MissingDependency` and `InvalidConfiguration` for a model that cannot be used.
    """
    if extract is None or extract == COOCCURRENCE:
        return Ingestion(annotate, CooccurrenceExtractor(), report)
    if extract == NONE:
        return Ingestion(annotate, None, report)
    from motif_loaders.extraction import ModelExtractor
    from motif_loaders.model_metadata import ModelAnnotator

    model = adapt_chat_model(extract, load_settings().model)
    annotator, extractor = ModelAnnotator(model), ModelExtractor(model)
    report.usage = lambda: {
        "model": model.name,
        **model.usage.as_dict(),
        "remembered": annotator.remembered + extractor.remembered,
    }
    return Ingestion(annotator, extractor, report)
