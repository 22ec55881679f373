"""CTranslate2's specifications, filled with the weights of a trained network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from ctranslate2.specs import TransformerSpec, common_spec

from scripts.test_models.shapes import MAX_DISTANCE, Norm, position_table
from tests.models.product import Trained

_ACTIVATIONS = {
    "relu": common_spec.Activation.RELU,
    "swish": common_spec.Activation.SWISH,
    "gelu": common_spec.Activation.GELUTanh,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A token of a layout, and the trained token whose weights it has."""

    name: str
    trained: str


def same(tokens: Sequence[str]) -> list[Token]:
    """Tokens that have the names they were trained with."""
    return [Token(name=token, trained=token) for token in tokens]


def unused(*names: str, like: str) -> list[Token]:
    """Tokens that real vocabularies have and ours were not trained with: they are as likely as `like`."""
    return [Token(name=name, trained=like) for name in names]


def save(
    network: Trained, tokens: Sequence[Token], folder: Path, *, quantization: str | None, **config: object
) -> None:
    """Write `model.bin`, `config.json` with these values, and the vocabulary, as a converter does."""
    spec = _fill(network, tokens)
    names = [token.name for token in tokens]
    spec.register_source_vocabulary(names)
    spec.register_target_vocabulary(names)
    for key, value in config.items():
        setattr(spec.config, key, value)
    spec.validate()
    spec.optimize(quantization=quantization)
    folder.mkdir(parents=True, exist_ok=True)
    spec.save(str(folder))


def _fill(network: Trained, tokens: Sequence[Token]) -> TransformerSpec:
    shape = network.shape
    is_t5 = shape.norm is Norm.T5
    spec = TransformerSpec.from_config(
        (shape.layers, shape.layers),
        shape.heads,
        pre_norm=shape.norm is not Norm.POST,
        activation=_ACTIVATIONS[shape.activation],
        relative_attention_bias=is_t5,
        ffn_glu=is_t5,
        rms_norm=is_t5,
    )
    numbers = {token: number for number, token in enumerate(network.tokens)}
    rows = [numbers[token.trained] for token in tokens]
    for name, value in network.weights.items():
        if name == "embeddings/weight":
            embeddings = np.tile(value[rows], (1, network.copies))
            embedded = embeddings / np.sqrt(
                network.copies, dtype=embeddings.dtype
            )  # scaled by the width's root
            spec.encoder.embeddings[0].weight = embedded
            spec.decoder.embeddings.weight = embedded
            if not is_t5:
                spec.decoder.projection.weight = embeddings / network.copies
        elif name.startswith("decoder/projection/"):
            setattr(spec.decoder.projection, name.rsplit("/", 1)[1], value[rows])
        else:
            _set(spec, name, value.copy())  # `optimize` changes arrays in place
    if is_t5:
        _set_t5(spec)
    else:
        own = replace(shape, width=shape.width // network.copies)
        positions = np.tile(position_table(own), (1, network.copies))
        spec.encoder.position_encodings.encodings = positions
        spec.decoder.position_encodings.encodings = positions
        spec.decoder.start_from_zero_embedding = shape.starts_from_zero
    return spec


def _set(spec: object, name: str, value: np.ndarray) -> None:
    *path, last = name.split("/")
    for step in path:
        stem, _, number = step.rpartition("_")
        is_numbered = number.isdigit() and not hasattr(spec, step)
        spec = getattr(spec, stem)[int(number)] if is_numbered else getattr(spec, step)
    setattr(spec, last, value)


def _set_t5(spec: TransformerSpec) -> None:
    for side in (spec.encoder, spec.decoder):
        side.scale_embeddings = False
        bias = side.layer[0].self_attention.relative_attention_bias
        for layer in side.layer:
            layer.self_attention.queries_scale = 1.0
            layer.self_attention.relative_attention_bias = bias
            layer.self_attention.relative_attention_max_distance = np.dtype("int32").type(MAX_DISTANCE)
            if side is spec.decoder:
                layer.attention.queries_scale = 1.0
