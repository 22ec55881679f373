"""The Python environment `.venv`: hashed locks first, then the project itself, editable.

uv installs where it can: it fetches many files at once, and links those it has had before (46 s on a line
where pip took 217 s). Where uv cannot be had or cannot reach the package index, pip does the same. The
environment holds neither; pip runs from the wheel that comes with Python.

All of it is compiled to bytecode here. Where PYTHONDONTWRITEBYTECODE is set, or a process cannot write to the
checkout (a read-only image, a confined process), Python keeps no bytecode, and every start would compile anew
each module that it imports: most of the time that a start takes.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from scripts.setup.project import (
    ENVIRONMENT,
    REQUIREMENTS,
    ROOT,
    STATE,
    UNPACKED,
    SetupFailed,
    run,
    say,
    step,
)
from scripts.setup.stamps import all_exist, fingerprint, read_stamp, remove_stamp, write_stamp

PYTHON: Final = ENVIRONMENT / "bin/python"
_STAMP: Final = ENVIRONMENT / "setup.json"
_COMMAND: Final = ENVIRONMENT / "bin/dragoman"
_PACKAGES: Final = ENVIRONMENT / "lib"
_SOURCES: Final = ROOT / "src"
_CLIENT: Final = ROOT / "client"
_LOCKS: Final = {"serve": "runtime.lock", "neural": "neural.lock", "test": "dev.lock"}
_SUFFICIENT: Final = {  # each lock contains those before it
    "serve": ("serve", "neural", "test"),
    "neural": ("neural", "test"),
    "test": ("test",),
}


def provide(purpose: str) -> None:
    """Make or complete the environment for "serve", "neural" or "test"."""
    stamp = read_stamp(_STAMP)
    locks = {kind: fingerprint(REQUIREMENTS / name) for kind, name in _LOCKS.items()}
    sufficient = [locks[kind] for kind in _SUFFICIENT[purpose]]
    project = fingerprint(ROOT / "pyproject.toml", _CLIENT / "pyproject.toml", str(ROOT))
    whole = bool(stamp) and stamp.get("python") == _python_of_environment()
    if whole and stamp["lock"] in sufficient and stamp["project"] == project and all_exist([_COMMAND]):
        _compile(_SOURCES, _CLIENT / "src")
        _compile_catalogs()
        return
    remove_stamp(_STAMP)
    if not whole:
        with step(f"making .venv with Python {sys.version.split()[0]}"):
            shutil.rmtree(ENVIRONMENT, ignore_errors=True)
            run([sys.executable, "-m", "venv", "--without-pip", ENVIRONMENT])
    lock = stamp["lock"] if whole and stamp["lock"] in sufficient else locks[purpose]
    if not whole or stamp["lock"] != lock:
        with step(f"installing Python packages (requirements/{_LOCKS[purpose]})"):
            _install("--require-hashes", "-r", REQUIREMENTS / _LOCKS[purpose])
    _install("--no-build-isolation", "-e", _CLIENT, "-e", ROOT)
    with step("compiling Python packages"):
        _compile(_PACKAGES, _SOURCES, _CLIENT / "src")
    _compile_catalogs()
    write_stamp(_STAMP, {"lock": lock, "project": project, "python": _python_of_environment()})


def _compile_catalogs() -> None:
    """Compile the translations of the dashboard's texts, as far as they are newer than what there is."""
    sources = _SOURCES.glob("dragoman/dashboard/locales/*/LC_MESSAGES/*.po")
    if any(not _is_newer(source.with_suffix(".mo"), source) for source in sources):
        run([PYTHON, "-m", "scripts.catalogs", "compile"])


def _is_newer(compiled: Path, source: Path) -> bool:
    return compiled.exists() and compiled.stat().st_mtime_ns >= source.stat().st_mtime_ns


