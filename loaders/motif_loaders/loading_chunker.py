"""The chunker of a load: the one that is named, else the best that can be used."""

from __future__ import annotations

from functools import cache, partial

from motif.errors import MissingDependency
from motif.graphs.load_report import LoadReport
from motif.models.encoder import TextEncoder, encode_texts, load_encoder
from motif.settings import load_settings
from motif_loaders.chunking import Chunker, make_chunker
from motif_loaders.semantic_chunking import Encode


def loading_chunker(name: str | None, encoder: TextEncoder | None, report: LoadReport) -> Chunker:
    """The chunker of that name; for None the semantic one, or semchunk where no encoder can be loaded.

    Encoders are loaded when the first document is cut; ``report`` is told of the choice then.

    Raises `InvalidConfiguration` for an unknown name.
    """
    settings = load_settings()

    @cache
    def loaded() -> TextEncoder:
        return load_encoder(settings.encoder, settings.cache) if encoder is None else encoder

    def encode() -> Encode:
        return partial(encode_texts, loaded())

    if name is not None:
        return make_chunker(name, encode)

    @cache
    def chosen() -> Chunker:
        try:
            loaded()
        except MissingDependency as error:
            report.notes.append(f"Chunks by semchunk, for there is no text encoder. {error.hint}")
            return make_chunker("semchunk", encode)
        report.notes.append("Chunks end where the meaning changes (semantic).")
        return make_chunker("semantic", encode)

    return lambda sections: chosen()(sections)
