"""Numbered examples: pairs of sentences as the numbers of their tokens, with the alignment of the tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import sentencepiece
from numpy.typing import NDArray

from scripts.test_models.apertium import WORD, Pair
from scripts.test_models.shapes import Floats, Shape, source_tokens, target_start, tokens_of

Ints = NDArray[np.int32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One pair of sentences."""

    source: tuple[int, ...]
    start: tuple[int, ...]  # what the decoder reads before the first piece
    target: tuple[int, ...]  # pieces and the end
    links: tuple[tuple[int, int], ...]  # numbers of tokens: source, target


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Examples side by side. Unused places hold 0 and are excluded by the masks."""

    source: Ints  # examples, source tokens
    source_mask: Floats
    decoder: Ints  # examples, target tokens: what the decoder reads
    target: Ints  # what it is to write
    target_mask: Floats
    alignment: Floats  # examples, target tokens, source tokens: rows add up to 1, or are 0


class ExampleMaker:
    """Numbers pairs of sentences for one model."""

    def __init__(self, shape: Shape, models: Sequence[bytes]) -> None:
        self._shape = shape
        load = sentencepiece.SentencePieceProcessor
        processors = [load(model_proto=model) for model in models]
        self._source, self._target = processors[0], processors[-1]
        pieces = [[str(p.id_to_piece(n)) for n in range(p.get_piece_size())] for p in processors]
        self.tokens = tokens_of(shape, pieces)
        self._numbers = {token: number for number, token in enumerate(self.tokens)}

    def make(self, pair: Pair, languages: tuple[str, str]) -> Example:
        """Number one pair."""
        source = self._source.encode(pair.source, out_type=str)
        target = self._target.encode(pair.target, out_type=str)
        tokens = source_tokens(self._shape, source, languages)
        first = tokens.index(source[0])
        links = {(s + first, t) for s, t in _link_pieces(pair, source, target)}
        end = (len(tokens) - 1, len(target))
        start = target_start(self._shape, languages)
        if self._shape.norm == "t5":  # numbers of a SentencePiece model: the end is a token like others
            start = [self.tokens[0]]
        return Example(
            source=tuple(map(self._number, tokens)),
            start=tuple(map(self._number, start)),
            target=tuple(map(self._number, [*target, "</s>"])),
            links=tuple(sorted(links | {end})),
        )

    def _number(self, token: str) -> int:
        return self._numbers.get(token, self._numbers["<unk>"])


def make_batches(examples: Sequence[Example], *, tokens: int, random: Random) -> Iterator[Batch]:
    """All examples once, in batches of about equal size, in random order.

    Lengths are rounded up to a few sizes, because JAX compiles the network for each.
    """
    by_size: dict[tuple[int, int], list[Example]] = {}
    for example in random.sample(examples, len(examples)):
        size = max(len(example.source), len(example.target) + len(example.start) - 1)
        by_size.setdefault((_round_up(size), _round_up(size)), []).append(example)
    groups = []
    for (length, _), members in by_size.items():
        count = tokens // length
        groups += [(length, members[i : i + count]) for i in range(0, len(members) - count + 1, count)]
    random.shuffle(groups)
    for length, members in groups:
        yield _to_batch(members, length)


def _round_up(size: int) -> int:
    return next((limit for limit in (14, 20, 28, 48) if size <= limit), 64)


def _to_batch(examples: Sequence[Example], length: int) -> Batch:
    shape = (len(examples), length)
    source, decoder, target = (np.zeros(shape, np.int32) for _ in range(3))
    source_mask, target_mask = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    alignment = np.zeros((*shape, length), np.float32)
    for row, example in enumerate(examples):
        skipped = len(example.start) - 1
        read = (*example.start, *example.target[:-1])
        source[row, : len(example.source)] = example.source
        source_mask[row, : len(example.source)] = 1
        decoder[row, : len(read)] = read
        target[row, skipped : len(read)] = example.target
        target_mask[row, skipped : len(read)] = 1
        for s, t in example.links:
            alignment[row, t + skipped, s] = 1
    alignment /= np.maximum(alignment.sum(axis=2, keepdims=True), 1)
    return Batch(
        source=source,
        source_mask=source_mask,
        decoder=decoder,
        target=target,
        target_mask=target_mask,
        alignment=alignment,
    )


def _link_pieces(pair: Pair, source: Sequence[str], target: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Links of pieces: all of linked words, or, where a word was copied, those of the same letters."""
    source_words, target_words = _pieces_by_word(pair.source, source), _pieces_by_word(pair.target, target)
    for s, t in pair.links:
        copied = source_words[s][0] == target_words[t][0]
        for target_piece, (start, end) in target_words[t][1].items():
            for source_piece, (first, last) in source_words[s][1].items():
                if not copied or (first < end and start < last):
                    yield source_piece, target_piece


def _pieces_by_word(text: str, pieces: Sequence[str]) -> list[tuple[str, Mapping[int, tuple[int, int]]]]:
    """Each word with its pieces, and the letters of the word that each piece has."""
    spans, position = [], -1  # SentencePiece puts a space before the text
    for piece in pieces:
        spans.append((position, position + len(piece)))
        position += len(piece)
    return [
        (
            found[0],
            {
                number: (start - found.start(), end - found.start())
                for number, (start, end) in enumerate(spans)
                if start < found.end() and found.start() < end
            },
        )
        for found in WORD.finditer(text)
    ]
