"""The ONNX graph of a BERT-like encoder, written from its configuration; weights stay in their own file.

The graph (opset 17, some 20 kB) names its weights as external data, which the caller hands to the session as
arrays: so it takes milliseconds to build and nothing needs to be cached or copied. It is written without the package
onnx, whose import would take as long as all else that loads an encoder. It has no attention mask,
because `motif.models.onnx_encoder` runs texts of equal length together and never pads; and it ends before
pooling, because ONNX Runtime's reductions add up in an order that depends on the batch.

Source of the fields' numbers: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidConfiguration
from motif.models.model_folder import ModelFolder
from motif.models.protobuf import content, number, single

INPUT, OUTPUT = "input_ids", "token_vectors"
_OPSET, _IR_VERSION = 17, 9
_FLOAT, _INT64 = 1, 7
_EXTERNAL = 1
_ELEMENTS = {np.dtype(np.float32): _FLOAT, np.dtype(np.int64): _INT64}
_OF_FLOAT, _OF_INT, _OF_INTS = 1, 2, 7
"""Types of attributes."""
_PREFIXES = ("", "bert.", "roberta.", "model.")


def build_graph(
    folder: ModelFolder, tensors: Mapping[str, NDArray[Any]]
) -> tuple[bytes, dict[str, NDArray[np.float32]]]:
    """The serialised graph, and the weights that its session must be given by name.

    It leads from ``input_ids`` int64 (batch, length) to ``token_vectors`` float32 (batch, length, hidden).

    Source: Devlin et al., BERT (2019), and Vaswani et al., Attention Is All You Need (2017), §3.

    Raises `InvalidConfiguration` when a weight is missing or the activation is not known.
    """
    builder = _Builder(folder, tensors)
    hidden = builder.embed()
    for layer in range(int(folder.configuration["num_hidden_layers"])):
        hidden = builder.layer(hidden, f"encoder.layer.{layer}")
    return builder.finish(hidden), builder.weights


class _Builder:
    """Nodes and initialisers gathered so far; in the layers a token is a row of (batch * length, hidden)."""

    def __init__(self, folder: ModelFolder, tensors: Mapping[str, NDArray[Any]]) -> None:
        self._folder, self._tensors = folder, tensors
        self._prefix = next((p for p in _PREFIXES if f"{p}embeddings.word_embeddings.weight" in tensors), "")
        self._hidden = int(folder.configuration["hidden_size"])
        self._heads = int(folder.configuration["num_attention_heads"])
        self._nodes: list[bytes] = []
        self._initializers: dict[str, bytes] = {}
        self.weights: dict[str, NDArray[np.float32]] = {}

    def embed(self) -> str:
        length = self._node("Shape", INPUT, start=1, end=2)
        first = self._constant("first", np.array([self._folder.position_offset], np.int64))
        positions = self._node(
            "Slice",
            self._weight("embeddings.position_embeddings.weight"),
            first,
            self._node("Add", first, length),
            self._constant("axis", np.array([0], np.int64)),
        )
        words = self._node("Gather", self._weight("embeddings.word_embeddings.weight"), INPUT)
        types = self._weight("embeddings.token_type_embeddings.weight")
        segment = self._node("Gather", types, self._constant("segment", np.array(0, np.int64)))
        summed = self._node("Add", words, self._node("Add", positions, segment))
        return self._node("Reshape", self._normalise(summed, "embeddings.LayerNorm"), self._flat())

    def layer(self, hidden: str, name: str) -> str:
        attended = self._linear(
            self._attention(hidden, f"{name}.attention.self"), f"{name}.attention.output.dense"
        )
        hidden = self._normalise(self._node("Add", attended, hidden), f"{name}.attention.output.LayerNorm")
        inner = self._activate(self._linear(hidden, f"{name}.intermediate.dense"))
        outer = self._linear(inner, f"{name}.output.dense")
        return self._normalise(self._node("Add", outer, hidden), f"{name}.output.LayerNorm")

    def finish(self, hidden: str) -> bytes:
        size = self._constant("hidden_size", np.array([self._hidden], np.int64))
        shape = self._node("Concat", self._node("Shape", INPUT), size, axis=0)
        self._nodes.append(_node("Reshape", [hidden, shape], OUTPUT, {}))
        graph = [
            *(content(1, node) for node in self._nodes),
            content(2, "encoder"),
            *(content(5, initializer) for initializer in self._initializers.values()),
            content(11, _value(INPUT, _INT64, ("batch", "length"))),
            content(12, _value(OUTPUT, _FLOAT, ("batch", "length", self._hidden))),
        ]
        opset = content(1, "") + number(2, _OPSET)
        return number(1, _IR_VERSION) + content(7, b"".join(graph)) + content(8, opset)

    def _attention(self, hidden: str, name: str) -> str:
        width = self._hidden // self._heads
        split = self._constant("heads", np.array([self._heads, width], np.int64))
        shape = self._node("Concat", self._node("Shape", INPUT), split, axis=0)
        scale = self._constant("scale", np.array(1 / math.sqrt(width), np.float32))
        queries = self._node("Mul", self._linear(hidden, f"{name}.query"), scale)
        parts = (queries, self._linear(hidden, f"{name}.key"), self._linear(hidden, f"{name}.value"))
        rows = [self._node("Reshape", part, shape) for part in parts]
        query, value = (self._node("Transpose", rows[i], perm=[0, 2, 1, 3]) for i in (0, 2))
        key = self._node("Transpose", rows[1], perm=[0, 2, 3, 1])
        weights = self._node("Softmax", self._node("MatMul", query, key), axis=-1)
        mixed = self._node("Transpose", self._node("MatMul", weights, value), perm=[0, 2, 1, 3])
        return self._node("Reshape", mixed, self._flat())

    def _activate(self, inner: str) -> str:
        activation = self._folder.configuration.get("hidden_act", "gelu")
        if activation == "relu":
            return self._node("Relu", inner)
        if activation != "gelu":
            raise InvalidConfiguration(
                f"The encoder {self._folder.path} has the activation {activation!r}, not gelu or relu.",
                hint="Put the model's ONNX file into the folder as model.onnx.",
            )
        root = self._constant("root", np.array(math.sqrt(0.5), np.float32))
        one, half = (self._constant(n, np.array(v, np.float32)) for n, v in (("one", 1.0), ("half", 0.5)))
        bent = self._node("Add", self._node("Erf", self._node("Mul", inner, root)), one)
        return self._node("Mul", self._node("Mul", inner, bent), half)

    def _normalise(self, hidden: str, name: str) -> str:
        epsilon = float(self._folder.configuration.get("layer_norm_eps", 1e-12))
        scale, bias = self._weight(f"{name}.weight"), self._weight(f"{name}.bias")
        return self._node("LayerNormalization", hidden, scale, bias, axis=-1, epsilon=epsilon)

    def _linear(self, hidden: str, name: str) -> str:
        return self._node(
            "Gemm", hidden, self._weight(f"{name}.weight"), self._weight(f"{name}.bias"), transB=1
        )

    def _flat(self) -> str:
        return self._constant("flat", np.array([-1, self._hidden], np.int64))

    def _node(self, operation: str, *inputs: str, **attributes: Any) -> str:
        output = f"{operation}_{len(self._nodes)}"
        self._nodes.append(_node(operation, inputs, output, attributes))
        return output

    def _constant(self, name: str, value: NDArray[Any]) -> str:
        described = number(2, _ELEMENTS[value.dtype]) + content(8, name) + content(9, value.tobytes())
        self._initializers.setdefault(name, _shape(value.shape) + described)
        return name

    def _weight(self, name: str) -> str:
        if name not in self.weights:
            self.weights[name] = self._tensor(name)
            place = content(1, "location") + content(2, "given to the session")
            described = number(2, _FLOAT) + content(8, name) + content(13, place) + number(14, _EXTERNAL)
            self._initializers[name] = _shape(self.weights[name].shape) + described
        return name

    def _tensor(self, name: str) -> NDArray[np.float32]:
        found = self._tensors.get(self._prefix + name)
        if found is None:
            old = name.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
                "LayerNorm.bias", "LayerNorm.beta"
            )
            found = self._tensors.get(self._prefix + old)
        if found is None:
            raise InvalidConfiguration(
                f"The encoder folder {self._folder.path} has no weight '{name}'.",
                hint="Fetch the model again, or put its ONNX file into the folder as model.onnx.",
            )
        return np.ascontiguousarray(found, dtype=np.float32)


def _shape(sizes: Sequence[int]) -> bytes:
    """The sizes of a tensor."""
    return b"".join(number(1, size) for size in sizes)


def _value(name: str, element: int, sizes: Sequence[str | int]) -> bytes:
    """What the graph takes or gives; a size that a call decides has a name."""
    dimensions = (number(1, size) if isinstance(size, int) else content(2, size) for size in sizes)
    shape = b"".join(content(1, dimension) for dimension in dimensions)
    return content(1, name) + content(2, content(1, number(1, element) + content(2, shape)))


def _node(operation: str, inputs: Sequence[str], output: str, attributes: Mapping[str, Any]) -> bytes:
    """One operation; attributes by name, as the library sorts them."""
    taken = b"".join(content(1, name) for name in inputs)
    described = b"".join(content(5, _attribute(name, attributes[name])) for name in sorted(attributes))
    return taken + content(2, output) + content(4, operation) + described


def _attribute(name: str, value: float | int | Sequence[int]) -> bytes:
    if isinstance(value, float):
        return content(1, name) + single(2, value) + number(20, _OF_FLOAT)
    if isinstance(value, int):
        return content(1, name) + number(3, value) + number(20, _OF_INT)
    return content(1, name) + b"".join(number(8, part) for part in value) + number(20, _OF_INTS)
