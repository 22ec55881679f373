"""The programs that are measured: our service, apertium-apy, and the bare pipeline."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_OURS = [sys.executable, "-m", "dragoman"]
_APY = ("apertium-apy", "/usr/share/apertium-apy/servlet.py")
_SETTINGS = {
    "DRAGOMAN_RATE_LIMIT_PRODUCTION": "off",
    "DRAGOMAN_RATE_LIMIT_SANDBOX": "off",
    "DRAGOMAN_ACCESS_TOKEN_SECONDS": "86400",
    "DRAGOMAN_DRAIN_SECONDS": "0",
    "DRAGOMAN_LOG_LEVEL": "warning",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A running server."""

    url: str
    process: subprocess.Popen[bytes]
    data: Path | None = None

    def memory(self) -> float:
        """PSS of all its processes, the database's too, in MB."""
        return sum(_pss(pid) for pid in self.processes()) / 1024

    def processes(self) -> set[int]:
        """The server, what works in its data directory, and all their children."""
        parents = {int(path.name): _parent(path) for path in Path("/proc").glob("[0-9]*")}
        found = {self.process.pid} | {pid for pid in parents if self.data and _works_in(pid, self.data)}
        while children := {pid for pid, parent in parents.items() if parent in found} - found:
            found |= children
        return found - {os.getpid()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """An application of our service."""

    client_id: str
    client_secret: str

    @property
    def form(self) -> bytes:
        """The body of a token request."""
        fields = {"grant_type": "client_credentials", "client_id": self.client_id}
        return urllib.parse.urlencode(fields | {"client_secret": self.client_secret}).encode()


@contextmanager
def our_service(data: Path, **settings: str) -> Iterator[Service]:
    """`dragoman serve` on a data directory, ready. Rate limits are off; tokens last."""
    port = free_port()
    command = [*_OURS, "serve", "--port", str(port), "--data", str(data)]
    with _running(command, os.environ | _SETTINGS | settings, data.parent / f"{data.name}.log") as process:
        url = f"http://127.0.0.1:{port}"
        _wait(f"{url}/readyz", process)
        yield Service(url=url, process=process, data=data)


def create_application(data: Path, *, kind: str = "production") -> Credentials:
    """An account and an application, made by the operator's commands beside the service."""
    account = _admin(data, "account", "create", "benchmark", "--kind", kind)
    made = _admin(data, "application", "create", "benchmark", "--account", str(account["id"]))
    return Credentials(client_id=str(made["clientId"]), client_secret=str(made["clientSecret"]))


def fetch_token(service: Service, credentials: Credentials) -> str:
    """An access token."""
    with urllib.request.urlopen(f"{service.url}/oauth2/token", data=credentials.form, timeout=30) as answer:
        return str(json.load(answer)["access_token"])


@contextmanager
def apy_service(folder: Path) -> Iterator[Service | None]:
    """apertium-apy as it was fastest in trials: one process, two pipelines a pair. None without it."""
    program = next((path for path in map(shutil.which, _APY) if path), None)
    if program is None:
        yield None
        return
    port = free_port()
    command = [program, "-p", str(port), "-j", "1", "-i", "2", "-u", "2", "/usr/share/apertium"]
    with _running(command, os.environ, folder / "apy.log") as process:
        url = f"http://127.0.0.1:{port}"
        _wait(f"{url}/listPairs", process)
        yield Service(url=url, process=process)


def bare_pipeline_seconds(mode: str, segments: Sequence[str]) -> float:
    """Time of the mode's own pipeline for all segments as one file, start included: the machine's limit."""
    text = "\n\n".join(segments).encode()
    prepared = subprocess.run(["apertium-destxt"], input=text, capture_output=True, check=True).stdout
    script = Path(f"/usr/share/apertium/modes/{mode}.mode").read_text().replace("$1", "-n").replace("$2", "")
    started = time.perf_counter()
    subprocess.run(["sh", "-c", script], input=prepared, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started


def free_port() -> int:
    """A port that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _running(
    command: Sequence[str], environment: Mapping[str, str], log: Path
) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("ab") as output:
        process = subprocess.Popen(command, env=dict(environment), stdout=output, stderr=output)
    try:
        yield process
    except BaseException:
        print(log.read_text(errors="replace")[-2000:], file=sys.stderr)
        raise
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()


def _wait(url: str, process: subprocess.Popen[bytes], *, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args!r} ended with {process.returncode}")
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.01)
    raise TimeoutError(f"{url} was not ready after {seconds} s")


def _admin(data: Path, *words: str) -> dict[str, object]:
    command = [*_OURS, "admin", *words, "--data", str(data), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr}")
    made: dict[str, object] = json.loads(done.stdout)
    return made


def _parent(process: Path) -> int:
    try:
        return int(process.joinpath("stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _works_in(pid: int, folder: Path) -> bool:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
        return str(folder) in words or folder in Path(f"/proc/{pid}/cwd").readlink().parents
    except OSError:
        return False


def _pss(pid: int) -> int:
    """In kB; 0 for a process that has gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
