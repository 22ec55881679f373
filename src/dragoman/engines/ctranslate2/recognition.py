"""Recognise a model's layout by its files, and describe it.

`description` is what comes out, `unconverted` has the command for models that CTranslate2 cannot load yet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import orjson

from dragoman.engines.ctranslate2.description import SOURCE, TARGET, Layout, ModelFiles, ModelTokens
from dragoman.engines.ctranslate2.language_tokens import (
    m2m_languages,
    madlad_languages,
    nllb_languages,
    opus_languages,
    to_bcp47,
)
from dragoman.engines.ctranslate2.model_binary import BrokenModelFile, ModelBinary, read_model_file
from dragoman.engines.ctranslate2.unconverted import explain_conversion
from dragoman.engines.ctranslate2.vocabularies import BrokenVocabulary, read_vocabulary, vocabulary_files
from dragoman.errors import RuleBroken

_EOS: Final = "</s>"
_LONGEST: Final = 512  # pieces: what models of any layout were trained with at most
_MARGIN: Final = 8  # pieces for the tokens around a text
_MOST_JSON: Final = 4 * 1024 * 1024
_MOST_FOLDERS: Final = 20  # that are looked into

_PAIR_IN_NAME: Final = re.compile(
    r"(?:^|[-_.])([a-z]{2,3}(?:_[A-Za-z]{2,4})?)[-_]([a-z]{2,3}(?:_[A-Za-z]{2,4})?)(?:[-_.]\d.*|[-_.](?:ct2|int8|converted))*$"
)
_README_LINES: Final = re.compile(
    r"^\s*\*?\s*(source|target) language(?:\(s\)|s)?\s*:\s*(.+)$", re.MULTILINE | re.IGNORECASE
)


class ModelRefused(RuleBroken):
    """A folder or archive cannot become an engine; the message has the reason and what to do."""

    code = "MODEL_REFUSED"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognisedModel:
    """A model in a folder."""

    folder: Path
    layout: Layout
    files: ModelFiles
    tokens: ModelTokens
    languages: Mapping[str, str]  # with the token of each; without one where the model has none
    pairs: tuple[tuple[str, str], ...] | None  # empty: any two of its languages; None: unknown
    longest: int
    version: str  # from its metadata; "" where it has none
    binary: ModelBinary


def find_model(folder: Path) -> RecognisedModel:
    """Recognise the model in a folder, or in a folder inside it. Raises `ModelRefused` and OSError."""
    found = _look_into(folder)
    if found is not None:
        return found
    inner = sorted(path for path in folder.iterdir() if path.is_dir())[:_MOST_FOLDERS]
    models = [model for path in inner if (model := _look_into(path)) is not None]
    if len(models) > 1:
        names = ", ".join(sorted(model.folder.name for model in models))
        raise ModelRefused(f"{folder.name} has several models: {names}. Add them one by one.")
    if models:
        return models[0]
    for path in (folder, *inner):
        if command := explain_conversion(path):
            raise ModelRefused(
                f"{path.name} has a model that is not converted for CTranslate2.", hints=command
            )
    raise ModelRefused(
        f"{folder.name} has no model: a converted model has a file model.bin, and its SentencePiece models "
        "beside it.",
        hints="docs/guides/engines.md lists the layouts.",
    )


def _look_into(folder: Path) -> RecognisedModel | None:
    if (folder / "metadata.json").is_file() and (folder / "model" / "model.bin").is_file():
        return _read_argos(folder)
    if (folder / "model.bin").is_file():
        return _read_converted(folder)
    return None


def _read_argos(folder: Path) -> RecognisedModel:
    metadata = _read_json(folder / "metadata.json")
    codes = [to_bcp47(str(metadata.get(key, ""))) for key in ("from_code", "to_code")]
    source, target = codes
    if source is None or target is None or source == target:
        raise ModelRefused("The file metadata.json does not name the two languages as from_code and to_code.")
    tokenizer = _first_file(folder, ("sentencepiece.model",))
    if tokenizer is None:
        why = (
            "bpe.model, of an older kind that is"
            if (folder / "bpe.model").is_file()
            else "no sentencepiece.model,"
        )
        raise ModelRefused(
            f"The Argos package has {why} not supported. Take a package with sentencepiece.model."
        )
    binary, _ = _read_binary(folder / "model")
    prefix = str(metadata.get("target_prefix") or "")
    return RecognisedModel(
        folder=folder,
        layout=Layout.ARGOS,
        files=ModelFiles(model="model", source=tokenizer, target=tokenizer),
        tokens=ModelTokens(prefix=(prefix,) if prefix else ()),
        languages={source: "", target: ""},
        pairs=((source, target),),
        longest=_longest(binary),
        version=str(metadata.get("package_version") or ""),
        binary=binary,
    )


def _read_converted(folder: Path) -> RecognisedModel:
    binary, tokens = _read_binary(folder)
    config = _read_json(folder / "config.json", missing={})
    after = () if config.get("add_source_eos") else (_EOS,)
    if len(languages := nllb_languages(tokens)) > 1:
        layout, around = Layout.NLLB, ModelTokens(before=(SOURCE,), after=after, prefix=(TARGET,))
    elif len(languages := m2m_languages(tokens)) > 1:
        layout, around = Layout.M2M, ModelTokens(before=(SOURCE,), after=after, prefix=(TARGET,))
    elif len(languages := madlad_languages(tokens)) > 1:
        layout, around = Layout.MADLAD, ModelTokens(before=(TARGET,), after=after)
    else:
        return _read_opus(folder, binary, tokens, after)
    tokenizer = _find_tokenizer(folder)
    return RecognisedModel(
        folder=folder,
        layout=layout,
        files=ModelFiles(model=".", source=tokenizer, target=tokenizer),
        tokens=around,
        languages=languages,
        pairs=(),
        longest=_longest(binary),
        version="",
        binary=binary,
    )


def _read_opus(
    folder: Path, binary: ModelBinary, tokens: Sequence[str], after: tuple[str, ...]
) -> RecognisedModel:
    source, target = _first_file(folder, ("source.spm",)), _first_file(folder, ("target.spm",))
    if source is None or target is None:
        shared = _find_tokenizer(folder)
        source, target = source or shared, target or shared
    tokens_of_targets = opus_languages(tokens)
    pairs = _opus_pairs(folder, tokens_of_targets)
    languages = dict(tokens_of_targets)
    for tag in (tag for pair in pairs or () for tag in pair):
        languages.setdefault(tag, "")
    return RecognisedModel(
        folder=folder,
        layout=Layout.OPUS,
        files=ModelFiles(model=".", source=source, target=target),
        tokens=ModelTokens(before=(TARGET,) if tokens_of_targets else (), after=after),
        languages=languages,
        pairs=pairs,
        longest=_longest(binary),
        version="",
        binary=binary,
    )


def _opus_pairs(folder: Path, targets: Mapping[str, str]) -> tuple[tuple[str, str], ...] | None:
    """The directions of a model by its metadata: those of the files beside it, or of its folder's name."""
    pair = _opus_pair(folder)
    if pair is not None and not targets:
        return (pair,)
    sources = [pair[0]] if pair is not None else _readme_languages(folder, "source")
    ends = list(targets) or _readme_languages(folder, "target")
    return tuple((source, target) for source in sources for target in ends if source != target) or None


