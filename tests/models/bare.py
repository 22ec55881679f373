"""Translation with CTranslate2 alone, as each layout wants it. An engine's results are compared with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import ctranslate2
import sentencepiece

from scripts.test_models.apertium import WORD
from tests.models.layouts import M2M_CODES, NLLB_CODES

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """What a layout puts around the pieces of a text."""

    tokenizers: tuple[str, ...]  # files, for both sides or for source and target
    model: str = "."
    before: str = ""  # a format with the names of languages
    after: str = "</s>"
    prefix: str = ""
    codes: tuple[tuple[str, str], ...] = ()

    def write(self, pieces: Sequence[str], pair: Pair) -> list[str]:
        """The tokens that the encoder reads."""
        before = self._name(self.before, pair)
        return [*before, *pieces, *([self.after] if self.after else [])]

    def target_prefix(self, pair: Pair) -> list[str]:
        """The tokens that the decoder is given."""
        return self._name(self.prefix, pair)

    def _name(self, template: str, pair: Pair) -> list[str]:
        codes = dict(self.codes)
        source, target = (codes.get(language, language) for language in pair)
        return [template.format(source=source, target=target)] if template else []


CONVENTIONS = {
    "opus": Convention(tokenizers=("source.spm", "target.spm"), after=""),
    "opus_of_transformers": Convention(tokenizers=("source.spm", "target.spm")),
    "nllb": Convention(
        tokenizers=("sentencepiece.bpe.model",),
        before="{source}",
        prefix="{target}",
        codes=tuple(NLLB_CODES.items()),
    ),
    "nllb_download": Convention(
        tokenizers=("flores200_sacrebleu_tokenizer_spm.model",),
        before="{source}",
        prefix="{target}",
        codes=tuple(NLLB_CODES.items()),
    ),
    "m2m": Convention(
        tokenizers=("sentencepiece.bpe.model",),
        before="{source}",
        prefix="{target}",
        codes=tuple(M2M_CODES.items()),
    ),
    "madlad": Convention(tokenizers=("spiece.model",), before="<2{target}>"),
    "argos_folder": Convention(tokenizers=("sentencepiece.model",), model="model", after=""),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """A translated text, with the attention of its pieces."""

    text: str
    source: tuple[str, ...]  # tokens the encoder read
    target: tuple[str, ...]  # pieces written
    attention: tuple[tuple[float, ...], ...]  # by piece written, by token read


class BareModel:
    """A layout's folder, loaded by CTranslate2."""

    def __init__(self, folder: Path, convention: Convention) -> None:
        self._convention = convention
        processors = [
            sentencepiece.SentencePieceProcessor(model_file=str(folder / name))
            for name in convention.tokenizers
        ]
        self._source, self._target = processors[0], processors[-1]
        self._translator = ctranslate2.Translator(str(folder / convention.model), intra_threads=1)

    def translate(self, texts: Sequence[str], pair: Pair) -> list[Translation]:
        """Translate texts from one language to another."""
        sources = [self._convention.write(self._source.encode(text, out_type=str), pair) for text in texts]
        prefix = self._convention.target_prefix(pair)
        results = self._translator.translate_batch(
            sources,
            target_prefix=[prefix] * len(texts) if prefix else None,
            beam_size=2,
            max_decoding_length=100,
            return_attention=True,
        )
        return [
            self._read(source, result, len(prefix)) for source, result in zip(sources, results, strict=True)
        ]

    def _read(
        self, source: Sequence[str], result: ctranslate2.TranslationResult, skipped: int
    ) -> Translation:
        pieces = result.hypotheses[0][skipped:]
        return Translation(
            text=self._target.decode(pieces),
            source=tuple(source),
            target=tuple(pieces),
            attention=tuple(tuple(row) for row in result.attention[0][skipped:]),
        )


def word_links(translation: Translation, source_text: str) -> set[tuple[int, int]]:
    """The source word that each target word's pieces look at most: numbers of words, source, target."""
    source_words = _words_of_pieces(translation.source, source_text)
    target_words = _words_of_pieces(translation.target, translation.text)
    scores: dict[tuple[int, int], float] = {}
    for target, row in zip(target_words, translation.attention, strict=True):
        for source, score in zip(source_words, row, strict=True):
            if source is not None and target is not None:
                scores[target, source] = scores.get((target, source), 0) + score
    best: dict[int, int] = {}
    for (target, source), score in scores.items():
        if target not in best or score > scores[target, best[target]]:
            best[target] = source
    return {(source, target) for target, source in best.items()}


def _words_of_pieces(pieces: Sequence[str], text: str) -> list[int | None]:
    """The number of the word that each token is of; None for tokens that are not of the text."""
    words, position = list(WORD.finditer(text)), 0
    numbers: list[int | None] = []
    for piece in pieces:
        if re.fullmatch(r"</s>|<2..>|__..__|[a-z]{3}_Latn", piece):
            numbers.append(None)
            continue
        letters = piece.replace("▁", "")
        while position < len(text) and text[position].isspace():
            position += 1
        end = position + len(letters)
        numbers.append(next((n for n, w in enumerate(words) if w.start() < end and position < w.end()), None))
        position = end
    return numbers
