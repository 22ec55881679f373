"""`engines add` and its neighbours: each layout end to end, refusals, and what is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from pathlib import Path

import pytest

from dragoman.engines.ctranslate2.adding.actions import AddOptions, add_model, find_folder, remove_model
from dragoman.engines.ctranslate2.description import PlacingMethod, read_description
from dragoman.engines.ctranslate2.recognition import ModelRefused
from dragoman.engines.ctranslate2.source import open_models
from dragoman.engines.engine import Quality
from dragoman.errors import NotFound
from dragoman.segments import Text, keeps_codes, plain_text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from tests.engines.ctranslate2.conftest import add, pair_of, segments
from tests.models import hostile, layouts
from tests.models.product import held_out


def _left(data: Path) -> list[str]:
    return sorted(path.name for path in (data / "models").iterdir() if path.name != ".lock")


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        ("opus_of_transformers", ("en", "es")),
        ("nllb", ("es", "ca")),
        ("m2m", ("ca", "en")),
        ("madlad", ("en", "es")),
        ("argos_folder", ("es", "en")),
    ],
)
async def test_each_layout_translates_from_end_to_end(
    tmp_path: Path, name: str, pair: tuple[str, str]
) -> None:
    added = await add(tmp_path, layouts.LAYOUTS[name](tmp_path / "source"), name=name)
    assert added.folder == tmp_path / "models" / name
    assert added.checked.speed.words_per_second > 0
    assert added.checked.description.measured.memory_mb > 10
    lines = held_out(*pair)[:40]
    async with open_models(Settings(data=tmp_path), Metrics()) as source:
        (engine,) = source.engines()
        batch = [(Text(text=line.source),) for line in lines]
        answers = await engine.translate(batch, pair_of(engine, *pair))
        right = sum(plain_text(answer) == line.target for answer, line in zip(answers, lines, strict=True))
        assert right >= 0.4 * len(lines)
        marked = segments(*(f"<b>{line.source}</b> {{x}}" for line in lines[:5]))
        for before, after in zip(marked, await engine.translate(marked, pair_of(engine, *pair)), strict=True):
            assert not after or keeps_codes(before, after)


@pytest.mark.parametrize("old", [False, True])
async def test_an_argos_package_is_added_as_it_is_downloaded(tmp_path: Path, old: bool) -> None:
    added = await add(tmp_path, layouts.argos(tmp_path / "translate-es_en-1_0.argosmodel", old=old))
    assert added.folder.name == "translate_es_en_1_0"
    assert added.checked.description.version.startswith("1.0-")
    assert _left(tmp_path) == ["translate_es_en_1_0"]


async def test_name_quality_and_pairs_are_chosen(tmp_path: Path) -> None:
    folder = layouts.nllb(tmp_path / "nllb")
    added = await add(tmp_path, folder, name="mine", quality=Quality.HIGH, pairs=("en-es", "es-en"))
    one = read_description(added.folder)
    assert (one.name, one.quality, one.pairs) == ("mine", Quality.HIGH, (("en", "es"), ("es", "en")))
    assert dict(one.languages) == {"en": "eng_Latn", "es": "spa_Latn"}
    assert one.placing in {PlacingMethod.ALIGNMENT, PlacingMethod.MARKERS}


async def test_the_model_that_is_added_is_not_changed(tmp_path: Path) -> None:
    folder = layouts.opus(tmp_path / "opus-mt-en-es")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    await add(tmp_path, folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


async def test_a_second_model_of_the_name_is_refused_and_replaced_by_force(
    models: Path, tmp_path: Path
) -> None:
    folder = layouts.opus(tmp_path / "opus-mt-en-es")
    await add(tmp_path, folder)
    with pytest.raises(ModelRefused, match="is a model opus_mt_en_es already"):
        await add(tmp_path, folder)
    await add(tmp_path, folder, quality=Quality.GIST, is_forced=True)
    assert read_description(tmp_path / "models/opus_mt_en_es").quality is Quality.GIST
    assert _left(tmp_path) == ["opus_mt_en_es"]


@pytest.mark.parametrize("change", hostile.BROKEN.values(), ids=hostile.BROKEN.keys())
async def test_a_broken_model_leaves_nothing(tmp_path: Path, change: object) -> None:
    folder = change(layouts.opus(tmp_path / "opus-mt-en-es"))  # type: ignore[operator]
    with pytest.raises(ModelRefused):
        await add(tmp_path, folder)
    assert _left(tmp_path) == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"name": "../up"}, "cannot be the name"),
        ({"name": "Big"}, "cannot be the name"),
        ({"pairs": ("es-en",)}, "does not translate"),
        ({"pairs": ("nonsense",)}, "no pair of languages"),
    ],
)
async def test_wrong_options_are_refused_and_leave_nothing(
    tmp_path: Path, options: dict[str, object], said: str
) -> None:
    with pytest.raises(ModelRefused, match=said):
        await add(tmp_path, layouts.opus(tmp_path / "opus-mt-en-es"), **options)
    assert _left(tmp_path) == []


async def test_what_is_not_there_is_not_downloaded(tmp_path: Path) -> None:
    with pytest.raises(ModelRefused, match="There is no") as refusal:
        await add(tmp_path, tmp_path / "Helsinki-NLP/opus-mt-en-de")
    assert "not downloaded" in refusal.value.hints


async def test_a_cancelled_add_leaves_nothing(tmp_path: Path) -> None:
    adding = asyncio.create_task(add(tmp_path, layouts.opus(tmp_path / "opus-mt-en-es")))
    while not list((tmp_path / "models").glob(".adding-*/model/model.bin")):
        assert not adding.done(), adding.result()  # or what it raised
        await asyncio.sleep(0.001)
    adding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await adding
    assert _left(tmp_path) == []


async def test_a_cancelled_add_ends_when_its_thread_has_ended(tmp_path: Path) -> None:
    started, may_go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def wait_for_the_test(_: str) -> None:  # the thread reports that it unpacks
        loop.call_soon_threadsafe(started.set)
        assert may_go_on.wait(60)

    package = layouts.argos(tmp_path / "translate-es_en-1_0.argosmodel", old=False)
    adding = asyncio.create_task(
        add_model(Settings(data=tmp_path), package, AddOptions(), report=wait_for_the_test)
    )
    await started.wait()
    adding.cancel()
    await asyncio.sleep(0.05)
    assert not adding.done()
    may_go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await adding
    assert _left(tmp_path) == []


async def test_what_a_killed_add_left_goes_with_the_next(tmp_path: Path) -> None:
    folder = layouts.opus(tmp_path / "opus-mt-en-es")
    pid = os.fork()
    if pid == 0:
        try:
            (tmp_path / "models/.adding-dead/model").mkdir(parents=True)
            os.kill(os.getpid(), signal.SIGKILL)
        finally:
            os._exit(1)
    os.waitpid(pid, 0)
    assert _left(tmp_path) == [".adding-dead"]
    await add(tmp_path, folder)
    assert _left(tmp_path) == ["opus_mt_en_es"]


async def test_a_removed_model_is_gone(own_models: Path) -> None:
    settings = Settings(data=own_models)
    assert find_folder(own_models / "models", "opus_mt_en_es").is_dir()
    await remove_model(settings, "opus_mt_en_es")
    assert _left(own_models) == []
    with pytest.raises(NotFound, match="no model opus_mt_en_es"):
        await remove_model(settings, "opus_mt_en_es")
