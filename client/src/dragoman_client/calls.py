"""What both clients have: their parts, and calls that are the same for both.

Each part is imported when it is first used: a program that translates texts need not wait for projects.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

from dragoman_client.credentials import Credentials
from dragoman_client.flows import Flow
from dragoman_client.operations import Mark, Page, R, Resource, listing, operation
from dragoman_client.options import Options
from dragoman_client.sending import Call, call_json, fetch_token, open_connection
from dragoman_client.texts.batches import check_text

if TYPE_CHECKING:
    from dragoman_client.documents.resource import Documents
    from dragoman_client.documents.results import DocumentOutcome, TranslatedDocument
    from dragoman_client.documents.submitting import DocumentArguments
    from dragoman_client.exchange import FileSource
    from dragoman_client.languages import LanguagePair, Usage
    from dragoman_client.notifications import Notifications
    from dragoman_client.projects.resource import ProjectFields, Projects
    from dragoman_client.projects.results import Project
    from dragoman_client.provider.resource import Provider
    from dragoman_client.reference import Reference
    from dragoman_client.request_log import LoggedRequest, RequestFilter
    from dragoman_client.texts.results import ServiceLimits
    from dragoman_client.usage import UsageFilter, UsageSummary
    from dragoman_client.words.memories import Memories
    from dragoman_client.words.style_guides import StyleGuides
    from dragoman_client.words.term_bases import TermBases


class Calls(Resource[R]):
    """What both clients have."""

    def __init__(
        self,
        url: str | None = None,
        *,
        client_id: str | None = None,
        client_secret: str | None = None,
        token: str | None = None,
        token_url: str | None = None,
        options: Options | None = None,
    ) -> None:
        given = Credentials(
            client_id=client_id, client_secret=client_secret, token=token, token_url=token_url
        )
        connection = open_connection(url, given, options or Options())
        super().__init__(connection, cast("Any", self._open_runner(connection.options)))

    @abstractmethod
    def _open_runner(self, options: Options) -> R:
        """Open the connections by which calls are performed. The HTTP library is imported for it alone."""

    @property
    def url(self) -> str:
        """The address of the service."""
        return self._connection.url

    @cached_property
    def documents(self) -> Documents[R]:
        """Documents step by step."""
        from dragoman_client.documents.resource import Documents

        return Documents(self._connection, self._runner)

    @cached_property
    def projects(self) -> Projects[R]:
        """Projects and their files."""
        from dragoman_client.projects.resource import Projects

        return Projects(self._connection, self._runner)

    @cached_property
    def reference(self) -> Reference[R]:
        """What can be chosen for a project."""
        from dragoman_client.reference import Reference

        return Reference(self._connection, self._runner)

    @cached_property
    def memories(self) -> Memories[R]:
        """Translation memories."""
        from dragoman_client.words.memories import Memories

        return Memories(self._connection, self._runner)

    @cached_property
    def term_bases(self) -> TermBases[R]:
        """Term bases."""
        from dragoman_client.words.term_bases import TermBases

        return TermBases(self._connection, self._runner)

    @cached_property
    def style_guides(self) -> StyleGuides[R]:
        """Style guides."""
        from dragoman_client.words.style_guides import StyleGuides

        return StyleGuides(self._connection, self._runner)

    @cached_property
    def notifications(self) -> Notifications[R]:
        """Webhooks with their tries."""
        from dragoman_client.notifications import Notifications

        return Notifications(self._connection, self._runner)

    @cached_property
    def provider(self) -> Provider[R]:
        """The provider's interface, for applications with the scope `provider`."""
        from dragoman_client.provider.resource import Provider

        return Provider(self._connection, self._runner)

    @operation
    def order(
        self,
        files: Sequence[FileSource] | Mapping[str, FileSource] | FileSource,
        *,
        source: str | None = None,
        targets: Sequence[str] = (),
        start: bool = True,
        callback_url: str | None = None,
        progress: Callable[[int, int, int | None], None] | None = None,
        **fields: Unpack[ProjectFields],
    ) -> Flow[Project]:
        """Order a translation: create a project, send its files, start it.

        `files` are paths or open files, one or several, or by names: `{"page.html": b"<p>A house</p>"}`.

        Languages that are left out are the template's (`template_id`). `service_id` may be left out where
        the account has one service. When a file is refused, nothing is ordered. With `start=False` it stays
        a draft, for `client.projects.quote`, also where its service starts projects by itself. Where the
        project cannot start yet it is a draft, and `hold` says why. `client.projects.wait` waits until it is
        finished.
        `progress` is called with the number of a file from 0, how many bytes of it are sent, and of how many.
        """
        from dragoman_client.projects.ordering import name_documents, order

        return order(
            self._connection,
            name_documents(files),
            languages=(source, tuple(targets)),
            fields=fields,
            start=start,
            arguments={"callback_url": callback_url, "progress": progress},
        )

    @operation
    def translate_document(
        self,
        file: FileSource,
        *,
        target: str,
        source: str = "auto",
        output: str | os.PathLike[str] | None = None,
        **arguments: Unpack[DocumentArguments],
    ) -> Flow[TranslatedDocument]:
        """Translate a document.

        `file` is a path, bytes or an open binary file (the latter two need a `name`). The result goes to
        `output`, a file or a folder; without it beside a path (`manual.docx` → `manual.es.docx`), else into
        memory. The file appears when it is whole. `progress` is called with a `DocumentProgress`; `timeout`
        is how many seconds to wait for the translation.

        Raises `DocumentFailedError` when the document cannot be translated; any exception after it was
        accepted has its `job`, with which `client.documents.wait` and `download` go on.
        """
        from dragoman_client.documents.translating import make_order, translate_document

        order = make_order(source, target, arguments, output)
        return translate_document(self._connection, file, order)

    @operation
    def translate_documents(
        self,
        files: Iterable[str | os.PathLike[str]],
        *,
        target: str,
        source: str = "auto",
        output: str | os.PathLike[str] | None = None,
        **arguments: Unpack[DocumentArguments],
    ) -> Flow[list[DocumentOutcome]]:
        """Translate many documents at the same time, into the folder `output` or beside each.

        The outcome has an item for each file, in order. One that fails does not hold up the others: its item
        has the `error`.
        """
        from dragoman_client.documents.translating import make_order, orders_of_files, translate_documents

        order = make_order(source, target, arguments, output)
        orders = orders_of_files([Path(file) for file in files], order)
        return translate_documents(self._connection, orders)

    @operation
    def translate_folder(
        self,
        folder: str | os.PathLike[str],
        *,
        output: str | os.PathLike[str],
        targets: Sequence[str],
        source: str = "auto",
        only_changed: bool = False,
        **arguments: Unpack[DocumentArguments],
    ) -> Flow[list[DocumentOutcome]]:
        """Translate all documents of a folder, and of those in it, into another folder, with the same names.

        With several targets each has a folder of its own in `output`. Files of other types are left out; with
        `only_changed` also documents that have a result which is not older (by times of files, as with make).
        The outcome has an item for each document and target. One that fails does not hold up the others.
        """
        from dragoman_client.documents import translating

        root = Path(folder)
        files = yield from translating.find_documents(self._connection, root)
        order = translating.make_order(source, "", arguments)
        orders = translating.orders_of_folder(root, files, output=Path(output), targets=targets, order=order)
        if only_changed:
            orders = yield from translating.select_changed(self._connection, orders)
        return (yield from translating.translate_documents(self._connection, orders))

    @operation
    def detect(self, text: str) -> Flow[str | None]:
        """The language of a text, such as "en"; None when it is unsure."""
        wanted = Call(method="POST", path="/v2/languages/detect", json={"text": check_text(text)})
        answer: Mapping[str, Any] = yield from call_json(self._connection, wanted)
        return answer.get("code")

    @operation
    def languages(self, *, documents: bool = False) -> Flow[list[LanguagePair]]:
        """The pairs of languages that work now, for texts or for documents, with the quality to expect."""
        from dragoman_client.languages import LanguagePair
        from dragoman_client.records import read

        kind = "document-translation" if documents else "text-translation"
        wanted = Call(method="GET", path=f"/v2/languages/{kind}", query={"details": "true"})
        return [read(LanguagePair, one) for one in (yield from call_json(self._connection, wanted))]

    @operation
    def limits(self) -> Flow[ServiceLimits]:
        """What the service accepts. Texts may be longer: the client splits them."""
        from dragoman_client.record_calls import get_record
        from dragoman_client.texts.results import ServiceLimits

        return get_record(self._connection, ServiceLimits, "/v2/limits")

    @operation
    def usage(self, *, since: date | None = None, until: date | None = None) -> Flow[Usage]:
        """What the application used, by day; without dates of this month."""
        from dragoman_client.languages import Usage
        from dragoman_client.records import read, wire_value

        query = {"from": wire_value(since), "to": wire_value(until)}
        return read(
            Usage, (yield from call_json(self._connection, Call(method="GET", path="/v2/usage", query=query)))
        )

    @operation
    def account_usage(self, **wanted: Unpack[UsageFilter]) -> Flow[UsageSummary]:
        """What the account used, with all its applications; without dates of this month."""
        from dragoman_client.usage import get_usage

        return get_usage(self._connection, "/project/v1/usage", wanted)

    @listing
    def requests(self, **wanted: Unpack[RequestFilter]) -> Callable[[Mark], Flow[Page[LoggedRequest]]]:
        """The calls of the account's applications and how they were answered, the newest first."""
        from dragoman_client.request_log import request_pages

        return request_pages(self._connection, "/project/v1/requests", wanted)

    @operation
    def ready(self) -> Flow[bool]:
        """Whether the service answers and takes requests now. It is asked once, without a token."""
        from dragoman_client.readiness import is_ready

        return is_ready(self._connection)

    @operation
    def webhook_keys(self) -> Flow[list[str]]:
        """The public keys of the service, the newest first: for `webhooks.verify_webhook(…, keys=…)`."""
        from dragoman_client.readiness import get_webhook_keys

        return get_webhook_keys(self._connection)

    @operation
    def token(self) -> Flow[str]:
        """The access token that calls are made with: fetched, if there is none that is valid."""
        return fetch_token(self._connection)
