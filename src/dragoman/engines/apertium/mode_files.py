"""Turn a mode file into the commands of its pipeline, for Apertium below any root.

A mode file is a shell pipeline of one line; every pair names its data by absolute path below /usr/share.
Debian's packages unpacked in a folder work as well: paths are moved below that root, and the programs get its
libraries.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dragoman.engines.apertium.ambiguity import TaggerModel, read_model
from dragoman.errors import Misconfigured

MODES: Final = "usr/share/apertium/modes"
_PROGRAM_FOLDERS: Final = ("usr/bin", "usr/local/bin", "bin")
_LIBRARY_FOLDERS: Final = ("usr/lib/*-linux-*", "usr/lib", "lib/*-linux-*", "lib", "usr/local/lib")
_TOOL_SECONDS: Final = 20
_VERSION: Final = re.compile(r'^apertium_version="Apertium ([^"]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """One set of Apertium programs and data."""

    root: Path
    environment: Mapping[str, str]  # of every program we start


@dataclass(frozen=True, slots=True, kw_only=True)
class StageCommand:
    """One stage of a pipeline."""

    program: str  # absolute path
    arguments: tuple[str, ...]  # without the program's name

    @property
    def name(self) -> str:
        """The program's name without its folder."""
        return self.program.rpartition("/")[2]

    @property
    def words(self) -> tuple[str, ...]:
        """The program's path, and its arguments."""
        return (self.program, *self.arguments)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatefulTagger:
    """A tagger with state, made to report every possible change of it."""

    command: StageCommand
    model: TaggerModel | None  # None: every report counts as a change


@dataclass(frozen=True, slots=True, kw_only=True)
class PipelineCommands:
    """The stages of a mode: all in `head`, unless there is a stateful tagger between `head` and `tail`."""

    head: tuple[StageCommand, ...]
    tagger: StatefulTagger | None = None
    tail: tuple[StageCommand, ...] = ()


def find_installation(root: Path) -> Installation | None:
    """Apertium below a root, or None where there is none."""
    if not (root / MODES).is_dir():
        return None
    root = root.absolute()
    environment = {"LC_ALL": "C.UTF-8", "PATH": ":".join(str(root / f) for f in _PROGRAM_FOLDERS)}
    if root != Path("/"):
        libraries = [str(f) for pattern in _LIBRARY_FOLDERS for f in sorted(root.glob(pattern)) if f.is_dir()]
        environment["LD_LIBRARY_PATH"] = ":".join(libraries)
    return Installation(root=root, environment=environment)


def read_version(installation: Installation) -> str:
    """The version of the installed Apertium, such as `3.8.3`."""
    try:
        script = (installation.root / "usr/bin/apertium").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "unknown"
    match = _VERSION.search(script)
    return match[1] if match else "unknown"


def mode_path(installation: Installation, mode: str) -> Path:
    """The path of a mode's file."""
    return installation.root / MODES / f"{mode}.mode"


def read_pipeline_commands(installation: Installation, mode: str) -> PipelineCommands:
    """The pipeline of a mode that reads and writes NUL-framed segments with word-bound blanks.

    `apertium-wblank-mode` of the same installation writes it, as the `apertium` command does. Raises
    `Misconfigured` when the mode, a program or a data file is missing.
    """
    rewriter = _locate(installation, "apertium-wblank-mode")
    try:
        rewritten = subprocess.run(
            [rewriter, "-z", str(mode_path(installation, mode))],
            env=dict(installation.environment),
            capture_output=True,
            encoding="utf-8",
            check=True,
            timeout=_TOOL_SECONDS,
        ).stdout
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError) as error:
        raise Misconfigured(f"Apertium's mode {mode} cannot be read: {type(error).__name__}.") from error
    return split_at_tagger(read_commands(installation, rewritten))


def read_commands(installation: Installation, pipeline: str) -> tuple[StageCommand, ...]:
    """The commands of a shell pipeline of a mode file, with the marks for unknown words turned off.

    Raises `Misconfigured` when a program or a data file is missing.
    """
    commands = []
    for stage in " ".join(pipeline.split()).split("|"):
        words = shlex.split(stage.replace("$1", "-n").replace("$2", ""))
        if not words:
            raise Misconfigured("A mode file of Apertium has an empty stage.")
        name, *arguments = words
        if name == "lt-proc" and "-g" in arguments:  # a mode that insists on marks: they are no translation
            arguments[arguments.index("-g")] = "-n"
        commands.append(
            StageCommand(
                program=_locate(installation, name),
                arguments=tuple(_below_root(installation, argument) for argument in arguments),
            )
        )
    return tuple(commands)


def split_at_tagger(commands: Sequence[StageCommand]) -> PipelineCommands:
    """Split a pipeline at its stateful tagger, which is made to report changes of its state.

    `apertium-tagger` with a hidden Markov model overwrites its open class for good when it meets an ambiguity
    class that it was not trained for (see `ambiguity`). With `-d` it reports this on standard error.
    Perceptron (`-x`) and unigram (`-u`) taggers have no such state. No other stage keeps any state from one
    segment to the next.
    """
    places = [i for i, command in enumerate(commands) if _is_stateful_tagger(command)]
    if not places:
        return PipelineCommands(head=tuple(commands))
    if len(places) > 1 or places[0] in {0, len(commands) - 1}:
        raise Misconfigured("A mode of Apertium has its tagger in a place where it cannot be guarded.")
    found = commands[places[0]]
    files = data_files([found])
    return PipelineCommands(
        head=tuple(commands[: places[0]]),
        tagger=StatefulTagger(
            command=StageCommand(program=found.program, arguments=("-d", *found.arguments)),
            model=read_model(files[0]) if len(files) == 1 else None,
        ),
        tail=tuple(commands[places[0] + 1 :]),
    )


def data_files(commands: Sequence[StageCommand]) -> list[Path]:
    """The data files that the commands name."""
    return [Path(word) for command in commands for word in command.arguments if word.startswith("/")]


def _is_stateful_tagger(command: StageCommand) -> bool:
    if command.name != "apertium-tagger":
        return False
    flags = "".join(word for word in command.arguments if word.startswith("-") and not word.startswith("--"))
    return not any(flag in flags for flag in "xu")


def _locate(installation: Installation, name: str) -> str:
    """A program below the root, or else of the system. Raises `Misconfigured` if there is none."""
    for root in (installation.root, Path("/")):
        for folder in _PROGRAM_FOLDERS:
            path = root / folder / name
            if path.is_file():
                return str(path)
    raise Misconfigured(f"Apertium's program {name} is not installed.")


def _below_root(installation: Installation, argument: str) -> str:
    if not argument.startswith("/"):
        return argument
    path = installation.root / argument.removeprefix("/")
    if not path.is_file():
        raise Misconfigured(f"Apertium's data file {argument} is not installed.")
    return str(path)
