"""Texts that are encoded in parts elsewhere: the same vectors in the same order, and by the same model."""

from __future__ import annotations

import dataclasses
import importlib
import pickle
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import write_tiny_model
from motif import cluster as clusters
from motif.cluster import Cluster
from motif.errors import InvalidConfiguration, MissingDependency, VersionMismatch
from motif.jobs import find_job, job_on
from motif.models.encoder import TextEncoder, encode_many, encode_texts, load_encoder, stamp
from motif.models.spread_encoder import PART, SpreadEncoder, configured_encoder
from motif.settings import EncoderSettings, load_settings


class Here(Cluster):
    """A cluster whose machines are this process; how many texts were sent to them stands in `SENT`."""

    @property
    def processors(self) -> int:
        return 3

    def each(self, function: Callable[..., Any], shared: Any, parts: Iterable[Any]) -> Iterator[Any]:
        for part in parts:
            SENT.append(len(part[1]))
            yield function(pickle.loads(pickle.dumps(shared)), part)


SENT = list[int]()


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> EncoderSettings:
    folder = tmp_path_factory.mktemp("models") / "tiny"
    write_tiny_model(folder)
    return EncoderSettings(folder=folder)


@given(
    texts=st.lists(st.text(min_size=1, max_size=9).filter(str.strip), max_size=3 * PART), many=st.booleans()
)
def test_vectors_are_those_of_the_encoder_in_their_order(
    tiny: EncoderSettings, texts: list[str], many: bool
) -> None:
    encoder, encode = _loaded(tiny), encode_many if many else encode_texts
    spread = SpreadEncoder(encoder, tiny, Here("there"))
    SENT.clear()
    found = spread.spread(encode, texts)
    assert np.array_equal(found, encode(encoder, texts))
    assert found.shape == (len(texts), encoder.dimension)
    assert sum(SENT) == (len(texts) if len(texts) > PART else 0) and max(SENT, default=0) <= PART


LOADED = dict[EncoderSettings, TextEncoder]()


def _loaded(settings: EncoderSettings) -> TextEncoder:
    if settings not in LOADED:
        LOADED[settings] = load_encoder(settings)
    return LOADED[settings]


def test_it_is_the_encoder_in_all_else_and_encodes_questions_here(tiny: EncoderSettings) -> None:
    encoder = _loaded(tiny)
    spread = SpreadEncoder(encoder, tiny, Here("there"))
    SENT.clear()
    assert isinstance(spread, TextEncoder) and stamp(spread) == stamp(encoder) and spread.at_once == 3
    assert np.array_equal(spread.encode_query("night"), encoder.encode_query("night"))  # type: ignore[attr-defined]
    assert np.array_equal(spread.encode(["night"] * 2 * PART), encoder.encode(["night"] * 2 * PART))
    assert not SENT


def test_a_machine_with_another_model_is_named(tiny: EncoderSettings, tmp_path: Path) -> None:
    write_tiny_model(tmp_path / "other")
    spread = SpreadEncoder(_loaded(tiny), EncoderSettings(folder=tmp_path / "other"), Here("there"))
    with pytest.raises(InvalidConfiguration, match=r"of the cluster encodes texts by other\S*, not by tiny"):
        spread.spread(encode_texts, ["night"] * 2 * PART)


def test_an_address_alone_makes_the_configured_encoder_one_of_a_cluster(tiny: EncoderSettings) -> None:
    settings = dataclasses.replace(load_settings({"MOTIF_CONFIG": ""}), encoder=tiny)
    assert not isinstance(configured_encoder(settings), SpreadEncoder)
    on_ray = load_settings({"MOTIF_CONFIG": "", "MOTIF_RAY_ADDRESS": "head:6379"})
    assert on_ray.cluster == Cluster("head:6379")
    assert isinstance(configured_encoder(dataclasses.replace(on_ray, encoder=tiny)), SpreadEncoder)
    assert job_on(settings.cluster, "trussness") is find_job("trussness")


def test_without_the_package_what_to_install_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(clusters.importlib, "import_module", missing)
    with pytest.raises(MissingDependency, match=r"head:6379 needs the package ray.*motif-graphrag\[ray\]"):
        job_on(Cluster("head:6379"), "trussness")(None)


def test_where_nobody_listens_it_is_told_at_once(
    monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    class NoRay:
        @staticmethod
        def is_initialized() -> bool:
            return False

    monkeypatch.setattr(importlib, "import_module", lambda name: NoRay())
    for address in (f"127.0.0.1:{unused_tcp_port}", f"ray://127.0.0.1:{unused_tcp_port}"):
        with pytest.raises(
            InvalidConfiguration, match=f"No Ray cluster answers at {address}.*MOTIF_RAY_ADDRESS"
        ):
            _ = Cluster(address).processors


def test_a_machine_of_another_version_does_nothing() -> None:
    with pytest.raises(VersionMismatch, match=r"has version \S+ of motif-graphrag, not 9\.9"):
        clusters._part("9.9", print, None, None)
