"""`dragoman migrate` and `dragoman worker` as an operator runs them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.waiting import CEILING, wait_until

COMMAND = [sys.executable, "-m", "dragoman"]


def _run(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, *words, "--data", str(data)]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=CEILING)


def test_migrate_says_from_where_to_where(tmp_path: Path) -> None:
    data = tmp_path / "data"
    first = json.loads(_run(data, "migrate", "--json").stdout)
    assert first == {"before": None, "after": first["after"], "changed": True}
    second = _run(data, "migrate")
    assert (second.returncode, second.stdout) == (0, "")
    assert f"revision {first['after']}: nothing to do" in second.stderr


def test_migrate_refuses_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused = _run(tmp_path / "file", "migrate")
    assert refused.returncode == 1
    assert "cannot be used" in refused.stderr


def test_worker_ends_in_order_on_sigterm(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as output:
        worker = subprocess.Popen(
            [*COMMAND, "worker", "--queues", "documents,housekeeping", "--data", str(tmp_path / "data")],
            stderr=output,
            env={**os.environ, "DRAGOMAN_LOG_FORMAT": "json"},
        )
    with worker:
        wait_until(lambda: "worker.ready" in log.read_text())
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(timeout=CEILING) == 0, log.read_text()
    events = [json.loads(line)["event"] for line in log.read_text().splitlines()]
    assert events[-2:] == ["database.stopped", "worker.stopped"]
    assert not any("error" in json.loads(line)["level"] for line in log.read_text().splitlines())
