"""`dragoman engines …` as operators run it: add, list, test, bench, remove; refusals with the way out."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.live import COMMAND
from tests.models import checkpoints, layouts


def _run(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, "engines", *words, "--data", str(data)],
        env={**os.environ, "DRAGOMAN_APERTIUM_ROOT": str(data)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_models_life(tmp_path: Path) -> None:
    folder = layouts.opus(tmp_path / "opus-mt-en-es")
    added = _run(tmp_path, "add", str(folder), "--quality", "high", "--json")
    assert added.returncode == 0, added.stderr
    row = json.loads(added.stdout)
    assert (row["name"], row["layout"], row["quality"], row["pairs"]) == (
        "opus_mt_en_es",
        "opus-mt",
        "high",
        1,
    )
    assert row["samples"][0]["translation"]
    assert row["wordsPerSecond"] > 0
    listed = json.loads(_run(tmp_path, "--json").stdout)
    mine = next(row for row in listed if row["engine"] == "opus_mt_en_es")
    assert (mine["source"], mine["target"], mine["quality"]) == ("en", "es", "high")
    tested = _run(tmp_path, "test", "opus_mt_en_es")
    assert tested.returncode == 0, tested.stderr
    assert "en-es" in tested.stdout
    assert [row["beam"] for row in json.loads(_run(tmp_path, "bench", "opus_mt_en_es", "--json").stdout)] == [
        1,
        2,
        4,
    ]
    removed = _run(tmp_path, "remove", "opus_mt_en_es")
    assert removed.returncode == 0, removed.stderr
    assert {row["engine"] for row in json.loads(_run(tmp_path, "list", "--json").stdout)} == {"pseudo"}


def test_an_unconverted_model_is_refused_with_its_command(tmp_path: Path) -> None:
    done = _run(tmp_path, "add", str(checkpoints.marian_download(tmp_path / "opus-mt-en-es")))
    assert done.returncode == 1
    assert "not converted" in done.stderr
    assert f"ct2-opus-mt-converter --model_dir {tmp_path}/opus-mt-en-es" in done.stderr


@pytest.mark.parametrize("words", [("remove", "none"), ("test", "none"), ("bench", "none"), ("add", "none")])
def test_what_is_not_there_is_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = _run(tmp_path, *words)
    assert done.returncode == 1
    assert "There is no" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_broken_model_is_listed_with_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "models/mine").mkdir(parents=True)
    done = _run(tmp_path, "--no-probe")
    assert done.returncode == 1
    assert "mine: " in done.stdout
    assert "dragoman engines add PATH" in done.stdout
