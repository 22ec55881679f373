"""The models directory of a running service: what is added, changed, removed, and what cannot be used."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from dragoman.engines.ctranslate2.source import open_models
from dragoman.engines.engine import EngineUnavailable, Quality
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from tests.engines.ctranslate2.conftest import OpenModels, translate


async def test_without_a_directory_there_are_no_models(tmp_path: Path) -> None:
    async with open_models(Settings(data=tmp_path / "none"), Metrics()) as source:
        await source.refresh()
        assert (source.engines(), source.faults()) == ((), ())


async def test_models_come_and_go_while_it_runs(own_models: Path, open_own: OpenModels) -> None:
    folder = own_models / "models/opus_mt_en_es"
    aside = own_models / "aside"
    async with open_own() as source:
        engine = source.engines()[0]
        await translate(engine, "The red house is black.")
        folder.rename(aside)
        await source.refresh()
        assert source.engines() == ()
        with pytest.raises(EngineUnavailable, match="removed"):
            await translate(engine, "The red house is black.")
        aside.rename(folder)
        await source.refresh()
        assert await translate(source.engines()[0], "The red house is black.")


async def test_a_model_that_is_removed_answers_what_it_has(own_models: Path, open_own: OpenModels) -> None:
    async with open_own() as source:
        work = asyncio.create_task(
            translate(source.engines()[0], *(f"The red house is black {n}." for n in range(200)))
        )
        await asyncio.sleep(0)
        (own_models / "models/opus_mt_en_es").rename(own_models / "aside")
        (own_models / "models/new").mkdir()
        shutil.copytree(own_models / "aside", own_models / "models/opus_mt_en_es")
        await source.refresh()
        assert len(await work) == 200


async def test_an_operators_change_of_the_description_is_taken_up(
    own_models: Path, open_own: OpenModels
) -> None:
    path = own_models / "models/opus_mt_en_es/engine.toml"
    async with open_own() as source:
        assert source.engines()[0].pairs()[0].quality is Quality.MEDIUM
        path.write_text(path.read_text(encoding="utf-8").replace('"medium"', '"high"'), encoding="utf-8")
        await source.refresh()
        assert source.engines()[0].pairs()[0].quality is Quality.HIGH


@pytest.mark.parametrize(
    ("lost", "said"),
    [
        ("engine.toml", "has no engine.toml. Add models with `dragoman engines add PATH`"),
        ("model.bin", "model.bin is missing"),
        ("source.spm", "source.spm is missing"),
    ],
)
async def test_what_cannot_be_used_is_a_fault_with_the_way_out(
    own_models: Path, open_own: OpenModels, lost: str, said: str
) -> None:
    (own_models / "models/opus_mt_en_es" / lost).unlink()
    async with open_own() as source:
        assert source.engines() == ()
        (fault,) = source.faults()
        assert fault.name == "opus_mt_en_es"
        assert said in fault.reason
        assert str(own_models) in fault.reason


async def test_a_description_that_cannot_be_read_is_a_fault(own_models: Path, open_own: OpenModels) -> None:
    (own_models / "models/opus_mt_en_es/engine.toml").write_text("name =", encoding="utf-8")
    async with open_own() as source:
        assert "engine.toml cannot be read" in source.faults()[0].reason


async def test_of_two_models_with_one_name_the_second_is_a_fault(
    own_models: Path, open_own: OpenModels
) -> None:
    models = own_models / "models"
    shutil.copytree(models / "opus_mt_en_es", models / "zweites")
    async with open_own() as source:
        assert [engine.name for engine in source.engines()] == ["opus_mt_en_es"]
        assert "has the name of another model" in source.faults()[0].reason


async def test_what_is_being_added_is_not_looked_at(own_models: Path, open_own: OpenModels) -> None:
    models = own_models / "models"
    (models / "opus_mt_en_es").rename(models / ".adding-1234")
    (models / "notes.txt").write_text("mine", encoding="utf-8")
    async with open_own() as source:
        assert (source.engines(), source.faults()) == ((), ())
