"""Broken model folders, and archives that attack who unpacks them.

Functions for folders change what a function of `layouts` wrote. Those for archives write a package that is
a real one but for the attack.
"""

from __future__ import annotations

import json
import pickle
import stat
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.models.layouts import ARGOS_TOP, argos

BOMB_BYTES = 600 * 1024 * 1024  # unpacked; a few hundred kilobytes as an archive


def truncate(folder: Path) -> Path:
    """`model.bin` ends in the middle."""
    model = _model_file(folder)
    model.write_bytes(model.read_bytes()[: model.stat().st_size // 2])
    return folder


def garble(folder: Path) -> Path:
    """`model.bin` is the answer of a web server."""
    _model_file(folder).write_text("<!DOCTYPE html><title>404 Not Found</title>")
    return folder


def empty(folder: Path) -> Path:
    """`model.bin` is empty, as after a full disk."""
    _model_file(folder).write_bytes(b"")
    return folder


def lose_model(folder: Path) -> Path:
    """There is no `model.bin`."""
    _model_file(folder).unlink()
    return folder


def lose_vocabulary(folder: Path) -> Path:
    """There is no vocabulary."""
    for file in folder.rglob("*_vocabulary.*"):
        file.unlink()
    return folder


def shorten_vocabulary(folder: Path) -> Path:
    """The vocabulary is of another model, with fewer tokens. CTranslate2 loads it and does not notice."""
    for file in folder.rglob("*_vocabulary.json"):
        file.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8"))[:-100]), encoding="utf-8")
    return folder


def lose_tokenizer(folder: Path) -> Path:
    """There is no SentencePiece model."""
    for file in [*folder.rglob("*.spm"), *folder.rglob("*.model")]:
        file.unlink()
    return folder


def garble_tokenizer(folder: Path) -> Path:
    """The SentencePiece models are pointers of Git LFS, as after a clone without it."""
    for file in [*folder.rglob("*.spm"), *folder.rglob("*.model")]:
        file.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 800000\n")
    return folder


def lose_metadata(folder: Path) -> Path:
    """Only what CTranslate2 itself writes is there, and the SentencePiece models."""
    names = (
        "metadata.json",
        "tokenizer_config.json",
        "special_tokens_map.json",
        "generation_config.json",
        "vocab.json",
    )
    for file in folder.rglob("*.json"):
        if file.name in names:
            file.unlink()
    return folder


def garble_config(folder: Path) -> Path:
    """`config.json` is no JSON."""
    next(folder.rglob("config.json")).write_text("{'add_source_eos': True}")
    return folder


BROKEN: Mapping[str, Callable[[Path], Path]] = {
    change.__name__: change
    for change in (
        truncate,
        garble,
        empty,
        lose_model,
        lose_vocabulary,
        shorten_vocabulary,
        lose_tokenizer,
        garble_tokenizer,
        garble_config,
    )
}


def parent_path(path: Path) -> Path:
    """A package with a file for the folder above, `../escaped.txt`."""
    return _with_entry(path, f"{ARGOS_TOP}/../../escaped.txt", b"escaped\n")


def absolute_path(path: Path, *, target: Path) -> Path:
    """A package with a file of an absolute path."""
    return _with_entry(path, str(target), b"escaped\n")


def windows_path(path: Path) -> Path:
    """A package with a file whose name leads upwards on Windows."""
    return _with_entry(path, f"{ARGOS_TOP}\\..\\..\\escaped.txt", b"escaped\n")


def symbolic_link(path: Path, *, target: Path) -> Path:
    """A package with a link to a folder outside, and a file that would be written through it."""
    link = zipfile.ZipInfo(f"{ARGOS_TOP}/link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    link.create_system = 3  # Unix, where the attributes above mean this
    with zipfile.ZipFile(argos(path), "a") as archive:
        archive.writestr(link, str(target))
        archive.writestr(f"{ARGOS_TOP}/link/escaped.txt", b"escaped\n")
    return path


def bomb(path: Path, *, size: int = BOMB_BYTES) -> Path:
    """A package with a file that is a thousand times larger unpacked."""
    return _with_zeros(path, size=size, claimed=size)


def lying_bomb(path: Path, *, size: int = BOMB_BYTES) -> Path:
    """The same, but the archive says that the file has ten bytes."""
    return _with_zeros(path, size=size, claimed=10)


def many_files(path: Path, *, count: int = 12_000) -> Path:
    """A package with very many empty files."""
    with zipfile.ZipFile(argos(path), "a") as archive:
        for number in range(count):
            archive.writestr(f"{ARGOS_TOP}/files/{number}", b"")
    return path


def pickled(path: Path, *, marker: Path) -> Path:
    """A package with a pickle that creates the file `marker` when it is loaded."""
    return _with_entry(path, f"{ARGOS_TOP}/model/pytorch_model.bin", pickle.dumps(_Touch(marker)))


def pickled_folder(folder: Path, *, marker: Path) -> Path:
    """A checkpoint whose `pytorch_model.bin` is such a pickle."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text('{"model_type": "marian", "architectures": ["MarianMTModel"]}')
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(_Touch(marker)))
    return folder


def cut_off(path: Path) -> Path:
    """A package whose download ended in the middle."""
    data = argos(path).read_bytes()
    path.write_bytes(data[: len(data) // 2])
    return path


def no_archive(path: Path) -> Path:
    """A package that is the answer of a web server."""
    path.write_text("<!DOCTYPE html><title>Sign in</title>")
    return path


def without_metadata(path: Path) -> Path:
    """A package that does not say its languages."""
    return _without(path, "metadata.json")


def without_network(path: Path) -> Path:
    """A package without `model.bin`."""
    return _without(path, "model.bin")


def false_metadata(path: Path, metadata: object) -> Path:
    """A package with other metadata, such as a list, or languages that do not exist."""
    _without(path, "metadata.json")
    return _append(path, f"{ARGOS_TOP}/metadata.json", json.dumps(metadata).encode())


class _Touch:
    """Creates a file when it is unpickled."""

    def __init__(self, marker: Path) -> None:
        self._marker = marker

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return open, (str(self._marker), "w")


def _model_file(folder: Path) -> Path:
    return next(folder.rglob("model.bin"))


def _with_entry(path: Path, name: str, data: bytes) -> Path:
    return _append(argos(path), name, data)


def _append(path: Path, name: str, data: bytes) -> Path:
    entry = zipfile.ZipInfo("placeholder")
    entry.filename = name  # as it is: the constructor would make a path of this system of it
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(entry, data)
    return path


def _without(path: Path, name: str) -> Path:
    whole = argos(path.with_suffix(".whole"))
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(path, "w") as target:
        for entry in source.infolist():
            if Path(entry.filename).name != name:
                target.writestr(entry, source.read(entry))
    whole.unlink()
    return path


def _with_zeros(path: Path, *, size: int, claimed: int) -> Path:
    """Add a file of zeros: a megabyte is compressed once, and repeated.

    It is written as if it were not compressed, and described afterwards, in the directory at the end.
    """
    block = bytes(1024 * 1024)
    compressor = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = compressor.compress(block) + compressor.flush(zlib.Z_FULL_FLUSH)
    checksum = 0
    for _ in range(size // len(block)):
        checksum = zlib.crc32(block, checksum)
    entry = zipfile.ZipInfo(f"{ARGOS_TOP}/model/large.bin")
    with zipfile.ZipFile(argos(path), "a") as archive:
        archive.writestr(entry, packed * (size // len(block)) + compressor.flush())
        entry.compress_type, entry.file_size, entry.CRC = zipfile.ZIP_DEFLATED, claimed, checksum
    return path
