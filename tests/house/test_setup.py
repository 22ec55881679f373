"""What the setup decides: whether a step is done, which packages are missing, which index is asked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.setup.apt import parse_candidates
from scripts.setup.browser_files import FILES
from scripts.setup.debian import (
    APERTIUM,
    BUBBLEWRAP,
    CHROMIUM,
    EPUBCHECK,
    LIBREOFFICE,
    PIP,
    POSTGRESQL,
    choose_missing,
    packages_for,
)
from scripts.setup.debian_root import library_path
from scripts.setup.environment import find_pip, index_settings
from scripts.setup.project import SetupFailed, run
from scripts.setup.stamps import all_exist, fingerprint, read_stamp, remove_stamp, write_stamp

ROOT = Path(__file__).parents[2]

POLICY = """\
apertium:
  Installed: (none)
  Candidate: 3.8.3-1+b2
  Version table:
     3.8.3-1+b2 500
chromium:
  Installed: 1:2
  Candidate: 1:2
apertium-xx-yy:
  Installed: (none)
  Candidate: (none)
"""


def test_a_stamp_is_whole_or_not_there(tmp_path: Path) -> None:
    stamp = tmp_path / "made" / "stamp.json"
    assert read_stamp(stamp) == {}
    write_stamp(stamp, {"lock": "abc"})
    assert read_stamp(stamp) == {"lock": "abc"}
    assert [path.name for path in stamp.parent.iterdir()] == ["stamp.json"]
    stamp.write_text('{"lock": "a', encoding="utf-8")
    assert read_stamp(stamp) == {}
    remove_stamp(stamp)
    remove_stamp(stamp)
    assert read_stamp(stamp) == {}


def test_a_fingerprint_follows_contents_and_their_borders(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    lock.write_text("one", encoding="utf-8")
    before = fingerprint(lock, "x")
    assert before == fingerprint("one", "x") != fingerprint("on", "ex")
    lock.write_text("two", encoding="utf-8")
    assert fingerprint(lock, "x") != before


def test_an_empty_file_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("x", encoding="utf-8")
    (tmp_path / "empty").touch()
    assert all_exist([tmp_path / "full"])
    assert not all_exist([tmp_path / "full", tmp_path / "empty"])
    assert not all_exist([tmp_path / "none"])


def test_packages_for_tests_contain_those_for_serving() -> None:
    assert set(packages_for("serve")) == {*APERTIUM, BUBBLEWRAP, PIP}
    assert set(packages_for("test")) > {*APERTIUM, BUBBLEWRAP, CHROMIUM, EPUBCHECK, *LIBREOFFICE, POSTGRESQL}
    assert set(packages_for("legacy")) == {*LIBREOFFICE, BUBBLEWRAP} < set(packages_for("test"))


def test_what_is_here_or_not_in_this_release_is_not_missing() -> None:
    assert choose_missing(["a", "b", "c"], here={"a"}, skipped={"c"}) == ["b"]


def test_candidates_are_what_apt_can_install() -> None:
    assert parse_candidates(POLICY) == {"apertium", "chromium"}


def test_uv_asks_the_index_that_pip_is_configured_for() -> None:
    config = (
        "global.index-url='https://mirror.example.com/simple'\n"
        ":env:.cert='/etc/ssl/company.pem'\n"
        "global.timeout='60'\n"
    )
    assert index_settings(config) == {
        "UV_DEFAULT_INDEX": "https://mirror.example.com/simple",
        "SSL_CERT_FILE": "/etc/ssl/company.pem",
    }
    assert index_settings("") == {}


def test_pip_is_found_for_this_python() -> None:
    pip = find_pip()
    assert pip is not None
    assert run([*pip, "--version"]).startswith("pip ")


def test_a_failing_program_is_reported_with_what_it_said() -> None:
    with pytest.raises(SetupFailed, match="no such thing"):
        run([sys.executable, "-c", "import sys; sys.exit('no such thing')"])
    with pytest.raises(SetupFailed, match="cannot be run"):
        run(["/nonexistent/program"])


def test_unpacked_libraries_are_found_in_private_folders_too(tmp_path: Path) -> None:
    folder = tmp_path / "usr/lib/x86_64-linux-gnu"
    (folder / "pulseaudio").mkdir(parents=True)
    (folder / "pulseaudio/libpulsecommon.so").touch()
    (folder / "perl").mkdir()
    assert library_path(tmp_path).split(os.pathsep) == [
        str(folder),
        str(tmp_path / "usr/lib"),
        str(folder / "pulseaudio"),
    ]


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder of Pythons that report a version of their own."""
    for name, version in {"python3.13": None, "python3.12": (3, 12), "python3": (3, 10)}.items():
        check = f"sys.version_info = {version}" if version else "sys.exit(1)"
        script = tmp_path / name
        script.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" -c "import sys; {check}; exec(sys.argv[1])" "$2"\n',
            encoding="utf-8",
        )
        script.chmod(0o755)
    return tmp_path


def find_python(path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(ROOT / "scripts/find-python")],
        env={"PATH": str(path), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_newest_python_that_works_is_taken(programs: Path) -> None:
    assert find_python(programs).stdout.strip() == str(programs / "python3.12")


def test_too_old_a_python_is_refused_with_advice(programs: Path) -> None:
    done = find_python(programs, PYTHON="python3")
    assert done.returncode == 1
    assert "3.11 or newer" in done.stderr
    assert "PYTHON=" in done.stderr


def test_every_browser_file_that_a_page_loads_is_fetched() -> None:
    html = (ROOT / "src/dragoman/static/docs/index.html").read_text(encoding="utf-8")
    fetched = {f"/static/vendor/{folder}/{name}" for folder, (_, names) in FILES.items() for name in names}
    loaded = {word for word in html.replace('"', " ").split() if word.startswith("/static/vendor/")}
    assert loaded
    assert loaded <= fetched


def test_a_start_compiles_no_module_of_the_environment() -> None:
    asked = (
        "import sys, dragoman.app, dragoman.worker, dragoman.conversion.child\n"
        "print(*filter(None, (getattr(module, '__cached__', None) for module in list(sys.modules.values()))))"
    )
    cached = run([sys.executable, "-c", asked], environment={"PYTHONDONTWRITEBYTECODE": "1"}).split()
    ours = [Path(name) for name in cached if Path(name).is_relative_to(ROOT)]
    assert len(ours) > 500
    assert [str(path) for path in ours if not path.exists()] == []
