"""Find the modes that are installed, work, and can be expressed in BCP 47."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from dragoman import telemetry
from dragoman.engines.apertium.mode_files import (
    MODES,
    Installation,
    StageCommand,
    data_files,
    mode_path,
    read_commands,
)
from dragoman.engines.apertium.mode_names import read_mode_name
from dragoman.engines.apertium.quality import judge
from dragoman.engines.engine import EnginePair
from dragoman.errors import Misconfigured

# A sentence with an ambiguous word, in Apertium's stream format. Some packages ship a model that the tagger
# dies of at every such word (Debian 12: rus-ukr); the `apertium` command then answers nothing. Such a pair is
# not offered.
_PROBE: Final = b"^x/x<n><sg>/x<vblex><inf>$^./.<sent>$[]\0"
_PROBE_SECONDS: Final = 20
_PROBES_AT_ONCE: Final = 4

# Parsed dictionaries take so many times the room of their files (measured: 30 to 46).
_MEMORY_PER_DATA_BYTE: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class ApertiumMode:
    """An installed mode that is offered."""

    name: str
    pairs: tuple[EnginePair, ...]
    memory: int  # bytes one pipeline will take, estimated


def find_modes(installation: Installation) -> tuple[ApertiumMode, ...]:
    """All modes to offer, by name; each pair of languages once. Starts programs: call it in a thread."""
    files = sorted((installation.root / MODES).glob("*.mode"), key=lambda f: (-len(f.stem), f.stem))
    taken: set[tuple[str, str]] = set()
    modes, taggers = [], {}
    for name in (file.stem for file in files):
        directions = [d for d in read_mode_name(name) if d not in taken]
        commands = _read_plain(installation, name) if directions else None
        if not commands:
            continue
        taken.update(directions)
        taggers[name] = next((c for c in commands if c.name == "apertium-tagger"), None)
        pairs = tuple(
            EnginePair(source=s, target=t, quality=judge(s, t), variant=name) for s, t in directions
        )
        memory = sum(f.stat().st_size for f in data_files(commands)) * _MEMORY_PER_DATA_BYTE
        modes.append(ApertiumMode(name=name, pairs=pairs, memory=memory))
    broken = _broken_taggers(installation, {tagger for tagger in taggers.values() if tagger is not None})
    for mode in modes:
        if taggers[mode.name] in broken:
            telemetry.log().warning(
                "apertium.mode_broken", mode=mode.name, reason="its tagger dies of its model"
            )
    return tuple(sorted((m for m in modes if taggers[m.name] not in broken), key=lambda m: m.name))


def _read_plain(installation: Installation, name: str) -> Sequence[StageCommand] | None:
    """The commands of an unchanged mode file, or None (and a log event) if something is missing."""
    try:
        return read_commands(installation, mode_path(installation, name).read_text(encoding="utf-8"))
    except (Misconfigured, OSError, UnicodeDecodeError, ValueError) as error:
        telemetry.log().warning("apertium.mode_unusable", mode=name, reason=str(error))
        return None


def _broken_taggers(installation: Installation, taggers: Iterable[StageCommand]) -> set[StageCommand]:
    """The taggers that crash at one sentence; each model is tried once."""
    with ThreadPoolExecutor(max_workers=_PROBES_AT_ONCE) as threads:
        tried = threads.map(lambda tagger: (tagger, _survives(installation, tagger)), taggers)
        return {tagger for tagger, survives in tried if not survives}


def _survives(installation: Installation, tagger: StageCommand) -> bool:
    try:
        run = subprocess.run(
            [tagger.program, "-z", *tagger.arguments],
            env=dict(installation.environment),
            input=_PROBE,
            capture_output=True,
            check=False,
            timeout=_PROBE_SECONDS,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return run.returncode == 0 and b"<sent>" in run.stdout
