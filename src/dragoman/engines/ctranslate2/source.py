"""The models directory as a source of engines: models that are added or removed are noticed while it runs."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from dragoman.engines.ctranslate2.description import FILE_NAME, BadDescription, read_description
from dragoman.engines.ctranslate2.model_pool import ModelPool
from dragoman.engines.ctranslate2.neural_engine import NeuralEngine
from dragoman.engines.engine import EngineFault
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

STAGED: Final = ".adding-"  # beginning of the names of folders that are being added
_LIBRARIES: Final = ("ctranslate2", "sentencepiece")

Signature = tuple[tuple[str, int, int, int], ...]  # of a model's folder: names, times, sizes and inodes


def missing_libraries() -> list[str]:
    """The packages for neural models that are not installed."""
    return [name for name in _LIBRARIES if find_spec(name) is None]


class ModelSource:
    """The engines of the models directory. Belongs to one event loop."""

    def __init__(self, folder: Path, pool: ModelPool) -> None:
        self._folder = folder
        self._pool = pool
        self._known: dict[str, tuple[Signature, NeuralEngine | EngineFault]] = {}  # by folder
        self._engines: tuple[NeuralEngine, ...] = ()
        self._faults: tuple[EngineFault, ...] = ()

    def engines(self) -> Sequence[NeuralEngine]:
        """The engines that can be used now, by name."""
        return self._engines

    def faults(self) -> Sequence[EngineFault]:
        """What is in the directory and cannot be used."""
        return self._faults

    async def refresh(self) -> None:
        """Look which folders have changed; only these are read."""
        seen = await asyncio.to_thread(_look, self._folder)
        if seen == {name: signature for name, (signature, _) in self._known.items()}:
            return
        missing = missing_libraries()
        for name in [name for name in self._known if self._known[name][0] != seen.get(name)]:
            _, old = self._known.pop(name)
            if isinstance(old, NeuralEngine):
                self._pool.retire(old.model)
        for name, signature in seen.items():
            if name not in self._known:
                self._known[name] = (signature, self._open(name, missing))
        self._collect()

    def _open(self, name: str, missing: Sequence[str]) -> NeuralEngine | EngineFault:
        folder = self._folder / name
        try:
            description = read_description(folder)
            if missing:
                return EngineFault(
                    name=description.name,
                    reason=f"Neural models need {' and '.join(missing)}: run `make setup-neural`, or "
                    "`pip install dragoman[neural]`, and start the service again.",
                )
            files = description.files
            needed = (folder / files.model / "model.bin", folder / files.source, folder / files.target)
            for path in needed:
                if not path.is_file():
                    return EngineFault(
                        name=description.name,
                        reason=f"{path.relative_to(folder)} is missing in {folder}. Add the model again: "
                        "`dragoman engines add PATH --force`.",
                    )
            return NeuralEngine(self._pool, self._pool.add(folder, description))
        except FileNotFoundError:
            return EngineFault(
                name=name,
                reason=f"{folder} has no {FILE_NAME}. Add models with `dragoman engines add PATH`, which "
                "checks and describes them.",
            )
        except (BadDescription, OSError) as error:
            return EngineFault(name=name, reason=f"{folder}: {error}")

    def _collect(self) -> None:
        """Sort what is known; of two engines with one name the second cannot be used."""
        engines: dict[str, NeuralEngine] = {}
        faults: list[EngineFault] = []
        for folder, (_, one) in sorted(self._known.items()):
            if isinstance(one, EngineFault):
                faults.append(one)
            elif one.name in engines:
                reason = (
                    f"{self._folder / folder} has the name of another model. Change it in its {FILE_NAME}."
                )
                faults.append(EngineFault(name=one.name, reason=reason))
            else:
                engines[one.name] = one
        self._engines = tuple(engines[name] for name in sorted(engines))
        self._faults = tuple(faults)


def list_model_names(settings: Settings) -> list[str]:
    """The names of the models in the models directory. Blocks for a few small files."""
    folder = settings.models_folder()
    names = []
    for name in _look(folder):
        with suppress(BadDescription, OSError):
            names.append(read_description(folder / name).name)
    return names


def _look(folder: Path) -> dict[str, Signature]:
    """The model folders, each with what changes when it does. Costs a few calls of stat each."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(
                entry.name for entry in entries if entry.is_dir() and not entry.name.startswith(".")
            )
    except FileNotFoundError:
        return {}
    return {name: _signature(folder / name) for name in names}


def _signature(folder: Path) -> Signature:
    found = []
    for path in (folder, folder / FILE_NAME, folder / "model.bin", folder / "model" / "model.bin"):
        try:
            state = path.stat()
            found.append((path.name, state.st_mtime_ns, state.st_size, state.st_ino))
        except OSError:
            found.append((path.name, 0, 0, 0))
    return tuple(found)


@asynccontextmanager
async def open_models(settings: Settings, metrics: Metrics) -> AsyncIterator[ModelSource]:
    """Open the models directory, as it is now; end all processes at the end."""
    pool = ModelPool(settings, metrics)
    source = ModelSource(settings.models_folder().absolute(), pool)
    try:
        await source.refresh()
        yield source
    finally:
        await pool.close()