def _opus_pair(folder: Path) -> tuple[str, str] | None:
    """The languages of a model by its tokenizer's settings, its README or the name of its folder."""
    settings = _read_json(folder / "tokenizer_config.json", missing={})
    found = (to_bcp47(str(settings.get("source_lang", ""))), to_bcp47(str(settings.get("target_lang", ""))))
    if found[0] is None or found[1] is None:
        named = [_readme_languages(folder, side) for side in ("source", "target")]
        found = (named[0][0], named[1][0]) if all(len(names) == 1 for names in named) else (None, None)
    if found[0] is None or found[1] is None:
        match = _PAIR_IN_NAME.search(folder.name)
        found = (to_bcp47(match[1]), to_bcp47(match[2])) if match is not None else (None, None)
    source, target = found
    return (source, target) if source is not None and target is not None and source != target else None


def _readme_languages(folder: Path, side: str) -> list[str]:
    """The languages that a README lists for one side: `* source languages: en`."""
    path = folder / "README.md"
    if not path.is_file() or path.stat().st_size > _MOST_JSON:
        return []
    found: dict[str, None] = {}
    for match in _README_LINES.finditer(path.read_text(encoding="utf-8", errors="replace")):
        if match[1].lower() == side:
            found.update(dict.fromkeys(filter(None, map(to_bcp47, re.findall(r"[A-Za-z_]+", match[2])))))
    return list(found)


def _read_binary(folder: Path) -> tuple[ModelBinary, list[str]]:
    """A model's network and its vocabulary, both checked."""
    try:
        binary = read_model_file(folder / "model.bin")
        files = {path.stem: read_vocabulary(path) for path in vocabulary_files(folder)}
    except (BrokenModelFile, BrokenVocabulary) as error:
        raise ModelRefused(str(error)) from None
    if binary.specification != "TransformerSpec":
        raise ModelRefused(
            f"The model is a {binary.specification}: only translation models (TransformerSpec) are engines."
        )
    if not files:
        raise ModelRefused(
            "The model has no vocabulary: shared_vocabulary.json, or source_ and target_vocabulary.json."
        )
    for side, own in (("encoder", "source_vocabulary"), ("decoder", "target_vocabulary")):
        tokens = files.get(own) or next(iter(files.values()))
        known = binary.embeddings(side)
        if known is not None and known != len(tokens):
            raise ModelRefused(
                f"The vocabulary is of another model: it has {len(tokens)} tokens, and the {side} {known}."
            )
    return binary, [token for tokens in files.values() for token in tokens]


def _find_tokenizer(folder: Path) -> str:
    known = _first_file(
        folder,
        (
            "sentencepiece.bpe.model",
            "spiece.model",
            "sentencepiece.model",
            "flores200_sacrebleu_tokenizer_spm.model",
        ),
    )
    if known is not None:
        return known
    others = sorted(
        path.name for path in folder.iterdir() if path.suffix in {".model", ".spm"} and path.is_file()
    )
    if len(others) == 1:
        return others[0]
    raise ModelRefused(
        "The model has no SentencePiece model beside it: source.spm and target.spm, sentencepiece.bpe.model "
        "or spiece.model. Copy it from the model that was converted."
    )


def _first_file(folder: Path, names: Sequence[str]) -> str | None:
    return next((name for name in names if (folder / name).is_file()), None)


def _longest(binary: ModelBinary) -> int:
    return max(16, min(binary.positions() or _LONGEST, _LONGEST) - _MARGIN)


def _read_json(path: Path, *, missing: dict[str, Any] | None = None) -> dict[str, Any]:
    if missing is not None and not path.is_file():
        return missing
    try:
        content = orjson.loads(path.read_bytes()) if path.stat().st_size <= _MOST_JSON else None
    except orjson.JSONDecodeError:
        content = None
    if not isinstance(content, dict):
        raise ModelRefused(f"The file {path.name} cannot be read.")
    return content
