"""`client.term_bases`: concepts and their terms, TBX and CSV in and out.

`TermBaseCalls` is what the project interface and the provider's have in common.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar, Unpack

from dragoman_client.downloads import Download, fetch_download
from dragoman_client.exchange import FileSource, Progress
from dragoman_client.flows import Flow
from dragoman_client.operations import Mark, Page, R, Resource, listing, operation
from dragoman_client.paging import bare_list, offset_pages
from dragoman_client.record_calls import delete_record, get_record, send_record
from dragoman_client.records import read, to_wire, wire_value
from dragoman_client.sending import Call, Repeats, at, call_json
from dragoman_client.words.importing import send_import, wait_for_import
from dragoman_client.words.terms import (
    Concept,
    ConceptFields,
    ConceptFilter,
    Term,
    TermBase,
    TermBaseFields,
    TermBaseRecord,
    TermBaseVersion,
    TermImport,
    TermImportArguments,
)

IMPORT_FIELDS = ("mode", "dry_run", "match", "encoding", "delimiter", "source", "target")

B = TypeVar("B", bound=TermBaseRecord)


class TermBaseCalls(Resource[R], Generic[R, B]):
    """What can be done with a term base, on the project interface and on the provider's."""

    _term_bases: str  # the path of all of them
    _record: type[B]

    @operation
    def get(self, base: int) -> Flow[B]:
        """A term base."""
        return get_record(self._connection, self._record, self._at("", base))

    @operation
    def change(self, base: int, **fields: Unpack[TermBaseFields]) -> Flow[B]:
        """Change a term base; what is left out stays."""
        return send_record(self._connection, self._record, "PATCH", self._at("", base), to_wire(fields))

    @operation
    def delete(self, base: int) -> Flow[None]:
        """Delete a term base."""
        return delete_record(self._connection, self._at("", base))

    @listing
    def concepts(self, base: int, **wanted: Unpack[ConceptFilter]) -> Callable[[Mark], Flow[Page[Concept]]]:
        """The concepts of a term base."""
        return offset_pages(self._connection, self._at("/concepts", base), "concepts", Concept, query=wanted)

    @operation
    def get_concept(self, base: int, concept: int) -> Flow[Concept]:
        """A concept with its terms."""
        return get_record(self._connection, Concept, self._at("/concepts/{}", base, concept))

    @operation
    def add_concept(self, base: int, terms: Sequence[Term], **fields: Unpack[ConceptFields]) -> Flow[Concept]:
        """Add a concept with its terms."""
        body = {**to_wire(fields), "terms": wire_value(list(terms))}
        return send_record(self._connection, Concept, "POST", self._at("/concepts", base), body)

    @operation
    def replace_concept(
        self, base: int, concept: Concept, terms: Sequence[Term], **fields: Unpack[ConceptFields]
    ) -> Flow[Concept]:
        """Replace a concept and its terms. Raises `ConflictError` where it was changed meanwhile."""
        kept = {
            "key": concept.key,
            "definition": concept.definition,
            "domain": concept.domain,
            "note": concept.note,
            "do_not_translate": concept.do_not_translate,
        }
        body = {**to_wire({**kept, **fields}), "terms": wire_value(list(terms)), "version": concept.version}
        path = self._at("/concepts/{}", base, concept.id)
        wanted = Call(method="PUT", path=path, json=body, repeats=Repeats.UNSAFE)
        return read(Concept, (yield from call_json(self._connection, wanted)))

    @operation
    def delete_concept(self, base: int, concept: Concept) -> Flow[None]:
        """Delete a concept. Raises `ConflictError` where it was changed meanwhile."""
        path = self._at("/concepts/{}", base, concept.id)
        return delete_record(self._connection, path, query={"version": concept.version})

    @listing
    def versions(self, base: int) -> Callable[[Mark], Flow[Page[TermBaseVersion]]]:
        """The versions of a term base, the newest first: each change makes one."""
        return offset_pages(self._connection, self._at("/versions", base), "versions", TermBaseVersion)

    @operation
    def export(
        self,
        base: int,
        output: str | os.PathLike[str] | None = None,
        *,
        format: str = "tbx",  # noqa: A002 - the interface's word
        version: int | None = None,
        progress: Progress | None = None,
    ) -> Flow[Download]:
        """Get a term base as "tbx" or "csv", into a file or a folder, else into memory."""
        query = {"format": format, "version": version}
        path = self._at("/export", base)
        return fetch_download(self._connection, path, output, query=query, progress=progress)

    def _at(self, rest: str, *ids: int) -> str:
        return at(self._term_bases + "/{}" + rest, *ids)


class TermBases(TermBaseCalls[R, TermBase]):
    """The account's term bases (clause P17)."""

    _term_bases = "/project/v1/term-bases"
    _record = TermBase

    @operation
    def create(
        self,
        name: str,
        *,
        use_for_translation: bool = True,
        source_language: str | None = None,
        target_language: str | None = None,
        entries: Mapping[str, str] | str | None = None,
    ) -> Flow[TermBase]:
        """Create a term base, empty or with `entries` of two languages: source → target, or lines of text.

        A line has a source and a target with a tab (TSV) or a comma (CSV) between them.
        """
        body: dict[str, Any] = {"name": name, "useForTranslation": use_for_translation}
        if entries is not None:
            body |= {"sourceLanguage": source_language, "targetLanguage": target_language}
            body["entries"] = entries if isinstance(entries, str) else _pairs(entries)
        return send_record(self._connection, TermBase, "POST", self._term_bases, body)

    @operation
    def import_file(
        self, base: int, file: FileSource, **arguments: Unpack[TermImportArguments]
    ) -> Flow[TermImport]:
        """Import a TBX or CSV file and wait until it is done; with `dry_run` only say what would change.

        Raises `ImportFailedError` with what is wrong in the file. `start_import` does not wait.
        """
        job = yield from self._send(base, file, arguments)
        return (
            yield from wait_for_import(
                self._connection,
                self._at("/imports/{}", base, job),
                TermImport,
                timeout=arguments.get("timeout"),
                progress=arguments.get("progress"),
            )
        )

    @operation
    def start_import(
        self, base: int, file: FileSource, **arguments: Unpack[TermImportArguments]
    ) -> Flow[int]:
        """Send a file of terms to be imported; the id of the import."""
        return self._send(base, file, arguments)

    @operation
    def get_import(self, base: int, job: int) -> Flow[TermImport]:
        """How far an import is."""
        return get_record(self._connection, TermImport, self._at("/imports/{}", base, job))

    @listing
    def imports(self, base: int) -> Callable[[Mark], Flow[Page[TermImport]]]:
        """The imports of a term base, the newest first."""
        return offset_pages(self._connection, self._at("/imports", base), "imports", TermImport)

    @operation
    def list(self) -> Flow[Sequence[TermBase]]:
        """All term bases of the account."""
        return bare_list(self._connection, self._term_bases, TermBase)

    def _send(self, base: int, file: FileSource, arguments: Any) -> Flow[int]:
        form = {name: arguments.get(name) for name in IMPORT_FIELDS}
        path = self._at("/imports", base)
        return send_import(self._connection, path, file, form=form, name=arguments.get("name"))


def _pairs(entries: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"source": source, "target": target} for source, target in entries.items()]
