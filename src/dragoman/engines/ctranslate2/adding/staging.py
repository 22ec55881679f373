"""Copy the files of a model that an engine needs, and no others."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

import orjson

from dragoman.engines.ctranslate2.recognition import ModelRefused, RecognisedModel

_NAMES: Final = frozenset(
    {
        "model.bin",
        "config.json",
        "metadata.json",
        "tokenizer_config.json",
        "vmap.txt",
        "generation_config.json",
    }
)
_SUFFIXES: Final = (".spm", ".model")
_STEMS: Final = ("readme", "license", "licence", "notice", "model_card")
_VOCABULARIES: Final = ("vocabulary.json", "vocabulary.txt")
_OLD_CONFIG: Final = {
    "add_source_bos": False,
    "add_source_eos": False,
    "bos_token": "<s>",
    "decoder_start_token": "<s>",
    "eos_token": "</s>",
    "unk_token": "<unk>",
}
_CHUNK: Final = 1024 * 1024


def is_wanted(name: str) -> bool:
    """Whether a file of this name belongs to a converted model."""
    return name in _NAMES or name.endswith((*_SUFFIXES, *_VOCABULARIES)) or name.lower().startswith(_STEMS)


def copy_model(model: RecognisedModel, folder: Path) -> None:
    """Copy a model into a new folder. Raises `ModelRefused` for devices and links, and OSError."""
    inside = {model.folder, model.folder / model.files.model}
    for source in sorted(inside):
        target = folder / source.relative_to(model.folder)
        target.mkdir(parents=True, exist_ok=True)
        for path in sorted(source.iterdir()):
            if not is_wanted(path.name) or path.is_dir():
                continue
            if not path.is_file():
                raise ModelRefused(f"{path.name} is no ordinary file.")
            shutil.copyfile(path, target / path.name)  # what a link leads to: downloads are often links
            (target / path.name).chmod(0o644)
    config = folder / model.files.model / "config.json"
    if not config.is_file():  # conversions of 2021 have none, and CTranslate2 needs one now
        config.write_bytes(orjson.dumps(_OLD_CONFIG))


def make_version(model: RecognisedModel, folder: Path) -> str:
    """A version that changes when a file of the model does: that of its metadata, and a digest."""
    digest = hashlib.sha256()
    for path in sorted({model.files.source, model.files.target, f"{model.files.model}/model.bin"}):
        with (folder / path).open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    return "-".join(part for part in (model.version, digest.hexdigest()[:8]) if part)


def sync(folder: Path) -> None:
    """Have all files of a folder on the disk before it gets its name."""
    for path in (folder, *folder.rglob("*")):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
