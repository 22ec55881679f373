"""Apertium below another root: Debian's packages unpacked in a folder, without the rights to install them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from dragoman.engines.apertium.discovery import find_modes
from dragoman.engines.apertium.mode_files import find_installation, read_commands, read_pipeline_commands
from dragoman.errors import Misconfigured
from tests.engines.apertium.conftest import OpenEngine, processes_of, translate

PROGRAMS = "apertium* lt-proc lrx-proc lsx-proc cg-proc"


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installed programs, their libraries and the pair eng-spa, copied below a folder."""
    root = tmp_path_factory.mktemp("root")
    if not Path("/usr/share/apertium/modes/eng-spa.mode").is_file():
        pytest.skip("apertium mode eng-spa is not installed")
    for pattern in PROGRAMS.split():
        for program in Path("/usr/bin").glob(pattern):
            _copy(program, root)
    for library in _libraries("/usr/bin/apertium-tagger", "/usr/bin/lrx-proc"):
        _copy(library, root)
    shutil.copytree("/usr/share/apertium/apertium-eng-spa", root / "usr/share/apertium/apertium-eng-spa")
    for mode in ("eng-spa", "spa-eng", "fra-cat"):  # the data of the last are missing
        _copy(Path(f"/usr/share/apertium/modes/{mode}.mode"), root)
    return root


def _copy(file: Path, root: Path) -> None:
    target = root / file.relative_to("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, target)


def _libraries(*programs: str) -> set[Path]:
    listing = subprocess.run(["ldd", *programs], capture_output=True, text=True, check=True).stdout
    found = {
        word
        for word in listing.split()
        if word.startswith("/") and ("apertium" in word or "lttoolbox" in word)
    }
    return {
        Path("/usr/lib") / Path(word).resolve().parent.name / Path(word).name
        for word in found
        if ".so" in word
    }


async def test_programs_data_and_libraries_come_from_the_root(
    open_apertium: OpenEngine, unpacked: Path
) -> None:
    async with open_apertium(apertium_root=unpacked) as engine:
        assert [(pair.source, pair.target) for pair in engine.pairs()] == [("en", "es"), ("es", "en")]
        assert await translate(engine, "eng-spa", "The house is red.") == ["La casa es roja."]
        for pid, name in processes_of(engine).items():
            assert Path(f"/proc/{pid}/exe").readlink().is_relative_to(unpacked), name
            mapped = {line.split()[-1] for line in Path(f"/proc/{pid}/maps").read_text().splitlines()}
            ours = [Path(file) for file in mapped if "apertium" in file or "lttoolbox" in file]
            assert all(file.is_relative_to(unpacked) for file in ours), name


async def test_a_relative_root_works_too(open_apertium: OpenEngine, unpacked: Path, monkeypatch) -> None:
    monkeypatch.chdir(unpacked.parent)
    async with open_apertium(apertium_root=Path(unpacked.name)) as engine:
        assert await translate(engine, "eng-spa", "The house is red.") == ["La casa es roja."]


def test_without_modes_there_is_no_engine(tmp_path: Path) -> None:
    assert find_installation(tmp_path) is None


def test_modes_whose_data_are_missing_are_not_offered(unpacked: Path) -> None:
    installation = find_installation(unpacked)
    assert installation is not None
    assert [mode.name for mode in find_modes(installation)] == ["eng-spa", "spa-eng"]


def test_a_pair_whose_tagger_dies_of_its_model_is_not_offered(unpacked: Path, tmp_path: Path) -> None:
    shutil.copytree(unpacked, tmp_path, dirs_exist_ok=True)
    model = tmp_path / "usr/share/apertium/apertium-eng-spa/eng-spa.prob"
    model.write_bytes(b"no model")
    installation = find_installation(tmp_path)
    assert installation is not None
    assert [mode.name for mode in find_modes(installation)] == ["spa-eng"]


def test_the_stateful_tagger_is_cut_out_and_made_to_report(unpacked: Path) -> None:
    installation = find_installation(unpacked)
    assert installation is not None
    pipeline_commands = read_pipeline_commands(installation, "eng-spa")
    assert [command.name for command in pipeline_commands.head] == ["lt-proc", "apertium-wblank-attach"]
    assert pipeline_commands.tagger is not None
    assert pipeline_commands.tagger.command.arguments[:3] == ("-d", "-z", "-g")
    assert [command.name for command in pipeline_commands.tail][:2] == [
        "apertium-pretransfer",
        "apertium-transfer",
    ]
    assert ["-n" in command.arguments for command in pipeline_commands.tail][-2:] == [True, False]


def test_marks_are_off_even_where_a_mode_insists_on_them(unpacked: Path) -> None:
    installation = find_installation(unpacked)
    assert installation is not None
    (command,) = read_commands(
        installation, "lt-proc -g '/usr/share/apertium/apertium-eng-spa/eng-spa.autogen.bin'"
    )
    assert command.arguments[0] == "-n"
    with pytest.raises(Misconfigured):
        read_commands(installation, "no-such-program")
