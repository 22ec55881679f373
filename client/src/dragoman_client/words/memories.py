"""`client.memories`: translation memories, their units, TMX in and out.

`MemoryCalls` is what the project interface and the provider's have in common.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypedDict, TypeVar, Unpack

from dragoman_client.downloads import Download, fetch_download
from dragoman_client.exchange import FileSource, Progress
from dragoman_client.flows import Flow
from dragoman_client.operations import Mark, Page, R, Resource, listing, operation
from dragoman_client.paging import bare_list, marked_pages, offset_pages
from dragoman_client.record_calls import delete_record, get_record, send_record
from dragoman_client.records import read, to_wire
from dragoman_client.sending import Call, Repeats, at, call_json
from dragoman_client.words.importing import ImportJob, send_import, wait_for_import


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRecord:
    """What both interfaces say of a translation memory."""

    id: int
    name: str
    primary: bool = False
    use_for_translation: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory(MemoryRecord):
    """A translation memory."""

    disabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A translation unit of a memory."""

    id: int
    version: int
    source_language: str
    target_language: str
    source: str = field(repr=False)
    target: str = field(repr=False)
    origin: str | None = None  # "human", "mt" or "import"
    status: str | None = None  # "confirmed" or "unconfirmed"
    key: str | None = None
    document: str | None = None
    previous_source: str | None = field(default=None, repr=False)
    next_source: str | None = field(default=None, repr=False)
    created_at: datetime | None = None
    created_by: str | None = None
    changed_at: datetime | None = None
    changed_by: str | None = None
    used: int = 0
    last_used_at: datetime | None = None
    properties: Mapping[str, str] = field(default_factory=dict, repr=False)


class UnitFilter(TypedDict, total=False):
    """Which units are wanted."""

    search: str  # words
    side: str  # where these are: "source", "target" or "both"
    source_language: str
    target_language: str


class UnitFields(TypedDict, total=False):
    """What a unit has besides its languages and texts."""

    status: str  # "confirmed" or "unconfirmed"
    properties: Mapping[str, str]


class UnitChanges(UnitFields, total=False):
    """What can be changed of a unit."""

    target: str


class MemoryFields(TypedDict, total=False):
    """What can be changed of a memory."""

    name: str
    use_for_translation: bool
    primary: bool
    disabled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryImportProblem:
    """A unit of a file that was not taken as it is."""

    number: int
    code: str
    line: int | None = None
    message: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryImport(ImportJob):
    """An import of a TMX file: how many of its units were added, changed, left as they were, refused."""

    read: int = 0
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    skipped: int = 0
    refused: int = 0
    undone: int | None = None
    problem_count: int = 0
    problems: tuple[MemoryImportProblem, ...] = ()  # the first of them, of one that was asked for by its id


class MemoryImportArguments(TypedDict, total=False):
    """What can be said of an import."""

    name: str  # of a file that is bytes or open
    source: str  # language; others of the file are left out
    targets: Sequence[str]
    origin: str  # "human" or "mt"
    status: str  # "confirmed" or "unconfirmed"
    timeout: float  # seconds
    progress: Callable[[float], None]


M = TypeVar("M", bound=MemoryRecord)


