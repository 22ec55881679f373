"""Bring the translated files of a repository up to date: what is new or changed is sent, and nothing else.

A kill at any time leaves each file whole, and each translation known as what it is: the lock names what is
about to be written before the file is replaced, and is made final afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from dragoman_client.documents.translating import DocumentOrder, translate_document
from dragoman_client.errors import DragomanError, InvalidInputError
from dragoman_client.flows import Flow, together
from dragoman_client.sending import Connection
from dragoman_client.sync.configuration import SyncConfiguration
from dragoman_client.sync.formats.choosing import Kind
from dragoman_client.sync.formats.entry_file import EntryFile
from dragoman_client.sync.lock_file import NAME, LockedEntry, LockedFile, LockFile, hash_of, while_writing
from dragoman_client.sync.results import FileOutcome, SyncReport
from dragoman_client.sync.tasks import WHOLE, SyncChoice, SyncTask, find_tasks, hash_of_file, make_plan
from dragoman_client.sync.whole_files import read_file, replace_file
from dragoman_client.sync.words import find_words


def find_work(configuration: SyncConfiguration, choice: SyncChoice) -> SyncReport:
    """What is to be done. Raises `InvalidInputError` for files that cannot be read."""
    lock = LockFile(configuration.folder / NAME)
    tasks = find_tasks(configuration, choice, lock)
    return SyncReport(files=[FileOutcome(pair=one.pair, plan=one.plan) for one in tasks])


def synchronize(
    connection: Connection, configuration: SyncConfiguration, choice: SyncChoice
) -> Flow[SyncReport]:
    """Do what is to be done. A file that fails does not hold up the others: its outcome has the error."""
    lock = LockFile(configuration.folder / NAME)
    tasks = find_tasks(configuration, choice, lock)
    words: Mapping[str, Any] = {}
    if any(one.plan.to_translate for one in tasks):
        words = yield from find_words(connection, configuration)
    shared = _Run(connection, choice, words, lock)
    groups: dict[object, list[SyncTask]] = {}
    for one in tasks:  # languages in one file, one after the other
        groups.setdefault(one.pair.target, []).append(one)

    def run(group: Sequence[SyncTask]) -> Flow[list[FileOutcome]]:
        outcomes = []
        for task in group:
            try:
                outcome = yield from _update(shared, task)
            except DragomanError as error:
                outcome = FileOutcome(pair=task.pair, plan=task.plan, error=error)
            if choice.report is not None:
                choice.report(outcome)
            outcomes.append(outcome)
        return outcomes

    flows = [partial(run, group) for group in groups.values()]
    done = yield from together(flows, at_once=connection.options.concurrency)
    return SyncReport(files=[one for group in done for one in group])


@dataclass(frozen=True, slots=True)
class _Run:
    """What all files have in common."""

    connection: Connection
    choice: SyncChoice
    words: Mapping[str, Any]
    lock: LockFile


def _update(run: _Run, task: SyncTask) -> Flow[FileOutcome]:
    """Translate what is to be translated, and write the file."""
    if not task.plan.changes_file:
        run.lock[task.key] = task.plan.lock
        return FileOutcome(pair=task.pair, plan=task.plan)
    if task.format.kind is Kind.IN_PLACE and task.target.content_hash:
        return (yield from _fill_in_place(run, task))
    source = task.source
    if source.file is None:
        result = yield from _translate(run, task, source.content)
        return _write_whole(run, task, result)
    result = b""
    if task.plan.to_translate:
        selected = source.file.select(set(task.plan.to_translate), beside=task.target.file)
        result = yield from _translate(run, task, selected)
    return _write_entries(run, task, source.file, result)


def _translate(run: _Run, task: SyncTask, content: bytes) -> Flow[bytes]:
    source = task.pair.source
    own = task.configuration.options.get(source.suffix.removeprefix("."), {})
    options = {**task.format.options, **own}
    order = DocumentOrder(
        source=task.configuration.source,
        target=task.pair.language,
        name=source.name,
        chosen={**run.words, **({"options": options} if options else {})},
    )
    done = yield from translate_document(run.connection, content, order)
    return done.content or b""


def _fill_in_place(run: _Run, task: SyncTask) -> Flow[FileOutcome]:
    before = read_file(task.target_path) or b""
    result = yield from _translate(run, task, before)
    if read_file(task.target_path) != before:
        raise _changed_meanwhile(task)
    replace_file(task.target_path, result)
    run.lock[task.key] = {WHOLE: _by_machine(hash_of_file(before), hash_of_file(result))}
    return FileOutcome(pair=task.pair, plan=task.plan, is_written=True)


def _write_whole(run: _Run, task: SyncTask, result: bytes) -> FileOutcome:
    if task.read_target() != task.target:
        raise _changed_meanwhile(task)
    entry = _by_machine(hash_of_file(task.source.content), hash_of_file(result))
    _write(task, result, {WHOLE: entry}, run.lock)
    return FileOutcome(pair=task.pair, plan=task.plan, is_written=True)


def _write_entries(run: _Run, task: SyncTask, source: EntryFile, result: bytes) -> FileOutcome:
    """Put what was translated into the file as it is now: what a person has changed meanwhile stays."""
    translated = task.parse_target(result)
    texts = translated.entries
    target = task.read_target()
    now = make_plan(task, target, run.choice, run.lock[task.key])
    wanted = task.plan.to_translate
    same = {key for key in wanted if target.entries.get(key) == task.target.entries.get(key)}
    put = {key for key in wanted if key in same and texts.get(key)}
    drop = {key for key in task.plan.removed if key in now.removed}
    is_written = target.file is None or bool(put or drop)
    content = result
    if target.file is not None:
        filled = translated.file if translated.file is not None else target.file
        content = target.file.merge(filled, put=put, drop=drop, order=list(source.entries))
    machine = {key: _by_machine(hash_of(source.entries[key]), hash_of(texts[key])) for key in put}
    if is_written:
        _write(task, content, {**now.lock, **machine}, run.lock)
    else:
        run.lock[task.key] = now.lock
    return FileOutcome(
        pair=task.pair,
        plan=replace(task.plan, outdated=now.outdated, extra=now.extra),
        is_written=is_written,
        kept=tuple(key for key in wanted if key not in same),
        missing=tuple(key for key in wanted if key in same and key not in put),
    )


def _write(task: SyncTask, content: bytes, entries: LockedFile, lock: LockFile) -> None:
    """Replace the file. What the lock knew stays true until that is done."""
    lock[task.key] = while_writing(lock[task.key], entries)
    replace_file(task.target_path, content)
    lock[task.key] = entries


def _by_machine(source: str, target: str) -> LockedEntry:
    return LockedEntry(source=source, targets=(target,), is_by_person=False)


def _changed_meanwhile(task: SyncTask) -> InvalidInputError:
    return InvalidInputError(
        f"{task.pair.target} was changed while it was being translated. It stays as it is; run sync again."
    )
