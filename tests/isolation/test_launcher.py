"""Programs that a launcher runs: what goes through them, how they end, and what they cannot do."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import psutil
import pytest

from dragoman.isolation.bubblewrap import Program, find_command
from dragoman.isolation.launcher import Chain, Launcher
from dragoman.settings import Settings
from tests.engines.apertium.conftest import is_running
from tests.waiting import CEILING, until

MEGABYTE = 1024 * 1024
HAS_BUBBLEWRAP = shutil.which("bwrap") is not None
KINDS = [
    "limits",
    pytest.param("bubblewrap", marks=pytest.mark.skipif(not HAS_BUBBLEWRAP, reason="no bubblewrap")),
]


@asynccontextmanager
async def running(data: Path, kind: str) -> AsyncIterator[Launcher]:
    program = Program(
        arguments=("-I", "-m", "dragoman.isolation.launcher_program"),
        subject="engine",
        readable=(Path("/usr"), Path("/bin")),
    )
    settings = Settings(data=data, engine_isolation=kind)  # type: ignore[arg-type]
    launcher = Launcher((*await find_command(settings, program), str(300 * MEGABYTE), "unprivileged"))
    await launcher.start()
    try:
        yield launcher
    finally:
        await launcher.close()


async def said(launcher: Launcher, *commands: list[str], given: bytes = b"") -> bytes:
    """What a chain says to what it is given, until it ends."""
    chain = launcher.start_chain([*commands, ["/usr/bin/head", "-n1"]], environment={"PATH": "/usr/bin:/bin"})
    try:
        with suppress(BrokenPipeError):  # programs that could not be started read nothing
            os.write(chain.stdin, given)
        return await read_all(chain)
    finally:
        launcher.end_chain(chain)


async def read_all(chain: Chain) -> bytes:
    content = b""
    async with asyncio.timeout(CEILING):
        while True:
            try:
                some = os.read(chain.stdout, 65_536)
            except BlockingIOError:
                await asyncio.sleep(0.01)
                continue
            if not some:
                return content
            content += some


def python(code: str) -> list[str]:
    return ["/usr/bin/python3", "-I", "-c", code]


@pytest.mark.parametrize("kind", KINDS)
async def test_programs_in_a_row_pass_on_what_they_are_given(tmp_path: Path, kind: str) -> None:
    async with running(tmp_path, kind) as launcher:
        assert (
            await said(
                launcher,
                ["/usr/bin/sed", "-u", "s/a/b/g"],
                ["/usr/bin/sed", "-u", "s/b/c/g"],
                given=b"abba\n",
            )
            == b"cccc\n"
        )


@pytest.mark.parametrize("kind", KINDS)
async def test_a_program_that_is_not_there_ends_the_output(tmp_path: Path, kind: str) -> None:
    async with running(tmp_path, kind) as launcher:
        assert (
            await said(
                launcher, ["/usr/bin/sed", "-u", "s/a/b/g"], ["/usr/bin/no-such-program"], given=b"a\n"
            )
            == b""
        )
        assert await said(launcher, ["/usr/bin/sed", "-u", "s/a/b/g"], given=b"a\n") == b"b\n"


@pytest.mark.parametrize("kind", KINDS)
async def test_ending_a_chain_kills_programs_that_ignore_everything(tmp_path: Path, kind: str) -> None:
    busy = python(
        "import signal\nfor number in (1, 2, 13, 15): signal.signal(number, signal.SIG_IGN)\nwhile True: pass"
    )
    async with running(tmp_path, kind) as launcher:
        chain = launcher.start_chain([busy], environment={})
        await until(lambda: len(launcher.pids([chain])) == 1)
        (pid,) = launcher.pids([chain])
        launcher.end_chain(chain)
        await until(lambda: not is_running(pid))


@pytest.mark.parametrize("kind", KINDS)
async def test_a_launcher_that_was_killed_takes_its_programs_along_and_another_starts(
    tmp_path: Path, kind: str
) -> None:
    async with running(tmp_path, kind) as launcher:
        chain = launcher.start_chain([["/bin/cat"]], environment={})
        await until(lambda: len(launcher.pids([chain])) == 1)
        (program,) = launcher.pids([chain])
        parent = psutil.Process(program).parent()
        assert parent is not None
        parent.send_signal(signal.SIGKILL)
        await until(lambda: not is_running(parent.pid))
        launcher.end_chain(chain)
        await until(lambda: not is_running(program))

        async def try_again() -> bytes:
            """What one who uses the launcher does: its death is known when its sandbox has ended, too."""
            await launcher.start()
            with suppress(BrokenPipeError):
                return await said(launcher, ["/usr/bin/sed", "-u", "s/a/b/g"], given=b"a\n")
            return b""

        assert await until(try_again) == b"b\n"


@pytest.mark.parametrize("kind", KINDS)
async def test_memory_files_and_dumps_of_a_program_are_bounded(tmp_path: Path, kind: str) -> None:
    code = (
        "import resource as r\n"
        "print(*(r.getrlimit(n)[1] for n in (r.RLIMIT_AS, r.RLIMIT_FSIZE, r.RLIMIT_CORE)), end=' ')\n"
        "try: bytearray(400 * 2**20)\nexcept MemoryError: print('refused')\nelse: print('given')"
    )
    async with running(tmp_path, kind) as launcher:
        assert await said(launcher, python(code)) == f"{300 * MEGABYTE} 0 0 refused\n".encode()


@pytest.mark.skipif(not HAS_BUBBLEWRAP, reason="no bubblewrap")
async def test_behind_bubblewrap_there_is_no_network_no_other_process_and_none_of_our_files(
    tmp_path: Path,
) -> None:
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        tries = {
            "network": f"import socket; socket.create_connection(('127.0.0.1', {port}), 2)",
            "file": f"print(open({str(tmp_path / 'secret')!r}).read())",
            "password": "print(open('/etc/passwd').read())",
            "write": "open('/usr/written', 'w')",
            "temporary": "open('/tmp/written', 'w')",
            "process": f"import os; os.kill({os.getpid()}, 0)",
        }
        async with running(tmp_path, "bubblewrap") as launcher:
            for name, code in tries.items():
                output = await said(
                    launcher, python(f"try:\n  {code}\nexcept OSError: print('refused')\nelse: print('done')")
                )
                assert output == b"refused\n", name


@pytest.mark.parametrize("kind", KINDS)
async def test_a_launcher_that_hangs_is_replaced(tmp_path: Path, kind: str) -> None:
    async with running(tmp_path, kind) as launcher:
        chain = launcher.start_chain([["/bin/cat"]], environment={})
        await until(lambda: len(launcher.pids([chain])) == 1)
        (program,) = launcher.pids([chain])
        stuck = psutil.Process(program).parent()
        assert stuck is not None
        stuck.send_signal(signal.SIGSTOP)
        chains = [chain, launcher.start_chain([["/bin/cat"]], environment={})]
        async with asyncio.timeout(CEILING):
            while is_running(stuck.pid):
                await asyncio.sleep(0.1)
                await launcher.start()
        for one in chains:
            launcher.end_chain(one)
        await until(lambda: not is_running(program))
        assert await said(launcher, ["/usr/bin/sed", "-u", "s/a/b/g"], given=b"a\n") == b"b\n"


async def test_programs_gain_no_rights_by_set_user_id_bits(tmp_path: Path) -> None:
    async with running(tmp_path, "limits") as launcher:
        assert await said(launcher, ["/bin/grep", "NoNewPrivs", "/proc/self/status"]) == b"NoNewPrivs:\t1\n"
