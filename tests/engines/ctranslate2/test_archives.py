"""Archives of models: what is in them is unpacked, what attacks is refused, and nothing is left of it."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from dragoman.engines.ctranslate2.adding.archives import unpack
from dragoman.engines.ctranslate2.recognition import ModelRefused, find_model
from tests.models import hostile, layouts


def _unpack(archive: Path, folder: Path) -> Path:
    folder.mkdir()
    unpack(archive, folder)
    return folder


def test_an_argos_package_is_unpacked(tmp_path: Path) -> None:
    folder = _unpack(layouts.argos(tmp_path / "package.argosmodel"), tmp_path / "unpacked")
    assert find_model(folder).pairs == (("es", "en"),)


@pytest.mark.parametrize("kind", ["", "gz", "bz2", "xz"])
def test_tar_archives_are_unpacked(tmp_path: Path, kind: str) -> None:
    model = layouts.opus(tmp_path / "opus-mt-en-es")
    archive = tmp_path / f"model.tar.{kind}"
    with tarfile.open(archive, f"w:{kind}") as tar:
        tar.add(model, "opus-mt-en-es")
    assert find_model(_unpack(archive, tmp_path / "unpacked")).pairs == (("en", "es"),)


@pytest.mark.parametrize(
    ("attack", "said"),
    [
        (hostile.parent_path, "leads outside"),
        (hostile.windows_path, "not allowed"),
        (lambda path: hostile.absolute_path(path, target=path.parent / "escaped.txt"), "leads outside"),
        (lambda path: hostile.symbolic_link(path, target=path.parent), "link or a device"),
        (hostile.bomb, "far more than it is"),
        (hostile.many_files, "more than 10000 entries"),
        (lambda path: hostile.pickled(path, marker=path.parent / "escaped.txt"), "has a pickle"),
        (hostile.cut_off, "damaged|no zip or tar"),
        (hostile.no_archive, "no zip or tar"),
    ],
)
def test_a_hostile_archive_is_refused(tmp_path: Path, attack: Callable[[Path], Path], said: str) -> None:
    archive = attack(tmp_path / "package.argosmodel")
    with pytest.raises(ModelRefused, match=said):
        _unpack(archive, tmp_path / "unpacked")
    assert not list(tmp_path.rglob("escaped*"))


def test_what_a_lying_archive_hides_is_not_written(tmp_path: Path) -> None:
    folder = _unpack(hostile.lying_bomb(tmp_path / "package.argosmodel"), tmp_path / "unpacked")
    assert sum(path.stat().st_size for path in folder.rglob("*")) < 50_000_000


def test_the_pickles_of_another_program_are_left_out(tmp_path: Path) -> None:
    """Argos packages have Stanza's models, which are PyTorch's files."""
    archive = hostile._append(
        layouts.argos(tmp_path / "package.argosmodel"),
        "translate-es_en-1_0/stanza/es/tokenize/ancora.pt",
        b"\x80\x02pickle",
    )
    folder = _unpack(archive, tmp_path / "unpacked")
    assert find_model(folder).pairs == (("es", "en"),)
    assert not list(folder.rglob("*.pt"))


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (tarfile.SYMTYPE, "model/link"),
        (tarfile.LNKTYPE, "model/link"),
        (tarfile.CHRTYPE, "model/device"),
        (tarfile.FIFOTYPE, "model/pipe"),
        (tarfile.REGTYPE, "../escaped.spm"),
        (tarfile.REGTYPE, "/escaped.spm"),
        (tarfile.DIRTYPE, "model/../../escaped"),
    ],
)
def test_a_hostile_tar_is_refused(tmp_path: Path, kind: bytes, name: str) -> None:
    archive = tmp_path / "model.tar"
    with tarfile.open(archive, "w") as tar:
        entry = tarfile.TarInfo(name)
        entry.type = kind
        entry.linkname = "/etc/passwd"
        tar.addfile(entry, io.BytesIO())
    with pytest.raises(ModelRefused):
        _unpack(archive, tmp_path / "unpacked")
    assert not list((tmp_path / "unpacked").iterdir())
