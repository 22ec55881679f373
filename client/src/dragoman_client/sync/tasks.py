"""Translated files, each with what is to be done: read and compared, nothing is sent or written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Final

from dragoman_client.errors import InvalidInputError
from dragoman_client.sync.configuration import SyncConfiguration
from dragoman_client.sync.formats.choosing import FileFormat, Kind, find_format
from dragoman_client.sync.formats.entry_file import EntryFile, Reading, Role
from dragoman_client.sync.lock_file import LockedFile, LockFile, hash_of
from dragoman_client.sync.planning import Plan, plan
from dragoman_client.sync.results import FileOutcome
from dragoman_client.sync.source_files import FilePair, find_pairs
from dragoman_client.sync.whole_files import read_file

WHOLE: Final = ""  # the key of a file that is one entry


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncChoice:
    """What is to be done this time."""

    languages: Collection[str] = ()  # of the targets; empty: all
    again: Sequence[str] = ()  # patterns of keys to translate again, also over what people wrote
    accept: bool = False  # outdated translations of people are right all the same
    report: Callable[[FileOutcome], None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A source file, which all its translations have in common."""

    content: bytes
    file: EntryFile | None  # None: it is one entry


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslatedFile:
    """A translated file as it was when it was read."""

    content_hash: str = ""  # "": there is none, or it is empty
    file: EntryFile | None = None  # None: the same, or it is one entry

    @property
    def entries(self) -> Mapping[str, str]:
        """What is under each key."""
        return self.file.entries if self.file is not None else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncTask:
    """A translated file with what is to be done with it."""

    configuration: SyncConfiguration
    pair: FilePair
    format: FileFormat
    source: SourceFile
    target: TranslatedFile = field(default_factory=TranslatedFile)  # when the plan was made
    plan: Plan = field(default_factory=Plan)

    @property
    def target_path(self) -> Path:
        """Where the translated file is."""
        return self.configuration.folder / self.pair.target

    @property
    def key(self) -> str:
        """What the lock calls the translated file."""
        if self.pair.source == self.pair.target:
            return f"{self.pair.target} ({self.pair.language})"
        return str(self.pair.target)

    def read_target(self) -> TranslatedFile:
        """The translated file as it is now."""
        return self.parse_target(read_file(self.target_path) or b"")

    def parse_target(self, content: bytes) -> TranslatedFile:
        """A translated file of this content."""
        if not content.strip():
            return TranslatedFile()
        if self.format.read is None:
            return TranslatedFile(content_hash=hash_of(content))
        reading = Reading(Role.TARGET, self.pair.language)
        file = self.format.read(content, str(self.pair.target), reading)
        return TranslatedFile(content_hash=hash_of(content), file=file)


def find_tasks(configuration: SyncConfiguration, choice: SyncChoice, lock: LockFile) -> list[SyncTask]:
    """Every translated file with what is to be done. Raises `InvalidInputError` for what cannot be read."""
    unknown = [one for one in choice.languages if one not in configuration.targets]
    if unknown:
        known = ", ".join(configuration.targets)
        raise InvalidInputError(f"{unknown[0]!r} is none of the configuration's targets: {known}.")
    pairs = find_pairs(configuration)
    chosen = [one for one in pairs if not choice.languages or one.language in choice.languages]
    sources = {
        path: _read_source(configuration, path) for path in dict.fromkeys(one.source for one in chosen)
    }
    tasks = []
    for pair in chosen:
        task = SyncTask(
            configuration=configuration,
            pair=pair,
            format=find_format(pair.source),
            source=sources[pair.source],
        )
        target = task.read_target()
        tasks.append(replace(task, target=target, plan=make_plan(task, target, choice, lock[task.key])))
    return tasks


def _read_source(configuration: SyncConfiguration, path: PurePosixPath) -> SourceFile:
    content = read_file(configuration.folder / path) or b""
    read = find_format(path).read
    reading = Reading(Role.SOURCE, configuration.source)
    return SourceFile(content=content, file=None if read is None else read(content, str(path), reading))


def make_plan(task: SyncTask, target: TranslatedFile, choice: SyncChoice, lock: LockedFile) -> Plan:
    """What is to be done with a translated file that is like this."""
    if task.format.kind is Kind.IN_PLACE and target.content_hash:
        return _plan_in_place(target, lock)
    source = task.source
    if source.file is None:
        # The entry of a whole file is the hash of its content.
        texts = {WHOLE: hash_of(source.content)} if source.content.strip() else {}
        translations = {WHOLE: target.content_hash}
        again = texts if any(fnmatchcase(str(task.pair.target), one) for one in choice.again) else ()
        return plan(texts, translations, lock, again=again, accept=choice.accept)
    entries = source.file.entries
    return plan(
        entries,
        target.entries,
        lock,
        doubtful=target.file.doubtful if target.file is not None else (),
        again=[key for key in entries if any(fnmatchcase(key, one) for one in choice.again)],
        accept=choice.accept,
    )


def _plan_in_place(target: TranslatedFile, lock: LockedFile) -> Plan:
    """The service fills what is missing in a file and leaves the rest, so it is sent whenever it changed."""
    locked = lock.get(WHOLE)
    if locked is not None and hash_of(target.content_hash) in locked.targets:
        return Plan(lock=lock)
    return Plan(changed=(WHOLE,))


def hash_of_file(content: bytes) -> str:
    """The hash of a whole file in the lock: a plan compares the hashes of files as texts, and hashes them."""
    return hash_of(hash_of(content))
