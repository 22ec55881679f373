"""Debian packages without root: fetched with apt on state of our own, unpacked below the checkout.

Programs there need `LD_LIBRARY_PATH`. Apertium's engine sets it itself (`DRAGOMAN_APERTIUM_ROOT`); Chromium,
curl and PostgreSQL, for the tests, get small programs that set it: `.setup/bin/…` and
`.setup/postgresql/15/bin/…`.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Final

from scripts.setup.apt import candidates
from scripts.setup.project import ENVIRONMENT, STATE, UNPACKED, run, step
from scripts.setup.stamps import read_stamp, write_stamp

_APT: Final = STATE / "apt"
_STAMP: Final = "unpacked.json"
_WRAPPERS: Final = STATE / "bin"
_POSTGRESQL: Final = STATE / "postgresql"


def unpacked() -> set[str]:
    """The packages that were asked for and have been unpacked."""
    return set(read_stamp(UNPACKED / _STAMP).get("packages", ()))


def provide(missing: Sequence[str]) -> list[str]:
    """Fetch and unpack packages and what they depend on; gives those that this release lacks."""
    wanted = sorted({*missing, *unpacked()})
    shutil.rmtree(_APT, ignore_errors=True)
    with step("refreshing apt's lists (without root: below .setup)"):
        _apt_get("update")
    known = candidates(wanted, options=_options())
    here = [name for name in wanted if name in known]
    with step(f"fetching {len(here)} Debian packages and what they need"):
        _apt_get("install", "--download-only", "--no-install-recommends", *here)
    with step("unpacking them"):
        _unpack(here)
    return [name for name in wanted if name not in known]


def library_path(root: Path) -> str:
    """The folders of shared libraries below an unpacked root, for `LD_LIBRARY_PATH`."""
    main = [*root.glob("usr/lib/*-linux-*"), *root.glob("lib/*-linux-*"), root / "usr/lib"]
    private = sorted({library.parent for folder in main for library in folder.glob("*/lib*.so*")})
    folders = [*main, *private]
    return os.pathsep.join(str(folder) for folder in folders if folder.is_dir())


def _options() -> list[str]:
    settings = {
        "Dir::State": _APT / "state",
        "Dir::State::Lists": _APT / "state/lists",
        "Dir::Cache": _APT / "cache",
        "Dir::Cache::Archives": _APT / "cache/archives",
        "Dir::Log": _APT / "log",
        "Debug::NoLocking": 1,
        "APT::Sandbox::User": "",
        "Acquire::Retries": 3,
    }
    return [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]


def _apt_get(*words: str) -> None:
    for folder in ("state/lists/partial", "cache/archives/partial", "log"):
        (_APT / folder).mkdir(parents=True, exist_ok=True)
    run(["apt-get", "-y", "-q", *_options(), *words], environment={"LC_ALL": "C.UTF-8"})


def _unpack(names: Sequence[str]) -> None:
    """Unpack into a new folder and put it in the old one's place at the end."""
    unfinished = UNPACKED.with_name("root.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    for archive in sorted((_APT / "cache/archives").glob("*.deb")):
        run(["dpkg-deb", "-x", archive, unfinished])
    write_stamp(unfinished / _STAMP, {"packages": sorted(names)})
    shutil.rmtree(UNPACKED, ignore_errors=True)
    unfinished.rename(UNPACKED)
    shutil.rmtree(_APT, ignore_errors=True)
    _write_wrappers()


def _write_wrappers() -> None:
    _WRAPPERS.mkdir(exist_ok=True)
    fonts = _WRAPPERS / "fonts.conf"
    fonts.write_text(
        f'<?xml version="1.0"?>\n<fontconfig><dir>{UNPACKED}/usr/share/fonts</dir></fontconfig>\n',
        encoding="utf-8",
    )
    for program in (UNPACKED / "usr/lib/chromium/chromium", UNPACKED / "usr/bin/curl"):
        if program.exists():
            _write_wrapper(
                _WRAPPERS / program.name, quote(str(program)), extra=f"FONTCONFIG_FILE={quote(str(fonts))}"
            )
    if any(UNPACKED.glob("usr/lib/*/libatomic.so.1")):
        driver = f"{quote(str(ENVIRONMENT))}/lib/python3*/site-packages/playwright/driver/node"
        _write_wrapper(_WRAPPERS / "playwright-node", driver)
    for program in UNPACKED.glob("usr/lib/postgresql/*/bin/*"):
        _write_wrapper(_POSTGRESQL / program.parts[-3] / "bin" / program.name, quote(str(program)))


def _write_wrapper(path: Path, command: str, *, extra: str = "") -> None:
    """Write a program that runs another, given as a word of the shell, with the unpacked libraries."""
    path.parent.mkdir(parents=True, exist_ok=True)
    libraries = quote(library_path(UNPACKED))
    path.write_text(
        f'#!/bin/sh\nexport LD_LIBRARY_PATH={libraries} {extra}\nexec {command} "$@"\n', encoding="utf-8"
    )
    path.chmod(0o755)
