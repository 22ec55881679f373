"""Debian packages: which are needed, which are missing, and installing them as root or with sudo.

Without either, `scripts.setup.debian_root` unpacks the same packages below the checkout.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

from scripts.setup import debian_root
from scripts.setup.apt import candidates
from scripts.setup.environment import find_pip
from scripts.setup.project import STATE, SetupFailed, run, say, step
from scripts.setup.stamps import fingerprint, read_stamp, write_stamp

APERTIUM: Final = (
    "apertium",
    "apertium-eng-spa",
    "apertium-eng-cat",
    "apertium-spa-cat",
    "apertium-fr-es",
    "apertium-fra-cat",
    "apertium-es-pt",
    "apertium-spa-ita",
    "apertium-oci-fra",
    "apertium-por-cat",
    "apertium-en-gl",
    "apertium-isl-eng",
    "apertium-swe-dan",
    "apertium-nno-nob",
    "apertium-rus-ukr",
)
CHROMIUM: Final = "chromium"
CURL: Final = "curl"  # the README's lines are tested as they are printed
JQ: Final = "jq"  # the guides read answers with it
LIBATOMIC: Final = "libatomic1"  # what drives Chromium needs it
POSTGRESQL: Final = "postgresql"
BUBBLEWRAP: Final = "bubblewrap"  # documents are parsed behind it; without it, behind resource limits
# Converts old Office documents, and opens the documents that tests translate.
LIBREOFFICE: Final = {
    "libreoffice-writer-nogui": "writer",
    "libreoffice-calc-nogui": "calc",
    "libreoffice-impress-nogui": "impress",
}  # package → the part of LibreOffice that it is
EPUBCHECK: Final = "epubcheck"  # judges the books that tests translate
POPPLER: Final = "poppler-utils"  # its pdftotext reads the pages that LibreOffice makes of tests' results
OMEGAT: Final = "omegat"  # linguists' tool: it opens what tests export
JAVA: Final = "default-jdk-headless"  # compiles what asks OmegaT's own readers
PIP: Final = "python3-pip-whl"  # pip for a Python whose distribution left it out
_LACK: Final = {
    CHROMIUM: "the browser tests fail",
    BUBBLEWRAP: "documents are parsed behind resource limits only",
    **dict.fromkeys(LIBREOFFICE, "old Office documents of its kind are refused, and tests of documents fail"),
    EPUBCHECK: "the test that judges translated books is skipped",
    POPPLER: "the tests that read pages of LibreOffice are skipped",
    **dict.fromkeys((OMEGAT, JAVA), "the tests that open exports in OmegaT are skipped"),
    LIBATOMIC: "the browser tests may fail",
    CURL: "the test of the README's lines fails",
    JQ: "the test of a guide's lines is skipped",
    POSTGRESQL: "the tests on the system's PostgreSQL are skipped",
    PIP: "Python packages cannot be installed unless pip is there in another way",
}
_PROGRAMS: Final = {  # package → the program that it is for
    BUBBLEWRAP: "bwrap",
    CHROMIUM: "chromium",
    CURL: "curl",
    EPUBCHECK: "epubcheck",
    JAVA: "javac",
    JQ: "jq",
    OMEGAT: "omegat",
    POPPLER: "pdftotext",
}
# Java and LibreOffice have their settings in /etc.
_ROOTED: Final = frozenset({EPUBCHECK, JAVA, OMEGAT, *LIBREOFFICE})
_SKIPPED: Final = STATE / "debian-skipped.json"  # packages this release does not have
_CLUSTER_SETTING: Final = Path("/etc/postgresql-common/createcluster.conf")
_APT: Final = ("apt-get", "-y", "-q", "-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=3")


def provide(purpose: str) -> None:
    """Install what is missing for a purpose. What cannot be had is said, and stops nothing."""
    if shutil.which("apt-get") is None or shutil.which("dpkg-query") is None:
        _explain_elsewhere()
        return
    needed = [name for name in packages_for(purpose) if not _found_elsewhere(name)]
    missing = choose_missing(needed, here=_installed() | debian_root.unpacked(), skipped=_skipped())
    become_root = _way_to_root() if missing else None
    if become_root is None:
        missing = [name for name in missing if name not in _ROOTED]
    if not missing:
        return
    try:
        skipped = _install(missing, become_root) if become_root else debian_root.provide(missing)
    except SetupFailed as failure:
        say(f"{failure}\nsetup: going on without {', '.join(missing)}; the next run tries again")
        return
    if skipped:
        _remember_skipped(skipped)


def packages_for(purpose: str) -> list[str]:
    """The packages that serving, testing, or converting old documents uses."""
    serving = [*APERTIUM, BUBBLEWRAP, PIP]
    if purpose == "legacy":
        return [*LIBREOFFICE, BUBBLEWRAP]
    testing = [CHROMIUM, LIBATOMIC, CURL, JQ, *LIBREOFFICE, EPUBCHECK, POPPLER, OMEGAT, JAVA, POSTGRESQL]
    return serving if purpose != "test" else [*serving, *testing]


def provide_legacy() -> None:
    """Install what converts old Office documents, and report the outcome. Raises `SetupFailed`."""
    provide("legacy")
    missing = [name for name in packages_for("legacy") if not _found_elsewhere(name)]
    if missing:
        raise SetupFailed(
            f"Old Office documents cannot be converted: {', '.join(missing)} could not be installed. Install "
            "LibreOffice (Writer, Calc, Impress) and bubblewrap with this machine's own tools."
        )
    say(
        "LibreOffice and bubblewrap are installed: .doc, .xls, .ppt and .rtf are taken from the next start on"
    )


def choose_missing(needed: Sequence[str], *, here: Collection[str], skipped: Collection[str]) -> list[str]:
    """What is needed, not here, and not known to be absent from this release."""
    return [name for name in needed if name not in here and name not in skipped]


def _found_elsewhere(name: str) -> bool:
    """Whether what a package is for is there without it."""
    if name == PIP:
        return find_pip() is not None
    if name == POSTGRESQL:
        return any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if name in LIBREOFFICE:
        return _has_module(LIBREOFFICE[name])
    return name in _PROGRAMS and shutil.which(_PROGRAMS[name]) is not None


def _has_module(name: str) -> bool:
    """Whether LibreOffice is on this machine, from wherever, with one of its parts."""
    program = shutil.which("soffice")
    return program is not None and any(
        (Path(program).resolve().parent.parent / folder / f"{name}.xcd").is_file()
        for folder in ("share/registry", "Resources/registry")
    )


def _installed() -> set[str]:
    listing = run(["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\\n"])
    return {line.split()[0] for line in listing.splitlines() if line.endswith(" installed")}


def _way_to_root() -> Sequence[str] | None:
    """What to put before a command that root must run; None when there is no way without a password."""
    if os.geteuid() == 0:
        return ("env",)
    if shutil.which("sudo") is not None:
        try:
            run(["sudo", "-n", "true"])
        except SetupFailed:
            return None
        return ("sudo", "-n", "env")
    return None


def _install(missing: Sequence[str], become_root: Sequence[str]) -> list[str]:
    """Install packages; gives those that this release lacks."""
    root = [*become_root, "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8"]
    if not candidates(missing).issuperset(missing):
        with step("refreshing apt's lists"):
            run([*root, *_APT, "update"])
    known = candidates(missing)
    wanted = [name for name in missing if name in known]
    if wanted:
        with step(f"installing {len(wanted)} Debian packages ({wanted[0]}, …)"):
            run([*root, "dpkg", "--configure", "-a"])  # does nothing unless an installation was interrupted
            if POSTGRESQL in wanted:
                _keep_from_making_a_cluster(root)
            _install_refreshing(wanted, root)
    return [name for name in missing if name not in known]


def _install_refreshing(wanted: Sequence[str], root: Sequence[str]) -> None:
    command = [
        *root,
        *_APT,
        "-o",
        "Dpkg::Options::=--force-confold",
        "install",
        "--no-install-recommends",
        *wanted,
    ]
    try:
        run(command)
    except SetupFailed:  # most often lists older than the mirror's packages
        run([*root, *_APT, "update"])
        run(command)


def _keep_from_making_a_cluster(root: Sequence[str]) -> None:
    """The tests want PostgreSQL's programs only: installing them must start no server on this machine."""
    if not _CLUSTER_SETTING.exists():
        run([*root, "mkdir", "-p", _CLUSTER_SETTING.parent])
        run([*root, "sh", "-c", f"echo 'create_main_cluster = false' > {_CLUSTER_SETTING}"])


def _release() -> str:
    """Name this release and what we ask of it: packages skipped are asked for again when either changes."""
    return fingerprint(Path("/etc/os-release"), *packages_for("test"))


def _skipped() -> set[str]:
    stamp = read_stamp(_SKIPPED)
    return set(stamp.get("packages", ())) if stamp.get("release") == _release() else set()


def _remember_skipped(names: Sequence[str]) -> None:
    for name in names:
        say(f"this release has no package {name}: {_LACK.get(name, 'the service starts without that pair')}")
    write_stamp(_SKIPPED, {"release": _release(), "packages": sorted({*_skipped(), *names})})


def _explain_elsewhere() -> None:
    if shutil.which("apertium") is None:
        say(
            "this machine has no apt, and Apertium was not found: the service starts without it, and gives "
            "sandbox accounts pseudo-translations only. docs/guides/install.md says how to install Apertium."
        )
