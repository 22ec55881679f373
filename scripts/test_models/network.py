"""The networks in JAX. Weights have the names and the layouts that CTranslate2 gives them."""

from __future__ import annotations

from typing import Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from scripts.test_models.shapes import BUCKETS, MAX_DISTANCE, Floats, Norm, Shape, position_table

Weights = dict[str, Array]
_NEVER: Final = -1e9


def first_weights(shape: Shape, tokens: int, *, seed: int) -> dict[str, Floats]:
    """Random weights for a vocabulary of this size."""
    random = np.random.default_rng(seed)
    is_t5 = shape.norm is Norm.T5
    scale = 1.0 if is_t5 else shape.width**-0.5
    weights = {"embeddings/weight": random.normal(0, scale, (tokens, shape.width)).astype(np.float32)}
    if is_t5:
        weights["decoder/projection/weight"] = _matrix(random, tokens, shape.width)
    if shape.has_output_bias:
        weights["decoder/projection/bias"] = np.zeros(tokens, np.float32)
    for side in ("encoder", "decoder"):
        if shape.norm is not Norm.POST:
            weights |= _first_norm(shape, f"{side}/layer_norm")
        if is_t5:
            bias = random.normal(0, 0.1, (BUCKETS, shape.heads)).astype(np.float32)
            weights[f"{side}/layer_0/self_attention/relative_attention_bias"] = bias
        for number in range(shape.layers):
            weights |= _first_layer(random, shape, f"{side}/layer_{number}", reads_source=side == "decoder")
    return weights


def _first_layer(
    random: np.random.Generator, shape: Shape, layer: str, *, reads_source: bool
) -> dict[str, Floats]:
    width, inner = shape.width, shape.inner_width
    parts = {"self_attention/linear_0": (3 * width, width), "self_attention/linear_1": (width, width)}
    if reads_source:
        rows = (width, 2 * width, width)
        parts |= {f"attention/linear_{part}": (count, width) for part, count in enumerate(rows)}
    parts |= {"ffn/linear_0": (inner, width), "ffn/linear_1": (width, inner)}
    if shape.norm is Norm.T5:
        parts["ffn/linear_0_noact"] = (inner, width)
    weights: dict[str, Floats] = {}
    for name, (rows_of, columns) in parts.items():
        weights[f"{layer}/{name}/weight"] = _matrix(random, rows_of, columns)
        if shape.norm is not Norm.T5:
            weights[f"{layer}/{name}/bias"] = np.zeros(rows_of, np.float32)
    for block in {name.split("/", maxsplit=1)[0]: None for name in parts}:
        weights |= _first_norm(shape, f"{layer}/{block}/layer_norm")
    return weights


def _first_norm(shape: Shape, name: str) -> dict[str, Floats]:
    gamma = {f"{name}/gamma": np.ones(shape.width, np.float32)}
    return gamma if shape.norm is Norm.T5 else gamma | {f"{name}/beta": np.zeros(shape.width, np.float32)}


def _matrix(random: np.random.Generator, rows: int, columns: int) -> Floats:
    limit = np.sqrt(6 / (rows + columns))
    return random.uniform(-limit, limit, (rows, columns)).astype(np.float32)


def run(
    weights: Weights, shape: Shape, source: Array, source_mask: Array, decoder: Array
) -> tuple[Array, Array]:
    """Scores of all tokens after each token of the decoder, and the attention of the head for alignments.

    The latter is what CTranslate2 returns: the first head of the last layer; examples, target, source.
    """
    seen = (1 - source_mask)[:, None, None, :] * _NEVER
    encoded = _encode(weights, shape, source, seen)
    length = decoder.shape[1]
    earlier = jnp.triu(jnp.full((length, length), _NEVER), 1)[None, None]
    states = _embed(weights, shape, decoder, side="decoder")
    own = earlier + _relative_bias(weights, shape, length, side="decoder")
    attention = jnp.zeros(())
    for number in range(shape.layers):
        layer = f"decoder/layer_{number}"
        states, _ = _attend(weights, shape, f"{layer}/self_attention", states, (states, own))
        states, attention = _attend(weights, shape, f"{layer}/attention", states, (encoded, seen))
        states = _feed_forward(weights, shape, f"{layer}/ffn", states)
    if shape.norm is not Norm.POST:
        states = _normalise(weights, shape, "decoder/layer_norm", states)
    output = weights["decoder/projection/weight" if shape.norm is Norm.T5 else "embeddings/weight"]
    scores = states @ output.T
    return scores + weights["decoder/projection/bias"] if shape.has_output_bias else scores, attention


def _encode(weights: Weights, shape: Shape, source: Array, seen: Array) -> Array:
    states = _embed(weights, shape, source, side="encoder")
    bias = seen + _relative_bias(weights, shape, source.shape[1], side="encoder")
    for number in range(shape.layers):
        layer = f"encoder/layer_{number}"
        states, _ = _attend(weights, shape, f"{layer}/self_attention", states, (states, bias))
        states = _feed_forward(weights, shape, f"{layer}/ffn", states)
    return states if shape.norm is Norm.POST else _normalise(weights, shape, "encoder/layer_norm", states)


