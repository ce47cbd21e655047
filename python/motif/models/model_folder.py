"""A folder that holds a text encoder as it is published: weights, tokenizer, configuration."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from motif.errors import InvalidConfiguration

ARCHITECTURES = ("bert", "roberta", "xlm-roberta", "camembert")
"""Values of ``model_type`` whose graph `motif.models.onnx_graph` can build from the weights alone."""

_OLD_POOLINGS = {"pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls"}
_MODULES = ("Transformer", "Pooling", "Normalize")
_SUPPORTED = (
    f"Supported are safetensors of the architectures {', '.join(ARCHITECTURES)} with mean or cls pooling, "
    "and any architecture when the folder holds model.onnx or onnx/model.onnx."
)


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """What a folder says about its encoder.

    Attributes
    ----------
    weights : paths
        The safetensors files, or the one ONNX file when ``is_graph``.
    pooling : "mean" or "cls"
        How token vectors become one vector.
    maximum_tokens : int
        Longer texts are cut there, special tokens counted.
    query_prompt, document_prompt : str
        What the model wants in front of a query and of a stored text.
    """

    path: Path
    name: str
    configuration: dict[str, Any] = field(repr=False)
    weights: tuple[Path, ...]
    is_graph: bool
    pooling: str
    maximum_tokens: int
    query_prompt: str = ""
    document_prompt: str = ""

    @property
    def tokenizer(self) -> Path:
        return self.path / "tokenizer.json"

    @property
    def position_offset(self) -> int:
        """Row of the first token's position; the RoBERTa family skips the padding token's and those below."""
        return _position_offset(self.configuration)

    def fingerprint(self, weights_hash: str) -> str:
        """Hash of all that decides a vector: weights, tokenizer, pooling, cut and prompts; hexadecimal."""
        digest = hashlib.sha256(weights_hash.encode())
        digest.update(self.tokenizer.read_bytes())
        digest.update(
            repr((self.pooling, self.maximum_tokens, self.query_prompt, self.document_prompt)).encode()
        )
        return digest.hexdigest()


def read_model_folder(path: Path) -> ModelFolder:
    """The description of the encoder in ``path``.

    Raises `InvalidConfiguration` that names what is missing or not supported.
    """
    if not path.is_dir():
        raise _unusable(path, "is not a folder")
    for name in ("config.json", "tokenizer.json"):
        if not (path / name).is_file():
            raise _unusable(path, f"has no {name}")
    configuration = _json(path / "config.json")
    weights, is_graph = _weights(path, configuration)
    prompts = _json(path / "config_sentence_transformers.json").get("prompts") or {}
    return ModelFolder(
        path=path,
        name=path.resolve().name,
        configuration=configuration,
        weights=weights,
        is_graph=is_graph,
        pooling=_pooling(path),
        maximum_tokens=_maximum_tokens(path, configuration),
        query_prompt=prompts.get("query", ""),
        document_prompt=prompts.get("document", prompts.get("passage", "")),
    )


def _weights(path: Path, configuration: dict[str, Any]) -> tuple[tuple[Path, ...], bool]:
    kind = configuration.get("model_type")
    tensors = tuple(sorted(path.glob("*.safetensors")))
    is_absolute = configuration.get("position_embedding_type", "absolute") == "absolute"
    if tensors and kind in ARCHITECTURES and is_absolute:
        for key in ("hidden_size", "num_attention_heads", "num_hidden_layers"):
            if not isinstance(configuration.get(key), int):
                raise _unusable(path, f"has a config.json without {key}")
        return tensors, False
    for graph in (path / "model.onnx", path / "onnx" / "model.onnx"):
        if graph.is_file():
            return (graph,), True
    if not tensors:
        raise _unusable(path, "has neither safetensors nor an ONNX file")
    raise _unusable(path, f"holds a model of the architecture {kind!r}")


def _pooling(path: Path) -> str:
    modules = _json(path / "modules.json") or []
    for module in modules:
        if str(module.get("type", "")).rpartition(".")[2] not in _MODULES:
            raise _unusable(path, f"has a layer {module.get('type')} after its transformer")
    configuration = _json(path / "1_Pooling" / "config.json")
    named = configuration.get("pooling_mode", [])
    modes = [named] if isinstance(named, str) else list(named)
    # Before its sixth version sentence-transformers wrote one key per mode.
    old = [key for key, is_on in configuration.items() if is_on is True and key.startswith("pooling_mode_")]
    modes += [_OLD_POOLINGS.get(key, key) for key in old]
    modes += [] if configuration.get("include_prompt", True) else ["without the prompt"]
    if len(modes) > 1 or not set(modes) <= {"mean", "cls"}:
        raise _unusable(path, f"pools by {', '.join(modes)}")
    return modes[0] if modes else "mean"


def _maximum_tokens(path: Path, configuration: dict[str, Any]) -> int:
    limits = [_json(path / "sentence_bert_config.json").get("max_seq_length")]
    limits.append(_json(path / "tokenizer_config.json").get("model_max_length"))
    positions = configuration.get("max_position_embeddings")
    limits.append(None if positions is None else positions - _position_offset(configuration))
    return int(min([limit for limit in limits if limit] or [512]))


def _position_offset(configuration: dict[str, Any]) -> int:
    if configuration.get("model_type") not in ARCHITECTURES[1:]:
        return 0
    return int(configuration.get("pad_token_id", 1)) + 1


def _json(path: Path) -> Any:
    if not path.is_file():
        return {}
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidConfiguration(f"The model's file {path} cannot be read: {error}.") from error


def _unusable(path: Path, why: str) -> InvalidConfiguration:
    return InvalidConfiguration(f"The encoder folder {path} {why}.", hint=_SUPPORTED)