def install_beside(lock: Path, target: Path) -> None:
    """Install the packages of a lock into a folder of their own, whole or not at all."""
    unfinished = target.with_name(f"{target.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    _pip("install", "--no-deps", "--no-compile", "--require-hashes", "--target", unfinished, "-r", lock)
    shutil.rmtree(target, ignore_errors=True)
    unfinished.rename(target)


def provide_second_versions() -> None:
    """The packages that tests need in another version too, each in a folder of its own beside `.venv`."""
    lock, target = REQUIREMENTS / "azure-2.lock", STATE / "azure-2"
    stamp = target / "setup.json"
    if read_stamp(stamp) == {"lock": fingerprint(lock)}:
        return
    with step("fetching second versions of packages that tests need"):
        install_beside(lock, target)
    write_stamp(stamp, {"lock": fingerprint(lock)})


def find_pip() -> Sequence[str | Path] | None:
    """How to run pip with this Python: installed, or from the wheel that Python or its distribution has."""
    if importlib.util.find_spec("pip") is not None:
        return (sys.executable, "-m", "pip")
    ensurepip = importlib.util.find_spec("ensurepip")
    folders = [
        Path(ensurepip.origin).parent / "_bundled" if ensurepip is not None and ensurepip.origin else None,
        Path(sysconfig.get_config_var("WHEEL_PKG_DIR") or "/usr/share/python-wheels"),
        Path("/usr/share/python-wheels"),
        UNPACKED / "usr/share/python-wheels",
    ]
    for folder in filter(None, folders):
        for wheel in sorted(folder.glob("pip-*.whl"), reverse=True):
            return (sys.executable, wheel / "pip")
    return None


def _python_of_environment() -> str | None:
    """The program behind the environment's Python: another one after an upgrade of the system, or none."""
    return str(PYTHON.resolve()) if PYTHON.exists() else None


def index_settings(pip_config: str) -> dict[str, str]:
    """What uv must know of pip's configuration (`pip config list`) to ask the same package index."""
    named = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}
    settings: dict[str, str] = {}
    for key, value in re.findall(r"^[\w:]+\.([\w-]+)=(['\"].*['\"])$", pip_config, re.MULTILINE):
        if key in named:
            settings[named[key]] = value[1:-1]
    return settings


def _install(*words: str | Path) -> None:
    """Install into the environment, without looking at dependencies: the locks are complete."""
    uv = _find_uv()
    if uv is not None:
        command = [uv, "pip", "install", "-q", "--python", PYTHON, "--no-deps", *words]
        try:
            run(command, environment={**_uv_settings(), **os.environ})
        except SetupFailed as failure:
            say(f"{failure}\nsetup: uv could not do it; trying pip")
        else:
            return
    _pip("--python", PYTHON, "install", "--no-deps", "--no-compile", "--progress-bar=off", *words)


def _compile(*folders: Path) -> None:
    """Compile what changed since it was last compiled. Python compiles the rest as it imports it."""
    try:
        run([PYTHON, "-m", "compileall", "-q", "-j", "0", *folders])
    except SetupFailed as failure:
        say(str(failure))


def _find_uv() -> Path | None:
    """Find this machine's uv, or the one of requirements/installer.lock; None when it cannot be had."""
    here = shutil.which("uv")
    if here is not None:
        return Path(here)
    lock, target = REQUIREMENTS / "installer.lock", STATE / "installer"
    uv = target / "bin/uv"
    stamp = target / "setup.json"
    if uv.exists() and read_stamp(stamp) == {"lock": fingerprint(lock)}:
        return uv
    try:
        with step("fetching the installer uv"):
            install_beside(lock, target)
    except SetupFailed as failure:
        say(str(failure))
        return None
    write_stamp(stamp, {"lock": fingerprint(lock)})
    return uv if uv.exists() else None


def _uv_settings() -> Mapping[str, str]:
    pip = find_pip()
    asked = index_settings(run([*pip, "config", "list"])) if pip is not None else {}
    return {"UV_PYTHON_DOWNLOADS": "never", "UV_HTTP_TIMEOUT": "180", "UV_LINK_MODE": _link_mode(), **asked}


def _link_mode() -> str:
    """Hard links where uv's cache shares a file system with the checkout, else copies (uv would warn)."""
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    try:
        return "hardlink" if cache.stat().st_dev == ROOT.stat().st_dev else "copy"
    except OSError:
        return "copy"


def _pip(*words: str | Path) -> None:
    pip = find_pip()
    if pip is None:
        raise SetupFailed(
            f"{sys.executable} has no pip, and no wheel of pip was found. Install it (Debian, Ubuntu: "
            "apt-get install python3-pip-whl) or name another Python: make PYTHON=/path/to/python3.11 …"
        )
    run([*pip, *words], environment={"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"})
