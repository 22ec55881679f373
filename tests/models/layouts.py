"""Folders and packages of converted models, as people have them: real files around the tests' small networks.

Each function writes one layout and returns what an engine is given: a folder, or an archive.

    opus(tmp_path / "opus-mt-en-es")          # English to Spanish, no language tokens
    nllb(tmp_path / "nllb-200")               # between English, Spanish and Catalan
    argos(tmp_path / "translate-es_en-1_0.argosmodel")
"""

from __future__ import annotations

import json
import struct
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.models.product import Trained, trained, vocabulary_file
from tests.models.specs import Token, same, save, unused

NLLB_CODES = {"ca": "cat_Latn", "en": "eng_Latn", "es": "spa_Latn"}
M2M_CODES = {"ca": "__ca__", "en": "__en__", "es": "__es__"}
_SPECIAL = {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"}


def opus(
    folder: Path,
    *,
    quantization: str | None = "int8",
    network: Trained | None = None,
    tokens: Sequence[Token] = (),
) -> Path:
    """OPUS-MT by `ct2-opus-mt-converter`, with the SentencePiece models of the download beside it.

    Nothing but the folder's name says which languages these are. CTranslate2 itself ends the source.
    `network` with its `tokens`: another one than the tests'.
    """
    network = network or trained("marian")
    config = {"add_source_eos": True, "decoder_start_token": "<s>", **_SPECIAL}
    save(network, tokens or same(network.tokens), folder, quantization=quantization, **config)
    write_marian_vocabularies(folder)
    return folder


def opus_of_transformers(folder: Path, *, quantization: str | None = "int8") -> Path:
    """OPUS-MT by `ct2-transformers-converter` with `--copy_files`; the caller ends the source with `</s>`."""
    network = trained("marian")
    config = {"decoder_start_token": "</s>", **_SPECIAL}
    save(network, same(network.tokens), folder, quantization=quantization, **config)
    write_marian_vocabularies(folder)
    write_marian_tokenizer(folder, network)
    return folder


def nllb(folder: Path, *, quantization: str | None = "int8") -> Path:
    """NLLB-200 by `ct2-transformers-converter`: `eng_Latn … </s>` in, `spa_Latn` as target prefix."""
    network = trained("fairseq")
    tokens = [*_multilingual(network, NLLB_CODES), *unused("<mask>", like="<pad>")]
    save(network, tokens, folder, quantization=quantization, decoder_start_token="</s>", **_SPECIAL)
    special = {
        "additional_special_tokens": sorted(NLLB_CODES.values()),
        "cls_token": "<s>",
        "mask_token": {"content": "<mask>", "lstrip": True, "rstrip": False, "single_word": False},
        "pad_token": "<pad>",
        "sep_token": "</s>",
        **_SPECIAL,
    }
    _write_fairseq_files(folder, special)
    languages: dict[str, object] = {"src_lang": None, "tgt_lang": None, "sp_model_kwargs": {}}
    config = {**special, **languages, "model_max_length": 1024, "tokenizer_class": "NllbTokenizer"}
    _write_json(folder / "tokenizer_config.json", config)
    return folder


def nllb_download(folder: Path, *, quantization: str | None = "int8") -> Path:
    """NLLB-200 as it is passed around: CTranslate2's files, and the SentencePiece model by its first name."""
    nllb(folder, quantization=quantization)
    for name in ("tokenizer_config.json", "special_tokens_map.json", "generation_config.json"):
        (folder / name).unlink()
    (folder / "sentencepiece.bpe.model").rename(folder / "flores200_sacrebleu_tokenizer_spm.model")
    return folder


def m2m(folder: Path, *, quantization: str | None = "int8") -> Path:
    """M2M-100 by `ct2-transformers-converter`: `__en__ … </s>` in, `__es__` as target prefix."""
    network = trained("fairseq")
    tokens = [
        *_multilingual(network, M2M_CODES),
        *unused(*(f"madeupword{i}" for i in range(8)), like="<pad>"),
    ]
    save(network, tokens, folder, quantization=quantization, decoder_start_token="</s>", **_SPECIAL)
    special = {
        "additional_special_tokens": sorted(M2M_CODES.values()),
        "pad_token": "<pad>",
        "sep_token": "</s>",
        **_SPECIAL,
    }
    _write_fairseq_files(folder, special)
    languages: dict[str, object] = {
        "src_lang": None,
        "tgt_lang": None,
        "language_codes": "m2m100",
        "num_madeup_words": 8,
    }
    config = {**special, **languages, "model_max_length": 1024, "tokenizer_class": "M2M100Tokenizer"}
    _write_json(folder / "tokenizer_config.json", config)
    pieces = [token.name for token in tokens if not token.name.startswith(("__", "madeupword"))]
    _write_json(folder / "vocab.json", {piece: number for number, piece in enumerate(pieces)})
    return folder


def madlad(folder: Path, *, quantization: str | None = "int8") -> Path:
    """MADLAD-400 (a T5) by `ct2-transformers-converter`: `<2es> … </s>` in, no target prefix.

    Its decoder starts with the token of number 0, `<unk>`; its padding, which the converter calls the
    beginning, is `<s>`.
    """
    network = trained("t5")
    config = {"decoder_start_token": "<unk>", **_SPECIAL}
    save(network, same(network.tokens), folder, quantization=quantization, **config)
    (folder / "spiece.model").write_bytes(vocabulary_file("t5"))
    special = {"eos_token": "</s>", "pad_token": "<s>", "unk_token": "<unk>"}
    _write_json(folder / "special_tokens_map.json", special)
    tokenizer = {"additional_special_tokens": [], "extra_ids": 0, "tokenizer_class": "T5Tokenizer"}
    _write_json(folder / "tokenizer_config.json", {**special, **tokenizer, "sp_model_kwargs": {}})
    generation = {"decoder_start_token_id": 0, "eos_token_id": 2, "pad_token_id": 1}
    _write_json(folder / "generation_config.json", {"_from_model_config": True, **generation})
    return folder


def argos_folder(folder: Path, *, quantization: str | None = "int8", old: bool = False) -> Path:
    """An unpacked Argos package, Spanish to English, from OpenNMT-py; the source has no end token.

    `old`: as packages of 2021 are, with `shared_vocabulary.txt`, without `config.json`, in an older format.
    """
    network = trained("opennmt")
    tokens = same(network.tokens)
    tokens[1:1] = unused("<blank>", like="<unk>")
    model = folder / "model"
    save(network, tokens, model, quantization=quantization, decoder_start_token="<s>", **_SPECIAL)
    if old:
        lines = "".join(f"{token.name}\n" for token in tokens)
        (model / "shared_vocabulary.txt").write_text(lines, encoding="utf-8")
        (model / "shared_vocabulary.json").unlink()
        (model / "config.json").unlink()
        weights = (model / "model.bin").read_bytes()
        (model / "model.bin").write_bytes(struct.pack("I", 5) + weights[4:])  # the last without `config.json`
    (folder / "sentencepiece.model").write_bytes(vocabulary_file("opennmt"))
    _write_json(folder / "metadata.json", ARGOS_METADATA)
    (folder / "README.md").write_text("# Spanish-English version 1.0\n", encoding="utf-8")
    return folder


ARGOS_TOP = "translate-es_en-1_0"
ARGOS_METADATA: Mapping[str, str] = {
    "package_version": "1.0",
    "argos_version": "1.9.0",
    "from_code": "es",
    "from_name": "Spanish",
    "to_code": "en",
    "to_name": "English",
}


def argos(path: Path, *, quantization: str | None = "int8", old: bool = False) -> Path:
    """An Argos package, `.argosmodel`: a ZIP archive with one folder at its top."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as temporary,
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        folder = argos_folder(Path(temporary) / ARGOS_TOP, quantization=quantization, old=old)
        for file in sorted(folder.rglob("*")):
            archive.write(file, file.relative_to(folder.parent))
    return path


LAYOUTS = {
    "opus": opus,
    "opus_of_transformers": opus_of_transformers,
    "nllb": nllb,
    "nllb_download": nllb_download,
    "m2m": m2m,
    "madlad": madlad,
    "argos_folder": argos_folder,
}


def write_marian_vocabularies(folder: Path) -> None:
    """The SentencePiece models of an OPUS-MT download: one for each side."""
    (folder / "source.spm").write_bytes(vocabulary_file("marian.source"))
    (folder / "target.spm").write_bytes(vocabulary_file("marian.target"))


def write_marian_tokenizer(folder: Path, network: Trained) -> None:
    """What Transformers needs beside an OPUS-MT model. Its vocabulary has `<pad>` as its last token."""
    numbers = {token: number for number, token in enumerate([*network.tokens, "<pad>"])}
    _write_json(folder / "vocab.json", numbers)
    special = {"eos_token": "</s>", "unk_token": "<unk>", "pad_token": "<pad>"}
    _write_json(folder / "special_tokens_map.json", special)
    languages = {"source_lang": "en", "target_lang": "es"}
    tokenizer = {"model_max_length": 512, "separate_vocabs": False, "tokenizer_class": "MarianTokenizer"}
    _write_json(
        folder / "tokenizer_config.json", {**special, **languages, **tokenizer, "sp_model_kwargs": {}}
    )
    pad = numbers["<pad>"]
    generation = {
        "bad_words_ids": [[pad]],
        "bos_token_id": 0,
        "decoder_start_token_id": pad,
        "eos_token_id": 0,
        "forced_eos_token_id": 0,
        "max_length": 512,
        "num_beams": 4,
        "pad_token_id": pad,
    }
    _write_json(folder / "generation_config.json", generation)


def _multilingual(network: Trained, codes: Mapping[str, str]) -> list[Token]:
    names = {f"<2{language}>": code for language, code in codes.items()}
    return [Token(name=names.get(token, token), trained=token) for token in network.tokens]


def _write_fairseq_files(folder: Path, special: Mapping[str, object]) -> None:
    (folder / "sentencepiece.bpe.model").write_bytes(vocabulary_file("fairseq"))
    _write_json(folder / "special_tokens_map.json", special)
    generation = {"bos_token_id": 0, "decoder_start_token_id": 2, "eos_token_id": 2, "pad_token_id": 1}
    _write_json(folder / "generation_config.json", {**generation, "max_length": 200})


def _write_json(path: Path, value: Mapping[str, object] | Sequence[object]) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
