"""Unpack a model's archive: zip (as .argosmodel is) or tar. It may be hostile.

Only files that a converted model has are written. Refused as a whole: names that lead outside, links,
devices, two files of one name, too many entries, and what unpacks to far more than it is. So are pickles, as
PyTorch's files are: they can run code when they are loaded. Those that Argos packages have for another
program, Stanza, are left out.
"""

from __future__ import annotations

import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from typing import IO, Final

from dragoman.engines.ctranslate2.adding.staging import is_wanted
from dragoman.engines.ctranslate2.recognition import ModelRefused

_MOST_ENTRIES: Final = 10_000
_RATIO: Final = 50  # unpacked over packed, of all: weights hardly shrink
_SLACK: Final = 100 * 1024 * 1024
_RESERVE: Final = 1024**3  # bytes that stay free on the disk
_CHUNK: Final = 1024 * 1024
_PICKLES: Final = (".pt", ".pth", ".pkl", ".pickle", ".ckpt")
_WEIGHTS: Final = (".safetensors", ".npz")
_UNPACK: Final = (
    "If the model is not converted: unpack it yourself and add the folder, to see the command that does."
)
_LONGEST_NAME: Final = 500


@dataclass(frozen=True, slots=True)
class _Entry:
    """A file of an archive."""

    name: str
    size: int
    open: Callable[[], IO[bytes]]


def unpack(archive: Path, folder: Path) -> None:
    """Unpack what a model needs into an empty folder. Raises `ModelRefused` and OSError."""
    try:
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as opened:
                _write(archive, _zip_entries(opened), folder)
            return
        with tarfile.open(archive) as tar:
            _write(archive, _tar_entries(tar), folder)
    except tarfile.ReadError:
        raise ModelRefused(f"{archive.name} is no folder, and no zip or tar archive.") from None
    except (
        zipfile.BadZipFile,
        tarfile.TarError,
        zlib.error,
        LZMAError,
        EOFError,
        NotImplementedError,
    ) as error:
        raise ModelRefused(f"The archive {archive.name} is damaged: {error}.") from None
    except RuntimeError:  # a password
        raise ModelRefused(f"The archive {archive.name} is encrypted. Unpack it yourself.") from None


def _zip_entries(opened: zipfile.ZipFile) -> Iterator[_Entry]:
    for info in opened.infolist():
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
            raise ModelRefused(f"The archive has a link or a device: {_shown(info.filename)}.")
        if "\\" in info.orig_filename:
            raise ModelRefused(f"The archive has a name that is not allowed: {_shown(info.orig_filename)}.")
        if not info.is_dir():
            yield _Entry(info.orig_filename, info.file_size, lambda info=info: opened.open(info))  # type: ignore[misc]


def _tar_entries(tar: tarfile.TarFile) -> Iterator[_Entry]:
    for info in tar:
        if not (info.isreg() or info.isdir()):
            raise ModelRefused(f"The archive has a link or a device: {_shown(info.name)}.")
        if info.isreg():
            yield _Entry(info.name, info.size, lambda info=info: _opened(tar, info))  # type: ignore[misc]
        else:
            _check_name(info.name)


def _opened(tar: tarfile.TarFile, info: tarfile.TarInfo) -> IO[bytes]:
    file = tar.extractfile(info)
    if file is None:
        raise ModelRefused(f"The archive has no content for {_shown(info.name)}.")
    return file


def _write(archive: Path, entries: Iterator[_Entry], folder: Path) -> None:
    most = min(archive.stat().st_size * _RATIO + _SLACK, shutil.disk_usage(folder).free - _RESERVE)
    seen: set[str] = set()
    has_weights = False
    for number, entry in enumerate(entries):
        if number >= _MOST_ENTRIES:
            raise ModelRefused(f"The archive has more than {_MOST_ENTRIES} entries.")
        path = _check_name(entry.name)
        folded = str(path).casefold()
        if folded in seen:
            raise ModelRefused(f"The archive has two files with the name {_shown(entry.name)}.")
        seen.add(folded)
        most -= entry.size
        if entry.size < 0 or most < 0:
            raise ModelRefused("The archive unpacks to far more than it is, or than the disk has room for.")
        if _is_pickle(path):
            raise ModelRefused(
                f"The archive has a pickle: {_shown(entry.name)}. Such files, as PyTorch's are, can run code "
                "when they are loaded: none is opened.",
                hints=_UNPACK,
            )
        if is_wanted(path.name):
            _write_one(entry, folder / path)
        has_weights = has_weights or path.name.endswith(_WEIGHTS)
    if has_weights and not any(path.name == "model.bin" for path in folder.rglob("*")):
        raise ModelRefused("The archive has a model that is not converted for CTranslate2.", hints=_UNPACK)


def _is_pickle(path: PurePosixPath) -> bool:
    is_named_so = path.name.endswith(_PICKLES) or path.name.startswith("pytorch_model")
    return is_named_so and "stanza" not in path.parts


def _write_one(entry: _Entry, path: Path) -> None:
    """Write a file of exactly the size in the archive's directory."""
    path.parent.mkdir(parents=True, exist_ok=True)
    left = entry.size
    with entry.open() as source, path.open("xb") as file:
        while chunk := source.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise ModelRefused(f"The archive has more for {_shown(entry.name)} than it says.")
            file.write(chunk)
    if left:
        raise ModelRefused(f"The archive is cut off in {_shown(entry.name)}.")


def _check_name(name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    parts = name.rstrip("/").split("/")
    if (
        not name
        or len(name) > _LONGEST_NAME
        or path.is_absolute()
        or ".." in parts
        or "\\" in name
        or "\0" in name
        or ":" in parts[0]
    ):
        raise ModelRefused(f"The archive has a name that leads outside: {_shown(name)}.")
    return path


def _shown(name: str) -> str:
    return repr(name[:80])
