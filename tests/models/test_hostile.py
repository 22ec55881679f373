"""Broken folders do not load, and hostile archives would do the harm that they say."""

from __future__ import annotations

import pickle
import stat
import zipfile
from pathlib import Path

import ctranslate2
import pytest
import sentencepiece

from tests.models import hostile
from tests.models.layouts import ARGOS_TOP, argos, opus


@pytest.mark.parametrize(
    "name",
    ["truncate", "garble", "empty", "lose_model", "lose_vocabulary"],
)
def test_ctranslate2_does_not_load_broken_models(tmp_path: Path, name: str) -> None:
    folder = hostile.BROKEN[name](opus(tmp_path / "model"))
    with pytest.raises((RuntimeError, ValueError)):
        ctranslate2.Translator(str(folder)).translate_batch([["▁the", "</s>"]])


@pytest.mark.parametrize("name", ["lose_tokenizer", "garble_tokenizer"])
def test_sentencepiece_does_not_load_broken_tokenizers(tmp_path: Path, name: str) -> None:
    folder = hostile.BROKEN[name](opus(tmp_path / "model"))
    with pytest.raises((RuntimeError, OSError)):
        sentencepiece.SentencePieceProcessor(model_file=str(folder / "source.spm"))


def test_packages_have_one_folder_at_the_top(tmp_path: Path) -> None:
    names = _entries(argos(tmp_path / "es_en.argosmodel"))
    assert {name.split("/")[0] for name in names} == {ARGOS_TOP}
    assert f"{ARGOS_TOP}/model/model.bin" in names


def test_entries_lead_out_of_the_folder(tmp_path: Path) -> None:
    target = tmp_path / "outside"
    names = [
        *_entries(hostile.parent_path(tmp_path / "parent.argosmodel")),
        *_entries(hostile.absolute_path(tmp_path / "absolute.argosmodel", target=target)),
        *_entries(hostile.windows_path(tmp_path / "windows.argosmodel")),
    ]
    assert {f"{ARGOS_TOP}/../../escaped.txt", str(target), f"{ARGOS_TOP}\\..\\..\\escaped.txt"} <= set(names)
    with zipfile.ZipFile(hostile.symbolic_link(tmp_path / "link.argosmodel", target=target)) as archive:
        assert stat.S_ISLNK(archive.getinfo(f"{ARGOS_TOP}/link").external_attr >> 16)


def test_bombs_unpack_to_more_than_they_say(tmp_path: Path) -> None:
    size = 8 * 1024 * 1024
    with zipfile.ZipFile(hostile.bomb(tmp_path / "bomb.argosmodel", size=size)) as archive:
        assert archive.read(f"{ARGOS_TOP}/model/large.bin") == bytes(size)
    with zipfile.ZipFile(hostile.lying_bomb(tmp_path / "lying.argosmodel", size=size)) as archive:
        entry = archive.getinfo(f"{ARGOS_TOP}/model/large.bin")
        assert (entry.file_size, entry.compress_size > 1000) == (10, True)


def test_pickles_act_when_they_are_loaded(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    folder = hostile.pickled_folder(tmp_path / "folder", marker=marker)
    assert not marker.exists()
    pickle.loads((folder / "pytorch_model.bin").read_bytes()).close()
    assert marker.exists()


def test_packages_lack_what_they_say(tmp_path: Path) -> None:
    assert f"{ARGOS_TOP}/metadata.json" not in _entries(hostile.without_metadata(tmp_path / "a.argosmodel"))
    assert f"{ARGOS_TOP}/model/model.bin" not in _entries(hostile.without_network(tmp_path / "b.argosmodel"))
    for path in (hostile.cut_off(tmp_path / "c.argosmodel"), hostile.no_archive(tmp_path / "d.argosmodel")):
        with pytest.raises(zipfile.BadZipFile):
            _entries(path)


def _entries(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()
