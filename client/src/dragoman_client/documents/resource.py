"""`client.documents`: the steps, and what is known of documents."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from dragoman_client.documents import submitting, translating
from dragoman_client.documents.results import (
    Analysis,
    Document,
    DocumentOutcome,
    DocumentType,
    ReportProgress,
    TranslatedDocument,
)
from dragoman_client.documents.submitting import DocumentOptions
from dragoman_client.documents.translating import DocumentOrder
from dragoman_client.exchange import FileSource, make_upload
from dragoman_client.flows import Flow
from dragoman_client.operations import Mark, Page, R, Resource, listing, operation
from dragoman_client.paging import offset_pages
from dragoman_client.records import read
from dragoman_client.sending import Call, at, call, call_json

if TYPE_CHECKING:
    from dragoman_client.sync.results import FileOutcome, SyncReport


class Documents(Resource[R]):
    """Documents step by step (clauses D1 to D10). `translate_document` of the client does all of them."""

    @operation
    def submit(
        self,
        file: FileSource,
        *,
        target: str,
        source: str = "auto",
        name: str | None = None,
        progress: ReportProgress | None = None,
        **options: Unpack[DocumentOptions],
    ) -> Flow[str]:
        """Send a document for translation; the id of its job.

        `file` is a path, bytes or an open binary file; the latter two need a `name`. When this returns, the
        document is stored: no crash of the server loses it, and no retry makes a second job.
        """
        return submitting.submit(
            self._connection,
            file,
            languages=(source, target),
            name=name,
            progress=progress,
            chosen=options,
        )

    @operation
    def get(self, job: str, *, details: bool = False) -> Flow[Document]:
        """A document: its status, its progress, why it failed; with `details` its report.

        Raises `NotFoundError` for an unknown or expired one.
        """
        return submitting.get(self._connection, job, details=details)

    @operation
    def wait(
        self, job: str, *, timeout: float | None = None, progress: ReportProgress | None = None
    ) -> Flow[Document]:
        """Wait until a document is translated, at most `timeout` seconds.

        Raises `DocumentFailedError` when it failed, and `DocumentNotReadyError` when the time is over; the
        translation goes on, and can be waited for again, by another process too.
        """
        return submitting.wait(self._connection, job, timeout=timeout, progress=progress)

    @operation
    def download(
        self,
        job: str,
        output: str | os.PathLike[str] | None = None,
        *,
        progress: ReportProgress | None = None,
    ) -> Flow[TranslatedDocument]:
        """Get a translated document, as often as wanted until it expires.

        `output` is a file or a folder; without it the content is in memory. A file appears when it is whole.
        Raises `DocumentNotReadyError` before it is translated, and `NotFoundError` once it is deleted.
        """
        path = None if output is None else Path(output)
        submitting.check_output(path, None)
        document = yield from submitting.get(self._connection, job)
        sink = submitting.make_sink(path, source=None, target=document.target, progress=progress, job=job)
        return (yield from submitting.download(self._connection, document, sink))

    @operation
    def delete(self, job: str) -> Flow[None]:
        """Cancel a document, or delete it before it expires."""
        yield from call(self._connection, Call(method="DELETE", path=at("/v2/documents/{}", job)))

    @listing
    def list(self, *, status: str | None = None) -> Callable[[Mark], Flow[Page[Document]]]:
        """The application's own documents that are not yet deleted, the newest first."""
        return offset_pages(
            self._connection, "/v2/documents", "documents", Document, query={"status": status}
        )

    @operation
    def types(self) -> Flow[Sequence[DocumentType]]:
        """The types of documents that can be translated."""
        return translating.list_types(self._connection)

    @operation
    def translate_orders(
        self,
        orders: Sequence[tuple[Path, DocumentOrder]],
        *,
        report: Callable[[DocumentOutcome], None] | None = None,
    ) -> Flow[Sequence[DocumentOutcome]]:
        """Translate documents at the same time, each as its order says; `report` gets each outcome."""
        return translating.translate_documents(self._connection, orders, report=report)

    @operation
    def find(self, folder: Path) -> Flow[Sequence[Path]]:
        """The files below a folder that can be translated, in order; hidden ones are left out."""
        return translating.find_documents(self._connection, folder)

    @operation
    def select_changed(
        self, orders: Sequence[tuple[Path, DocumentOrder]]
    ) -> Flow[Sequence[tuple[Path, DocumentOrder]]]:
        """Those of orders whose document has no result yet, or was written after it."""
        return translating.select_changed(self._connection, orders)

    @operation
    def sync(
        self,
        folder: str | os.PathLike[str],
        *,
        languages: Sequence[str] = (),
        again: Sequence[str] = (),
        accept: bool = False,
        report: Callable[[FileOutcome], None] | None = None,
    ) -> Flow[SyncReport]:
        """Keep the files of texts of a repository translated: only what is new or changed is sent.

        `dragoman.toml` in the folder or above it says which files. Translations that a person wrote or
        changed are never replaced, but for those whose keys are named in `again` (patterns such as
        `/home/*`). The report lists those whose source has changed since; `accept` takes them as
        right. `languages` are some of the configuration's targets; `report` gets each file.
        """
        from dragoman_client.sync.configuration import (  # noqa: PLC0415 - seldom
            find_configuration,
            read_configuration,
        )
        from dragoman_client.sync.synchronizing import synchronize  # noqa: PLC0415
        from dragoman_client.sync.tasks import SyncChoice  # noqa: PLC0415

        configuration = read_configuration(find_configuration(Path(folder)))
        choice = SyncChoice(languages=languages, again=again, accept=accept, report=report)
        return synchronize(self._connection, configuration, choice)

    @operation
    def analyze(
        self,
        file: FileSource,
        *,
        source: str,
        target: str,
        name: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Flow[Analysis]:
        """Count a document's words by match band. Nothing is translated or stored.

        `options` are those of its format, such as `{"skipKeys": ["id"]}`.
        """
        form = {"source": source, "target": target}
        if options is not None:
            form["options"] = json.dumps(options)
        wanted = Call(
            method="POST",
            path="/v2/documents/analyze",
            form=form,
            upload=make_upload(file, name=name),
        )
        return read(Analysis, (yield from call_json(self._connection, wanted)))
