"""Progress: on a terminal only, taken away at the end, never between the lines of results."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from dragoman_client.commands.progress import ProgressBar
from tests.client.commands.conftest import PROGRAM, CommandLine, pointed_at
from tests.client.scripted_server import Asked, Told, scripted, told

PAIR = ("--from", "en", "--to", "es")


def script(asked: Asked) -> Told:
    if asked.method == "POST":
        return told({"jobId": f"j{len(asked.body)}"}, 202)
    if asked.path.endswith("/download"):
        return Told(body=b"made")
    record = {"jobId": asked.path.rpartition("/")[2], "source": "en", "target": "es", "fileName": "x"}
    return told({**record, "status": "SUCCESS"})


def run_in_terminal(command: CommandLine, *words: str, **variables: str) -> str:
    """What a terminal shows of a command, standard output and standard error together."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, *words],
        cwd=command.folder,
        env={**command.variables, "TERM": "xterm", **variables},
        stdout=slave,
        stderr=slave,
        stdin=subprocess.DEVNULL,
    )
    os.close(slave)
    seen = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        seen += part
    os.close(master)
    assert process.wait() == 0
    return seen.decode()


def shown(raw: str) -> list[str]:
    """The lines that are left on the terminal."""
    lines = [re.split(r"\r\x1b\[K", line.rstrip("\r"))[-1] for line in raw.split("\n")]
    return [line for line in lines if line]


def write(folder: Path) -> None:
    for number in range(3):
        (folder / f"{number}.txt").write_text("x" * (number + 1))


def test_a_terminal_has_a_bar_that_leaves_only_the_results(nobody: CommandLine) -> None:
    write(nobody.folder)
    with scripted(script) as server:
        raw = run_in_terminal(
            pointed_at(nobody, server.url), "translate", "-f", "0.txt", "1.txt", "2.txt", *PAIR
        )
    assert re.search(r"\[#*-*\] +\d+ %  3 documents", raw)
    assert sorted(shown(raw)) == ["0.es.txt", "1.es.txt", "2.es.txt"]


@pytest.mark.parametrize(("words", "variables"), [(("--quiet",), {}), ((), {"TERM": "dumb"})])
def test_none_where_it_is_not_wanted(
    nobody: CommandLine, words: tuple[str, ...], variables: dict[str, str]
) -> None:
    write(nobody.folder)
    with scripted(script) as server:
        raw = run_in_terminal(
            pointed_at(nobody, server.url), "translate", "-f", "0.txt", *PAIR, *words, **variables
        )
    assert raw == "0.es.txt\r\n"


def test_none_where_standard_error_is_no_terminal(nobody: CommandLine) -> None:
    write(nobody.folder)
    with scripted(script) as server:
        done = pointed_at(nobody, server.url).run("translate", "-f", "0.txt", *PAIR)
    assert (done.stdout, done.stderr) == ("0.es.txt\n", "")


def test_a_label_is_cut_to_the_width_and_has_no_control_characters(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    bar = ProgressBar("x", shown=True)
    bar.set(0.5, "日本語" * 30 + "\x1b[31m")
    bar.clear()
    (line,) = [part for part in capsys.readouterr().err.split("\r\x1b[K") if part]
    assert line.startswith("[############------------]  50 %  日本語")
    assert sum(2 if "一" <= one <= "龥" else 1 for one in line) <= 60
    assert "\x1b" not in line
