"""SentencePiece models of the tests' models, trained on their sentences."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import sentencepiece

_OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "marian.source": {"vocab_size": 900},
    "marian.target": {"vocab_size": 900},
    "opennmt": {"vocab_size": 1400},
    "fairseq": {"vocab_size": 1700, "model_type": "bpe"},
    "t5": {"vocab_size": 1700, "user_defined_symbols": ["<2ca>", "<2en>", "<2es>"]},
}
LANGUAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "marian.source": ("en",),
    "marian.target": ("es",),
    "opennmt": ("en", "es"),
    "fairseq": ("en", "es", "ca"),
    "t5": ("en", "es", "ca"),
}

# Letters and marks that every vocabulary has, so that names and codes of other texts have pieces.
_CHARACTERS: Final = "".join(map(chr, range(33, 127))) + "áéíóúüñçàèòïÁÉÍÓÚÑÇÀÈÒ·¿¡«»“”’–…€ºª"


def train(name: str, sentences: Iterable[str]) -> bytes:
    """Train the SentencePiece model of this name; the same for the same sentences."""
    model = io.BytesIO()
    options: dict[str, Any] = {"model_type": "unigram", **_OPTIONS[name]}
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences),
        model_writer=model,
        hard_vocab_limit=False,
        split_digits=True,
        character_coverage=1.0,
        required_chars=_CHARACTERS,
        num_threads=1,
        minloglevel=2,
        **options,
    )
    return model.getvalue()


def pieces_of(model: bytes) -> Sequence[str]:
    """All pieces of a SentencePiece model, in order."""
    processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    return [str(processor.id_to_piece(number)) for number in range(processor.get_piece_size())]
