"""What `python -m scripts.test_models` made: weights, SentencePiece models, sentences for judging them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

import numpy as np
import sentencepiece

from scripts.test_models.shapes import SHAPES, Floats, Shape, tokens_of, unpack

FOLDER = Path(__file__).parent / "product"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldOut:
    """A sentence that the models have not seen, with Apertium's translation."""

    source: str
    target: str
    links: tuple[
        tuple[int, int], ...
    ]  # numbers of words (`scripts.test_models.apertium.WORD`): source, target


@dataclass(frozen=True, slots=True, kw_only=True)
class Trained:
    """One trained network."""

    shape: Shape
    tokens: tuple[str, ...]
    weights: Mapping[str, Floats]  # by CTranslate2's names; `embeddings/weight` is shared
    copies: int = 1  # of each vector in the width of `shape`, but for `embeddings/weight`


@cache
def held_out(source: str, target: str) -> tuple[HeldOut, ...]:
    """The sentences of one direction between `en`, `es` and `ca`."""
    lines = json.loads((FOLDER / "held_out.json").read_text(encoding="utf-8"))[f"{source}-{target}"]
    return tuple(HeldOut(source=s, target=t, links=_parse_links(links)) for s, t, links in lines)


@cache
def trained(name: str) -> Trained:
    """The network of this name in `scripts.test_models.shapes.SHAPES`."""
    shape = SHAPES[name]
    with np.load(FOLDER / f"{name}.npz") as packed:
        weights = unpack(dict(packed))
    tokens = tokens_of(shape, [pieces_of(vocabulary) for vocabulary in shape.vocabularies])
    return Trained(shape=shape, tokens=tuple(tokens), weights=MappingProxyType(weights))


@cache
def vocabulary_file(name: str) -> bytes:
    """A SentencePiece model, such as `marian.source`."""
    return (FOLDER / f"{name}.model").read_bytes()


@cache
def pieces_of(name: str) -> tuple[str, ...]:
    """The pieces of a SentencePiece model, in order."""
    processor = sentencepiece.SentencePieceProcessor(model_proto=vocabulary_file(name))
    return tuple(processor.id_to_piece(number) for number in range(processor.get_piece_size()))


def _parse_links(text: str) -> tuple[tuple[int, int], ...]:
    pairs = (link.split("-") for link in text.split())
    return tuple((int(source), int(target)) for source, target in pairs)
