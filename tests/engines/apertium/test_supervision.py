"""Processes that die or hang under load: the right answers come all the same, and nothing stays behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import psutil
import pytest

from dragoman.engines.apertium.mode_files import Installation, find_installation
from dragoman.engines.engine import EngineTimedOut, EngineUnavailable
from dragoman.telemetry import Metrics
from tests.engines.apertium.conftest import OpenEngine, is_running, processes_of, translate
from tests.engines.apertium.test_codes import restarts
from tests.engines.apertium.texts import OWN
from tests.waiting import CEILING, until

MODE = "eng-spa"
TEXTS = OWN["en"] * 12


async def _harm_each_process(
    open_apertium: OpenEngine, harm: signal.Signals, metrics: Metrics, **settings: float
) -> None:
    """Once for each of the pipeline's processes: harm it while it works, and compare the answers."""
    async with open_apertium(metrics, **settings) as engine:
        expected = await translate(engine, MODE, *TEXTS)
        for number in range(len(processes_of(engine))):
            work = asyncio.create_task(translate(engine, MODE, *TEXTS))
            await asyncio.sleep(0.02)
            running = sorted(processes_of(engine).items(), key=lambda item: (item[1], item[0]))
            pid, name = running[number % len(running)]
            os.kill(pid, harm)
            assert await work == expected, name


async def test_any_process_may_be_killed_at_work(open_apertium: OpenEngine) -> None:
    metrics = Metrics()
    await _harm_each_process(open_apertium, signal.SIGKILL, metrics)
    assert {"died", "tagger"} <= set(restarts(metrics))


@pytest.mark.campaign
async def test_campaign_any_process_may_hang(open_apertium: OpenEngine) -> None:
    metrics = Metrics()
    await _harm_each_process(open_apertium, signal.SIGSTOP, metrics, engine_timeout_seconds=1)
    assert "timeout" in restarts(metrics)


@pytest.mark.parametrize("name", ["lt-proc", "apertium-tagger", "apertium-postch"])
async def test_a_stage_that_hangs_is_replaced(open_apertium: OpenEngine, name: str) -> None:
    async with open_apertium(engine_timeout_seconds=5) as engine:
        expected = await translate(engine, MODE, *TEXTS)
        for pid, program in processes_of(engine).items():
            if program == name:
                os.kill(pid, signal.SIGSTOP)
        assert await translate(engine, MODE, *TEXTS) == expected


async def test_processes_killed_while_idle_do_no_harm(open_apertium: OpenEngine) -> None:
    async with open_apertium() as engine:
        expected = await translate(engine, MODE, *TEXTS)
        for pid in processes_of(engine):
            with contextlib.suppress(ProcessLookupError):  # it went with another one
                os.kill(pid, signal.SIGKILL)
        assert await translate(engine, MODE, *TEXTS) == expected


