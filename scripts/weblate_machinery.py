"""Run Weblate's machinery classes for DeepL, LibreTranslate, Google and Azure against a service of ours.

    python -m scripts.weblate_machinery [--venv .setup/weblate]

Weblate gets a virtual environment of its own, which is made the first time. What of its requirements needs
headers of the system, and machinery does not use, is left out. `weblate_inside` is what runs there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from benchmarks.services import create_application, our_service

VERSION = "5.14.3"
LEFT_OUT = ("borgbackup", "pygobject", "pycairo", "tesserocr")  # need headers that few machines have
_LIST = (
    "import importlib.metadata as m, re; "
    "print('\\n'.join(one for one in m.requires('weblate') if 'extra ==' not in one and "
    "re.split('[^A-Za-z0-9._-]', one)[0].lower() not in {left_out!r}))"
)


def make_environment(folder: Path) -> Path:
    """The Python of an environment with Weblate; it is made if it is not there yet."""
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        venv.create(folder, with_pip=True, clear=True)
        _install(python, "--no-deps", f"weblate=={VERSION}")
        listed = subprocess.run(
            [python, "-c", _LIST.format(left_out=LEFT_OUT)], capture_output=True, text=True, check=True
        )
        _install(python, *listed.stdout.splitlines())
        (folder / "ready").touch()
    return python


def _install(python: Path, *what: str) -> None:
    subprocess.run([python, "-m", "pip", "install", "--quiet", *what], check=True)


def main() -> int:
    """Start the service, run the checks, and return their exit status."""
    parser = argparse.ArgumentParser(description="Weblate's machinery classes against our dialects.")
    parser.add_argument("--venv", type=Path, default=Path(".setup/weblate"), help="where Weblate is, or goes")
    python = make_environment(parser.parse_args().venv.absolute())
    folder = Path(tempfile.mkdtemp(prefix="dragoman-weblate-"))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    try:
        with our_service(folder / "data") as service:
            keys = [
                f"{made.client_id}:{made.client_secret}"
                for made in (
                    create_application(folder / "data", kind=kind) for kind in ("production", "sandbox")
                )
            ]
            inside = Path(__file__).with_name("weblate_inside.py")
            return subprocess.run(
                [python, inside, f"{service.url}/compat", *keys], env=environment, check=False
            ).returncode
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
