"""`make serve`: run `dragoman serve` in the foreground, with a demo account and a first translation.

The service is a child of its own process group: a signal reaches it once, from here, and its status is ours.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import FrameType
from typing import Final

from dragoman.errors import Misconfigured
from dragoman.settings import load_settings
from scripts import demo
from scripts.demo_errors import DemoFailed
from scripts.setup.project import UNPACKED

_READY_SECONDS: Final = 180
# A pair whose translations need light editing, and one whose translations give the gist
# (docs/concepts/apertium.md).
_SENTENCES: Final = (
    ("es", "ca", "high", "La casa roja es grande."),
    ("en", "es", "gist", "The red house is big."),
)


def main() -> int:
    """Serve until the service ends; gives its status (128 + the signal's number when one killed it)."""
    try:
        loaded = load_settings(environment=os.environ)
    except Misconfigured as error:
        return _refuse(error.message)
    host, port = loaded.settings.host, loaded.settings.port or _free_port(loaded.settings.host)
    reason = _why_not(host, port)
    if reason is not None:
        return _refuse(reason)
    begun = time.monotonic()
    child = subprocess.Popen(
        [sys.executable, "-m", "dragoman", "serve", "--no-link", "--port", str(port)],
        env=_environment(),
        process_group=0,
    )
    _forward_signals(child)
    url = f"http://{_reachable(host)}:{port}"
    if _wait_ready(child, url):
        _introduce(child, url, seconds=time.monotonic() - begun, data=loaded.settings.data)
    status = child.wait()
    return status if status >= 0 else 128 - status


def _environment() -> dict[str, str]:
    """The environment of the service: ours, readable logs, and Apertium where the setup unpacked it."""
    environment = {"DRAGOMAN_LOG_FORMAT": "console", **os.environ}
    if (UNPACKED / "usr/bin/apertium").exists():
        environment.setdefault("DRAGOMAN_APERTIUM_ROOT", str(UNPACKED))
    return environment


def _forward_signals(child: subprocess.Popen[bytes]) -> None:
    def forward(number: int, _frame: FrameType | None) -> None:
        child.send_signal(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, forward)


def _wait_ready(child: subprocess.Popen[bytes], url: str) -> bool:
    """Wait until the service is ready; False when it ended first or is not ready for very long."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + _READY_SECONDS
    while child.poll() is None and time.monotonic() < deadline:
        try:
            with opener.open(f"{url}/readyz", timeout=5):
                return True
        except OSError:
            time.sleep(0.05)
    if child.poll() is None:
        _say(f"{url}/readyz is not 200 after {_READY_SECONDS} s; the log above says why. It goes on trying.")
    return False


def _introduce(child: subprocess.Popen[bytes], url: str, *, seconds: float, data: Path) -> None:
    """Print how to use the service, after using it."""
    try:
        credentials, token = demo.provide_credentials(url)
        credentials = demo.provide_content(url, credentials, token)
        link = demo.first_link(url)
        proof = [
            f"{source} → {target}    {text} → {translation}   (quality: {quality})"
            for source, target, quality, text in _SENTENCES
            if (translation := demo.translate(url, token, text, source=source, target=target)) is not None
        ]
    except DemoFailed as failure:
        if child.poll() is None:
            _say(f"The service runs at {url}, but its demo does not: {failure}")
        return
    lines = [
        f"Dragoman is ready ({seconds:.1f} s): {url}/ui/   the interface in a browser: {url}/docs",
        *(
            [f"Sign in once: {link}   (30 minutes, one use; `dragoman admin link` makes another)"]
            if link
            else []
        ),
        *(proof or ["No engine for these pairs is installed: docs/guides/install.md says how to get one."]),
        f"data       {data.absolute()}",
        f"person     {credentials.email}   of the demo account, who signs in at {url}/ui/sign-in",
        f"password   {credentials.password}",
        f"client id  {credentials.client_id}",
        f"secret     {credentials.client_secret}   (all kept in {demo.FILE})",
        "In another shell, in this folder:",
        *(f"  {line}" for line in demo.FIRST_CALLS),
        "Ctrl+C stops the service.",
    ]
    _say("\n".join(["", *lines, ""]))


def _why_not(host: str, port: int) -> str | None:
    """Why nothing can listen there; None when something can."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return (
            f"Cannot listen on {host} port {port}: {error.strerror}. Is a service running there already? "
            f"Stop it, or choose another port: DRAGOMAN_PORT={port + 1 if port < 65535 else 8080} make serve"
        )
    return None


def _free_port(host: str) -> int:
    with socket.create_server((host, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def _reachable(host: str) -> str:
    """The name under which this machine reaches an address it listens on."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"[{host}]" if ":" in host else host


def _refuse(reason: str) -> int:
    _say(f"make serve: {reason}")
    return 1


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