@pytest.mark.parametrize("harm", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_launcher_that_was_lost_is_replaced_before_pipelines_are_late(
    open_apertium: OpenEngine, harm: signal.Signals
) -> None:
    """Without bubblewrap the programs that it has started live on."""
    metrics = Metrics()
    timeout_seconds = 3 if harm is signal.SIGSTOP else 600  # its silence is only noticed at the next start
    settings = {"engine_isolation": "limits", "engine_timeout_seconds": timeout_seconds}
    async with open_apertium(metrics, **settings) as engine:
        expected = await translate(engine, MODE, *TEXTS)
        launcher = psutil.Process(next(iter(processes_of(engine)))).parent()
        assert launcher is not None
        launcher.send_signal(harm)
        async with asyncio.timeout(CEILING):
            while is_running(launcher.pid):
                with contextlib.suppress(EngineUnavailable, EngineTimedOut):
                    await translate(engine, MODE, *TEXTS)
            assert await translate(engine, MODE, *TEXTS) == expected


async def test_nothing_is_left_after_closing(open_apertium: OpenEngine) -> None:
    async with open_apertium() as engine:
        work = asyncio.create_task(translate(engine, MODE, *TEXTS * 200))
        await until(lambda: len(processes_of(engine)) > 10)
        processes = processes_of(engine)
    with pytest.raises(EngineUnavailable):
        await work
    await until(lambda: not any(map(is_running, processes)))


async def test_nothing_outlives_a_killed_server() -> None:
    """Not even a stopped stage."""
    program = textwrap.dedent("""
        import asyncio
        from dragoman.engines.apertium import open_engine
        from dragoman.segments import Text
        from dragoman.settings import Settings
        from dragoman.telemetry import Metrics

        async def main():
            async with open_engine(Settings(), Metrics()) as engine:
                pair = next(pair for pair in engine.pairs() if pair.variant == "eng-spa")
                await engine.translate([(Text(text="I near"),)], pair)
                print("ready", flush=True)
                await engine.translate([(Text(text="I near " * 100),)] * 1000, pair)

        asyncio.run(main())
        """)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        while (line := server.stdout.readline()) != "ready\n":
            if not line:
                pytest.skip("Apertium is not installed")
        await asyncio.sleep(0.1)
        stages = {one.pid: one.name() for one in psutil.Process(server.pid).children(recursive=True)}
        os.kill(next(pid for pid, name in stages.items() if name == "lrx-proc"), signal.SIGSTOP)
        server.kill()
    assert len(stages) > 10
    await until(lambda: not any(map(is_running, stages)))


@pytest.fixture
def poisoned(tmp_path: Path) -> Path:
    """An Apertium root whose generator dies of "Poisonzz", hangs at "Sleepzz", does both at "Bothzz"."""
    system = find_installation(Path("/"))
    if system is None or not Path("/usr/share/apertium/modes/eng-spa.mode").is_file():
        pytest.skip("apertium mode eng-spa is not installed")
    return build_root(system, tmp_path)


def build_root(system: Installation, folder: Path) -> Path:
    programs = folder / "usr/bin"
    data = folder / "usr/share/apertium"
    programs.mkdir(parents=True)
    data.mkdir(parents=True)
    (data / "modes").mkdir()
    (data / "apertium-eng-spa").symlink_to("/usr/share/apertium/apertium-eng-spa")
    mode = Path("/usr/share/apertium/modes/eng-spa.mode").read_text(encoding="utf-8")
    (data / "modes/eng-spa.mode").write_text(
        mode.replace("apertium-postchunk", "fragile-postchunk"), encoding="utf-8"
    )
    fragile = programs / "fragile-postchunk"
    fragile.write_text(
        f"#!{sys.executable}\n"
        "import os, subprocess, sys, time\n"
        f"os.chdir({str(folder)!r})\n"
        "stage = subprocess.Popen(['/usr/bin/apertium-postchunk', *sys.argv[1:]], stdin=subprocess.PIPE)\n"
        "while data := os.read(0, 65536):\n"
        "    if b'Poisonzz' in data: stage.kill(); os._exit(3)\n"
        "    if b'Sleepzz' in data: time.sleep(600)\n"
        "    if b'Bothzz' in data and not os.path.exists('died'):\n"
        "        os.mkdir('died'); stage.kill(); os._exit(3)\n"
        "    if b'Bothzz' in data and not os.path.exists('hung'):\n"
        "        os.mkdir('hung'); time.sleep(600)\n"
        "    stage.stdin.write(data); stage.stdin.flush()\n"
    )
    fragile.chmod(0o755)
    return folder


async def test_a_deadly_segment_fails_alone(open_apertium: OpenEngine, poisoned: Path) -> None:
    async with open_apertium(apertium_root=poisoned) as engine:
        expected = await translate(engine, MODE, *TEXTS)
        deadly = asyncio.create_task(translate(engine, MODE, "A house.", "This is Poisonzz here.", "A car."))
        others = [asyncio.create_task(translate(engine, MODE, *TEXTS)) for _ in range(4)]
        assert await asyncio.gather(*others) == [expected] * 4
        with pytest.raises(Exception, match="again and again"):
            await deadly
        assert await translate(engine, MODE, *TEXTS) == expected


async def test_a_segment_at_which_every_pipeline_hangs_fails_alone(
    open_apertium: OpenEngine, poisoned: Path
) -> None:
    async with open_apertium(apertium_root=poisoned, engine_timeout_seconds=3) as engine:
        expected = await translate(engine, MODE, *TEXTS)
        endless = asyncio.create_task(translate(engine, MODE, "Now Sleepzz."))
        others = asyncio.create_task(translate(engine, MODE, *TEXTS))
        with pytest.raises(EngineTimedOut):
            await endless
        assert await others == expected


async def test_a_segment_at_which_a_pipeline_died_and_another_was_late_is_tried_again(
    open_apertium: OpenEngine, poisoned: Path
) -> None:
    """Both may be the machine's fault: two of a kind, or three in all, are the segment's."""
    settings = {"engine_isolation": "limits", "engine_timeout_seconds": 3}  # the generator makes folders
    async with open_apertium(apertium_root=poisoned, **settings) as engine:
        (answer,) = await translate(engine, MODE, "A house of Bothzz.")
    assert "Bothzz" in answer
