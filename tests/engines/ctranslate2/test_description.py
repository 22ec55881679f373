"""`engine.toml`: written and read again; what operators may have done to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.engines.ctranslate2.description import (
    FILE_NAME,
    BadDescription,
    Layout,
    Measured,
    ModelDescription,
    ModelFiles,
    ModelTokens,
    PlacingMethod,
    make_name,
    read_description,
    write_description,
)
from dragoman.engines.engine import Quality

_ONE = ModelDescription(
    name="nllb",
    version="1.0-abc",
    layout=Layout.NLLB,
    quality=Quality.HIGH,
    files=ModelFiles(model=".", source="a.model", target='odd "name".model'),
    tokens=ModelTokens(before=("{source}",), after=("</s>",), prefix=("{target}",)),
    languages={"en": "eng_Latn", "zh-Hant": "zho_Hant", "es": "spa_Latn"},
    pairs=(("en", "es"), ("en", "zh-Hant")),
    longest=504,
    placing=PlacingMethod.MARKERS,
    stand_in="X{n}",
    measured=Measured(memory_mb=40, words_per_second=99.5, alignment=0.9, markers=1.0),
)


def _write(folder: Path, content: str) -> Path:
    (folder / FILE_NAME).write_text(content, encoding="utf-8")
    return folder


def test_what_is_written_is_read(tmp_path: Path) -> None:
    assert read_description(_write(tmp_path, write_description(_ONE))) == _ONE
    every = replace(_ONE, pairs=())
    assert read_description(_write(tmp_path, write_description(every))) == every


def test_without_pairs_it_is_all_of_its_languages() -> None:
    assert len(replace(_ONE, pairs=()).all_pairs()) == 6
    assert [(pair.source, pair.target) for pair in _ONE.engine_pairs()] == [("en", "es"), ("en", "zh-Hant")]


def test_tokens_are_those_of_the_pair() -> None:
    assert _ONE.fill(("{source}", "{target}", "</s>"), source="en", target="es") == [
        "eng_Latn",
        "spa_Latn",
        "</s>",
    ]
    without = replace(_ONE, languages={"en": "", "es": ""}, pairs=())
    assert without.fill(("{target}", "</s>"), source="en", target="es") == ["</s>"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "nllb"', 'name = "../nllb"', "cannot be the name"),
        ('layout = "nllb-200"', 'layout = "other"', "other"),
        ('quality = "high"', "", "no quality"),
        ('quality = "high"', 'quality = "best"', "best"),
        ('"model" = "."', '"model" = "../other"', "not in its folder"),
        ('"model" = "."', '"model" = "/etc"', "not in its folder"),
        ('["en","es"]', '["en","de"]', "pair en-de"),
        ('"en" = "eng_Latn"', '"EN" = "eng_Latn"', "no canonical BCP 47 tag"),
        ("longest = 504", "longest = 5", "from 16 to 4096"),
        ("longest = 504", 'longest = "many"', "longest|many|invalid"),
        ("longest = 504", "longest = [", "cannot be read"),
        ("[files]", "[others]", "no files"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    content = write_description(_ONE)
    assert old in content
    with pytest.raises(BadDescription, match=said):
        read_description(_write(tmp_path, content.replace(old, new, 1)))


def test_names_are_made_of_names_of_files() -> None:
    assert make_name("opus-mt-en-es") == "opus_mt_en_es"
    assert make_name("NLLB 200 (600M)") == "nllb_200_600m"
    assert make_name("2024-model") == "model_2024_model"
    assert make_name("模型") == "model"
