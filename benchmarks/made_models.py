"""A neural model of the size that people use: the tests' network, five times beside itself.

It translates as the small one does, with about the work of a Transformer of the base size (OPUS-MT: 6 layers
on each side, 512 wide, 2,048 inside, 32,000 pieces). Each vector is repeated, and each weight is divided by
the number of times that its input is repeated; normalisation does not notice it. Pieces that are never chosen
make the vocabulary as large.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from tests.models.layouts import opus
from tests.models.product import Trained, held_out, trained
from tests.models.specs import same, unused

_BASE_PIECES: Final = 32_000
_COPIES: Final = 5  # of 96: 480
# There are two layers on each side, so they are wider inside than those of the base size: in all, they
# multiply as often as its six.
_INNER_COPIES: Final = {"encoder": 31, "decoder": 44}  # of 256
_FUSED: Final = {
    "self_attention/linear_0": 3,
    "attention/linear_1": 2,
}  # of queries, keys and values


def make_base_model(folder: Path) -> Path:
    """Write the model, from English to Spanish, as OPUS-MT models are: about 65 MB."""
    network = trained("marian")
    shape = replace(network.shape, width=_COPIES * network.shape.width, heads=_COPIES * network.shape.heads)
    wide = replace(network, shape=shape, copies=_COPIES, weights=_repeat(network))
    idle = [f"▁idle{number}" for number in range(_BASE_PIECES - len(network.tokens))]
    return opus(folder, network=wide, tokens=[*same(network.tokens), *unused(*idle, like="<unk>")])


def long_texts() -> list[str]:
    """Sentences of the kind that it was trained with, of about 25 pieces each."""
    short = [one.source.rstrip(".") for one in held_out("en", "es")]
    return [", ".join(three) + "." for three in zip(short, short[1:], short[2:], strict=False)]


def _repeat(network: Trained) -> dict[str, Any]:
    repeated: dict[str, Any] = {}
    for name, value in network.weights.items():
        side, _, rest = name.partition("/")
        if not rest.startswith("layer_"):
            repeated[name] = value  # `specs` repeats embeddings; a bias of the output has one value a piece
            continue
        layer = rest.partition("/")[2].rpartition("/")[0]
        inner = _INNER_COPIES[side]
        outputs = inner if layer == "ffn/linear_0" else _COPIES
        inputs = inner if layer == "ffn/linear_1" else _COPIES
        groups = np.split(value, _FUSED.get(layer, 1))
        if value.ndim == 1:
            repeated[name] = np.concatenate([np.tile(group, outputs) for group in groups])
        else:
            repeated[name] = np.concatenate([np.tile(group / inputs, (outputs, inputs)) for group in groups])
    return repeated