def _embed(weights: Weights, shape: Shape, tokens: Array, *, side: str) -> Array:
    states = weights["embeddings/weight"][tokens]
    if shape.norm is Norm.T5:
        return states
    states = states * shape.width**0.5
    if side == "decoder" and shape.starts_from_zero:
        states = states.at[:, 0].set(0)
    return states + position_table(shape)[: tokens.shape[1]]


def _attend(
    weights: Weights, shape: Shape, name: str, states: Array, memory: tuple[Array, Array]
) -> tuple[Array, Array]:
    """One attention with its residual connection, and the weights of its first head.

    `memory` is what is attended to, and a bias of the scores. Equal arrays mean self-attention.
    """
    attended, bias = memory
    own = attended is states
    read = states if shape.norm is Norm.POST else _normalise(weights, shape, f"{name}/layer_norm", states)
    if own:
        query, key, value = jnp.split(_linear(weights, f"{name}/linear_0", read), 3, axis=-1)
    else:
        query = _linear(weights, f"{name}/linear_0", read)
        key, value = jnp.split(_linear(weights, f"{name}/linear_1", attended), 2, axis=-1)
    heads = [part.reshape(*part.shape[:2], shape.heads, -1).swapaxes(1, 2) for part in (query, key, value)]
    scale = 1.0 if shape.norm is Norm.T5 else (shape.width // shape.heads) ** -0.5
    scores = jax.nn.softmax(heads[0] @ heads[1].swapaxes(2, 3) * scale + bias, axis=-1)
    mixed = (scores @ heads[2]).swapaxes(1, 2).reshape(states.shape)
    result = states + _linear(weights, f"{name}/linear_{1 if own else 2}", mixed)
    if shape.norm is Norm.POST:
        result = _normalise(weights, shape, f"{name}/layer_norm", result)
    return result, scores[:, 0]


def _feed_forward(weights: Weights, shape: Shape, name: str, states: Array) -> Array:
    read = states if shape.norm is Norm.POST else _normalise(weights, shape, f"{name}/layer_norm", states)
    inner = {"relu": jax.nn.relu, "swish": jax.nn.silu, "gelu": jax.nn.gelu}[shape.activation](
        _linear(weights, f"{name}/linear_0", read)
    )
    if shape.norm is Norm.T5:
        inner = inner * _linear(weights, f"{name}/linear_0_noact", read)
    result = states + _linear(weights, f"{name}/linear_1", inner)
    return _normalise(weights, shape, f"{name}/layer_norm", result) if shape.norm is Norm.POST else result


def _linear(weights: Weights, name: str, states: Array) -> Array:
    result = states @ weights[f"{name}/weight"].T
    return result + weights[f"{name}/bias"] if f"{name}/bias" in weights else result


def _normalise(weights: Weights, shape: Shape, name: str, states: Array) -> Array:
    if shape.norm is Norm.T5:
        mean_square = jnp.mean(states**2, axis=-1, keepdims=True)
        return states * jax.lax.rsqrt(mean_square + 1e-6) * weights[f"{name}/gamma"]
    centred = states - states.mean(axis=-1, keepdims=True)
    variance = jnp.mean(centred**2, axis=-1, keepdims=True)
    return centred * jax.lax.rsqrt(variance + 1e-5) * weights[f"{name}/gamma"] + weights[f"{name}/beta"]


def _relative_bias(weights: Weights, shape: Shape, length: int, *, side: str) -> Array:
    """T5's bias of the scores by distance: 1, heads, length, length. Nothing for the others."""
    if shape.norm is not Norm.T5:
        return jnp.zeros(())
    table = weights[f"{side}/layer_0/self_attention/relative_attention_bias"]
    return table[_buckets(length, both_ways=side == "encoder")].transpose(2, 0, 1)[None]


def _buckets(length: int, *, both_ways: bool) -> NDArray[np.int64]:
    """The bucket of each distance of two places (section 2.1 of the T5 paper, arXiv 1910.10683).

    Half of the buckets are of exact distances, the others of ranges that grow logarithmically. The encoder
    has buckets of its own for each direction.
    """
    distance = np.arange(length)[None, :] - np.arange(length)[:, None]
    count = BUCKETS // 2 if both_ways else BUCKETS
    offset = np.where(distance > 0, count, 0) if both_ways else np.zeros_like(distance)
    size = np.abs(distance) if both_ways else np.maximum(-distance, 0)
    exact = count // 2
    ratio = np.log(np.maximum(size, 1) / exact) / np.log(MAX_DISTANCE / exact)
    ranged = np.minimum(exact + (ratio * (count - exact)).astype(np.int64), count - 1)
    buckets: NDArray[np.int64] = offset + np.where(size < exact, size, ranged)
    return buckets
