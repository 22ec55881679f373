"""The four models: their networks, languages and vocabularies, and what follows from these.

Needs only NumPy: the tests' builder of model folders reads it as well.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

POSITIONS: Final = 512
BUCKETS: Final = 32  # of relative positions, in T5
MAX_DISTANCE: Final = 128


class Norm(enum.StrEnum):
    """Where layers are normalised, which tells the families of networks apart."""

    POST = "post"  # after each sublayer: Marian
    PRE = "pre"  # before each sublayer: M2M-100, NLLB-200, OpenNMT
    T5 = "t5"  # before each sublayer, by the root mean square; relative positions, no biases, gated layers


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """One of the tests' models."""

    name: str
    norm: Norm
    pairs: tuple[tuple[str, str], ...]  # directions it is trained for
    vocabularies: tuple[str, ...]  # SentencePiece models: one for both sides, or source and target
    activation: str = "relu"
    interleaved: bool = False  # whether sines and cosines of the positions alternate
    first_position: int = 0
    starts_from_zero: bool = False  # whether the decoder's first input is a vector of zeros
    adds_source_end: bool = True
    has_output_bias: bool = True
    width: int = 96
    inner_width: int = 256
    heads: int = 4
    layers: int = 2


_ALL: Final = tuple((a, b) for a in ("en", "es", "ca") for b in ("en", "es", "ca") if a != b)

SHAPES: Final = {
    shape.name: shape
    for shape in (
        Shape(
            name="marian",
            norm=Norm.POST,
            pairs=(("en", "es"),),
            vocabularies=("marian.source", "marian.target"),
            activation="swish",
            starts_from_zero=True,
        ),
        Shape(
            name="opennmt",
            norm=Norm.PRE,
            pairs=(("es", "en"),),
            vocabularies=("opennmt",),
            interleaved=True,
            adds_source_end=False,
        ),
        Shape(
            name="fairseq",
            norm=Norm.PRE,
            pairs=_ALL,
            vocabularies=("fairseq",),
            first_position=2,
            has_output_bias=False,
        ),
        Shape(
            name="t5",
            norm=Norm.T5,
            pairs=_ALL,
            vocabularies=("t5",),
            activation="gelu",
            has_output_bias=False,
        ),
    )
}


def tokens_of(shape: Shape, pieces: Sequence[Sequence[str]]) -> list[str]:
    """The network's vocabulary in order, from the pieces of its SentencePiece models in order.

    Language tokens are written as `<2xx>`; layouts of other names replace them.
    """
    if shape.norm is Norm.T5:  # the SentencePiece model has everything
        return list(pieces[0])
    special = {"marian": ["</s>", "<unk>"], "opennmt": ["<unk>", "<s>", "</s>"]}
    first = special.get(shape.name, ["<s>", "<pad>", "</s>", "<unk>"])
    known = {"<unk>", "<s>", "</s>", "<pad>"}
    text = dict.fromkeys(piece for model in pieces for piece in model if piece not in known)
    languages = [f"<2{code}>" for code in ("ca", "en", "es")] if shape.name == "fairseq" else []
    return [*first, *text, *languages]


def source_tokens(shape: Shape, pieces: Sequence[str], pair: tuple[str, str]) -> list[str]:
    """What the encoder reads: the pieces, with the language and the end of the sentence as it wants them."""
    language = {"fairseq": pair[0], "t5": pair[1]}.get(shape.name)
    first = [f"<2{language}>"] if language else []
    return [*first, *pieces, *(["</s>"] if shape.adds_source_end else [])]


def target_start(shape: Shape, pair: tuple[str, str]) -> list[str]:
    """What the decoder reads before the first piece."""
    start = {"marian": ["</s>"], "opennmt": ["<s>"], "t5": ["<unk>"]}  # T5: the token of number 0
    return start.get(shape.name, ["</s>", f"<2{pair[1]}>"])


def position_table(shape: Shape) -> Floats:
    """Sines and cosines, one row a position."""
    half = shape.width // 2
    steps = np.arange(half) / (half if shape.norm is Norm.POST or shape.interleaved else half - 1)
    angles = (np.arange(POSITIONS)[:, None] + shape.first_position) * np.power(10000.0, -steps)[None, :]
    table = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    if shape.interleaved:
        table = table.reshape(POSITIONS, 2, half).swapaxes(1, 2).reshape(POSITIONS, shape.width)
    return table.astype(np.float32)


def pack(weights: dict[str, Floats]) -> dict[str, NDArray[Any]]:
    """Weights as eight-bit numbers with a scale for each row; vectors stay as they are, in half precision."""
    packed: dict[str, NDArray[Any]] = {}
    for name, value in weights.items():
        if value.ndim == 2 and value.size > 1000:
            scale = np.maximum(np.abs(value).max(axis=1), 1e-8) / 127
            packed[name] = np.rint(value / scale[:, None]).astype(np.int8)
            packed[f"{name}:scale"] = scale.astype(np.float32)
        else:
            packed[name] = value.astype(np.float16)
    return packed


def unpack(packed: dict[str, NDArray[Any]]) -> dict[str, Floats]:
    """The weights that `pack` packed, by their names in CTranslate2."""
    return {
        name: (value * packed[f"{name}:scale"][:, None] if value.dtype == np.int8 else value).astype(
            np.float32
        )
        for name, value in packed.items()
        if not name.endswith(":scale")
    }