class MemoryCalls(Resource[R], Generic[R, M]):
    """What can be done with a memory, on the project interface and on the provider's."""

    _memories: str  # the path of all of them
    _record: type[M]

    @operation
    def get(self, memory: int) -> Flow[M]:
        """A memory."""
        return get_record(self._connection, self._record, self._at("", memory))

    @operation
    def change(self, memory: int, **fields: Unpack[MemoryFields]) -> Flow[M]:
        """Change a memory; what is left out stays."""
        return send_record(self._connection, self._record, "PATCH", self._at("", memory), to_wire(fields))

    @operation
    def delete(self, memory: int) -> Flow[None]:
        """Delete a memory with all its units."""
        return delete_record(self._connection, self._at("", memory))

    @listing
    def units(self, memory: int, **wanted: Unpack[UnitFilter]) -> Callable[[Mark], Flow[Page[Unit]]]:
        """The units of a memory; with `search` those whose source or target has these words."""
        query = to_wire(wanted)
        query["in"] = query.pop("side", None)
        names = ("units", "nextAfter", "after")
        return marked_pages(self._connection, self._at("/units", memory), names, Unit, query=query)

    @operation
    def get_unit(self, memory: int, unit: int) -> Flow[Unit]:
        """A unit by its id."""
        return get_record(self._connection, Unit, self._at("/units/{}", memory, unit))

    @listing
    def duplicates(self, memory: int) -> Callable[[Mark], Flow[Page[tuple[Unit, ...]]]]:
        """Units of one source with several targets: a group for each source."""
        names = ("duplicates", "nextAfter", "after")
        path = self._at("/duplicates", memory)
        return marked_pages(self._connection, path, names, tuple[Unit, ...])

    @operation
    def save_unit(
        self,
        memory: int,
        *,
        languages: tuple[str, str],
        source: str,
        target: str,
        **fields: Unpack[UnitFields],
    ) -> Flow[Unit]:
        """Save a translation: a new unit, or that of the same source changed. `languages`: source, target."""
        pair = {"sourceLanguage": languages[0], "targetLanguage": languages[1]}
        body = {**pair, "source": source, "target": target, **to_wire(fields)}
        wanted = Call(method="POST", path=self._at("/units", memory), json=body)
        return read(Unit, (yield from call_json(self._connection, wanted)))

    @operation
    def change_unit(self, memory: int, unit: Unit, **fields: Unpack[UnitChanges]) -> Flow[Unit]:
        """Change a unit; what is left out stays.

        Raises `ConflictError` where someone else changed it meanwhile.
        """
        body = {"version": unit.version, **to_wire(fields)}
        path = self._at("/units/{}", memory, unit.id)
        wanted = Call(method="PATCH", path=path, json=body, repeats=Repeats.UNSAFE)
        return read(Unit, (yield from call_json(self._connection, wanted)))

    @operation
    def delete_unit(self, memory: int, unit: Unit) -> Flow[None]:
        """Delete a unit."""
        path = self._at("/units/{}", memory, unit.id)
        return delete_record(self._connection, path, query={"version": unit.version})

    @operation
    def import_file(
        self, memory: int, file: FileSource, **arguments: Unpack[MemoryImportArguments]
    ) -> Flow[MemoryImport]:
        """Import a TMX file and wait until it is done. `progress` is called with 0 to 1.

        Raises `ImportFailedError` with what is wrong in the file. `start_import` does not wait.
        """
        job = yield from self._send(memory, file, arguments)
        return (
            yield from wait_for_import(
                self._connection,
                self._at("/imports/{}", memory, job),
                MemoryImport,
                timeout=arguments.get("timeout"),
                progress=arguments.get("progress"),
            )
        )

    @operation
    def start_import(
        self, memory: int, file: FileSource, **arguments: Unpack[MemoryImportArguments]
    ) -> Flow[int]:
        """Send a TMX file to be imported; the id of the import."""
        return self._send(memory, file, arguments)

    @operation
    def get_import(self, memory: int, job: int) -> Flow[MemoryImport]:
        """How far an import is."""
        return get_record(self._connection, MemoryImport, self._at("/imports/{}", memory, job))

    @operation
    def end_import(self, memory: int, job: int, *, undo: bool = False) -> Flow[MemoryImport]:
        """End an import that runs; with `undo` take back what it did."""
        query = {"undo": "true"} if undo else {}
        wanted = Call(method="DELETE", path=self._at("/imports/{}", memory, job), query=query)
        return read(MemoryImport, (yield from call_json(self._connection, wanted)))

    @listing
    def imports(self, memory: int) -> Callable[[Mark], Flow[Page[MemoryImport]]]:
        """The imports of a memory, the newest first."""
        return offset_pages(self._connection, self._at("/imports", memory), "imports", MemoryImport)

    @operation
    def export(
        self,
        memory: int,
        output: str | os.PathLike[str] | None = None,
        *,
        source_language: str | None = None,
        target_language: str | None = None,
        progress: Progress | None = None,
    ) -> Flow[Download]:
        """Get a memory as TMX, into a file or a folder, else into memory."""
        query = {"sourceLanguage": source_language, "targetLanguage": target_language}
        path = self._at("/export", memory)
        return fetch_download(self._connection, path, output, query=query, progress=progress)

    def _at(self, rest: str, *ids: int) -> str:
        return at(self._memories + "/{}" + rest, *ids)

    def _send(self, memory: int, file: FileSource, arguments: Any) -> Flow[int]:
        form = {name: arguments.get(name) for name in ("source", "targets", "origin", "status")}
        path = self._at("/imports", memory)
        return send_import(self._connection, path, file, form=form, name=arguments.get("name"))


class Memories(MemoryCalls[R, Memory]):
    """The account's translation memories (clause P17)."""

    _memories = "/project/v1/translation-memories"
    _record = Memory

    @operation
    def create(self, name: str, *, use_for_translation: bool = True, primary: bool = False) -> Flow[Memory]:
        """Create a memory."""
        body = {"name": name, "useForTranslation": use_for_translation, "primary": primary}
        return send_record(self._connection, Memory, "POST", self._memories, body)

    @operation
    def list(self) -> Flow[Sequence[Memory]]:
        """All memories of the account."""
        return bare_list(self._connection, self._memories, Memory)
