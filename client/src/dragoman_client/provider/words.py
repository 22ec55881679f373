"""The memories, sets of memories, term bases and style guides of all accounts (clauses V4 to V6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Unpack

from dragoman_client.exchange import FileSource, make_upload
from dragoman_client.flows import Flow
from dragoman_client.operations import Mark, Page, R, Resource, listing, operation
from dragoman_client.paging import offset_pages
from dragoman_client.record_calls import get_record, send_record
from dragoman_client.records import read, to_wire, wire_value
from dragoman_client.sending import Call, Repeats, at, call_json
from dragoman_client.words.importing import form_of
from dragoman_client.words.memories import MemoryCalls, MemoryRecord
from dragoman_client.words.style_guides import StyleFields, StyleGuide, StyleGuideCalls
from dragoman_client.words.term_bases import IMPORT_FIELDS, TermBaseCalls
from dragoman_client.words.terms import TermBaseRecord, TermFileArguments, TermImportReport

MEMORY_SETS = "/provider/v1/translation-memory-sets"
MEMORY_SET = MEMORY_SETS + "/{}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderMemory(MemoryRecord):
    """A translation memory of an account."""

    account_id: int
    created_at: datetime | None = None
    disabled: datetime | None = None  # since when


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderTermBase(TermBaseRecord):
    """A term base of an account."""

    account_id: int
    concepts: int = 0  # how many it has
    created_at: datetime | None = None
    disabled: datetime | None = None  # since when


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderStyleGuide(StyleGuide):
    """A style guide of an account."""

    account_id: int
    created_at: datetime | None = None
    updated_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetMember:
    """A memory of a set, with its penalty in percent."""

    memory_id: int
    penalty: int = 0
    writable: bool = False  # what is delivered is learnt by it


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderMemorySet:
    """Memories of an account that are searched together, in order."""

    id: int
    account_id: int
    name: str
    version: int
    members: tuple[SetMember, ...] = ()
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySetVersion:
    """A version of a set: projects keep the one that they started with."""

    version: int
    members: tuple[SetMember, ...]
    created_at: datetime | None = None
    created_by: str = ""


class ProviderMemories(MemoryCalls[R, ProviderMemory]):
    """The translation memories of all accounts."""

    _memories = "/provider/v1/translation-memories"
    _record = ProviderMemory

    @listing
    def list(self, *, account_id: int | None = None) -> Callable[[Mark], Flow[Page[ProviderMemory]]]:
        """All memories, or those of an account."""
        query, name = {"accountId": account_id}, "translationMemories"
        return offset_pages(self._connection, self._memories, name, ProviderMemory, query=query)

    @operation
    def create(
        self, name: str, *, account_id: int, use_for_translation: bool = True, primary: bool = False
    ) -> Flow[ProviderMemory]:
        """Create a memory of an account."""
        body = {
            "name": name,
            "accountId": account_id,
            "useForTranslation": use_for_translation,
            "primary": primary,
        }
        return send_record(self._connection, ProviderMemory, "POST", self._memories, body)


class ProviderMemorySets(Resource[R]):
    """The sets of memories of all accounts. A set is changed by a new version."""

    @listing
    def list(self, *, account_id: int | None = None) -> Callable[[Mark], Flow[Page[ProviderMemorySet]]]:
        """All sets, or those of an account, each at its newest version."""
        query, name = {"accountId": account_id}, "translationMemorySets"
        return offset_pages(self._connection, MEMORY_SETS, name, ProviderMemorySet, query=query)

    @operation
    def get(self, memory_set: int) -> Flow[ProviderMemorySet]:
        """A set at its newest version."""
        return get_record(self._connection, ProviderMemorySet, at(MEMORY_SET, memory_set))

    @operation
    def create(self, name: str, *, account_id: int, members: Sequence[SetMember]) -> Flow[ProviderMemorySet]:
        """Create a set of memories of an account; the first member is searched first."""
        body = {"name": name, "accountId": account_id, "members": wire_value(list(members))}
        return send_record(self._connection, ProviderMemorySet, "POST", MEMORY_SETS, body)

    @operation
    def create_version(self, memory_set: int, members: Sequence[SetMember]) -> Flow[ProviderMemorySet]:
        """Give a set other members, as its next version."""
        path = at(MEMORY_SET + "/versions", memory_set)
        body = {"members": wire_value(list(members))}
        return send_record(self._connection, ProviderMemorySet, "POST", path, body)

    @listing
    def versions(self, memory_set: int) -> Callable[[Mark], Flow[Page[MemorySetVersion]]]:
        """The versions of a set, the newest first."""
        path = at(MEMORY_SET + "/versions", memory_set)
        return offset_pages(self._connection, path, "versions", MemorySetVersion)

    @operation
    def get_version(self, memory_set: int, version: int) -> Flow[MemorySetVersion]:
        """A version of a set."""
        path = at(MEMORY_SET + "/versions/{}", memory_set, version)
        return get_record(self._connection, MemorySetVersion, path)


class ProviderTermBases(TermBaseCalls[R, ProviderTermBase]):
    """The term bases of all accounts."""

    _term_bases = "/provider/v1/term-bases"
    _record = ProviderTermBase

    @listing
    def list(self, *, account_id: int | None = None) -> Callable[[Mark], Flow[Page[ProviderTermBase]]]:
        """All term bases, or those of an account."""
        query = {"accountId": account_id}
        return offset_pages(self._connection, self._term_bases, "termBases", ProviderTermBase, query=query)

    @operation
    def create(
        self, name: str, *, account_id: int, use_for_translation: bool = True
    ) -> Flow[ProviderTermBase]:
        """Create an empty term base of an account."""
        body = {"name": name, "accountId": account_id, "useForTranslation": use_for_translation}
        return send_record(self._connection, ProviderTermBase, "POST", self._term_bases, body)

    @operation
    def import_file(
        self, base: int, file: FileSource, **arguments: Unpack[TermFileArguments]
    ) -> Flow[TermImportReport]:
        """Read a TBX or CSV file into a term base, all or nothing; with `dry_run` only say what changes.

        Raises `RulesError` with what is wrong in the file.
        """
        wanted = Call(
            method="POST",
            path=self._at("/imports", base),
            form=form_of(arguments, IMPORT_FIELDS),
            upload=make_upload(file, name=arguments.get("name")),
            repeats=Repeats.UNSAFE,
        )
        return read(TermImportReport, (yield from call_json(self._connection, wanted)))


class ProviderStyleGuides(StyleGuideCalls[R, ProviderStyleGuide]):
    """The style guides of all accounts."""

    _style_guides = "/provider/v1/style-guides"
    _record = ProviderStyleGuide

    @listing
    def list(self, *, account_id: int | None = None) -> Callable[[Mark], Flow[Page[ProviderStyleGuide]]]:
        """All style guides, or those of an account."""
        query, name = {"accountId": account_id}, "styleGuides"
        return offset_pages(self._connection, self._style_guides, name, ProviderStyleGuide, query=query)

    @operation
    def create(self, *, account_id: int, **fields: Unpack[StyleFields]) -> Flow[ProviderStyleGuide]:
        """Create a style guide of an account. A name is needed."""
        body = {"accountId": account_id, **to_wire(fields)}
        return send_record(self._connection, ProviderStyleGuide, "POST", self._style_guides, body)
