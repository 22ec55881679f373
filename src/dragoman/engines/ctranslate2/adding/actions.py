"""Add a model to the models directory, or remove one. An add that fails, or is killed, leaves nothing."""

from __future__ import annotations

import fcntl
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from dragoman.cancellation import run_to_end
from dragoman.engines.ctranslate2.adding.archives import unpack
from dragoman.engines.ctranslate2.adding.checking import CheckedModel, Report, StagedModel, check_model
from dragoman.engines.ctranslate2.adding.replacing import replace_folder
from dragoman.engines.ctranslate2.adding.staging import copy_model, make_version, sync
from dragoman.engines.ctranslate2.description import (
    FILE_NAME,
    BadDescription,
    ModelDescription,
    check_name,
    make_name,
    read_description,
    write_description,
)
from dragoman.engines.ctranslate2.pair_names import choose_pairs
from dragoman.engines.ctranslate2.recognition import ModelRefused, RecognisedModel, find_model
from dragoman.engines.ctranslate2.source import STAGED, missing_libraries
from dragoman.engines.ctranslate2.unconverted import CONVERTED
from dragoman.engines.engine import Quality
from dragoman.errors import NotFound
from dragoman.settings import Settings

_ARCHIVE_SUFFIXES: Final = (".zip", ".argosmodel", ".tar", ".tgz", ".gz", ".bz2", ".xz")


@dataclass(frozen=True, slots=True, kw_only=True)
class AddOptions:
    """How a model is added."""

    pairs: tuple[str, ...] = ()  # such as `en-es`; none: those that its metadata names
    name: str | None = None
    quality: Quality = Quality.MEDIUM
    is_forced: bool = False  # replace one of the same name, and take one that translates nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedModel:
    """A model that was added, with what was seen."""

    folder: Path
    checked: CheckedModel


async def add_model(settings: Settings, path: Path, options: AddOptions, *, report: Report) -> AddedModel:
    """Check a model and put it into the models directory. `report` is told what is being done.

    Raises `ModelRefused`, and OSError for files that cannot be read or written.
    """
    if missing := missing_libraries():
        raise ModelRefused(
            f"Neural models need {' and '.join(missing)}.",
            hints="Run `make setup-neural`, or `pip install dragoman[neural]`.",
        )
    folder = settings.models_folder().absolute()
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder), _staged(folder) as work:
        staged = await run_to_end(partial(_stage, path, work, options, report))
        final = folder / staged.description.name
        if final.exists() and not options.is_forced:
            raise ModelRefused(f"There is a model {final.name} already. Choose another --name, or --force.")
        report(f"loading {final.name} and translating test sentences")
        checked = await check_model(settings, staged, is_forced=options.is_forced, report=report)
        await run_to_end(partial(_finish, checked.description, work, final))
    return AddedModel(folder=final, checked=checked)


async def remove_model(settings: Settings, name: str) -> Path:
    """Remove a model by its name, or the name of its folder. A running service stops using it."""
    folder = settings.models_folder().absolute()
    found = find_folder(folder, name)
    with _locked(folder), _staged(folder) as staged:
        await run_to_end(partial(found.rename, staged / "removed"))
    return found


def find_folder(models: Path, name: str) -> Path:
    """The folder of a model. Raises `NotFound`."""
    for path in sorted(models.iterdir()) if models.is_dir() else ():
        if path.name.startswith(".") or not path.is_dir():
            continue
        try:
            own = read_description(path).name
        except (BadDescription, OSError):
            own = path.name
        if name in {own, path.name}:
            return path
    raise NotFound(f"There is no model {name} in {models}.", hints="`dragoman engines` lists all.")


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One add at a time. What a killed one left is removed by the next."""
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for path in folder.glob(f"{STAGED}*"):
            shutil.rmtree(path, ignore_errors=True)
        yield


@contextmanager
def _staged(folder: Path) -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix=STAGED, dir=folder))
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def _recognise(path: Path, staged: Path, report: Report) -> RecognisedModel:
    if path.is_dir():
        return find_model(path)
    report(f"unpacking {path.name}")
    unpacked = staged / "unpacked"
    unpacked.mkdir()
    unpack(path, unpacked)
    return find_model(unpacked)


def _stage(path: Path, work: Path, options: AddOptions, report: Report) -> StagedModel:
    """Copy the model, and describe it as far as that can be done without loading it."""
    if not path.exists():
        raise ModelRefused(f"There is no {path}.", hints="Models are not downloaded: get one first.")
    model = _recognise(path, work, report)
    languages, pairs = choose_pairs(model, options.pairs)
    folder = work / "model"
    copy_model(model, folder)
    description = ModelDescription(
        name=_choose_name(path, model, options),
        version=make_version(model, folder),
        layout=model.layout,
        quality=options.quality,
        files=model.files,
        tokens=model.tokens,
        languages=languages,
        pairs=pairs,
        longest=model.longest,
    )
    return StagedModel(folder=folder, description=description, binary=model.binary)


def _choose_name(path: Path, model: RecognisedModel, options: AddOptions) -> str:
    named = path.name
    for suffix in _ARCHIVE_SUFFIXES:
        named = named.removesuffix(suffix)
    named = (named or model.folder.name).removesuffix(CONVERTED)
    try:
        return check_name(options.name) if options.name else make_name(named)
    except BadDescription as error:
        raise ModelRefused(str(error)) from None


def _finish(description: ModelDescription, staged: Path, final: Path) -> None:
    """Give the folder its name, which makes it an engine."""
    folder = staged / "model"
    (folder / FILE_NAME).write_text(write_description(description), encoding="utf-8")
    sync(folder)
    if final.exists():
        replace_folder(folder, final, aside=staged / "replaced")
    else:
        folder.rename(final)
