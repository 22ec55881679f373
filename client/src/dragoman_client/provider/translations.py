"""`client.provider.translations`: what linguists do with translations (clause V2)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypedDict, Unpack

from dragoman_client.downloads import Download, fetch_download
from dragoman_client.exchange import FileSource, Progress, make_upload
from dragoman_client.flows import Flow
from dragoman_client.operations import R, Resource, operation
from dragoman_client.paging import PAGE, offset_pages
from dragoman_client.provider.projects import PROJECT
from dragoman_client.provider.translation_results import (
    AssignedTranslation,
    PackageResult,
    ProviderTranslation,
    QualityIssue,
    Review,
    TranslationDetails,
    XliffImportReport,
    read_translations,
)
from dragoman_client.record_calls import get_record, send_record
from dragoman_client.records import read
from dragoman_client.sending import Call, Repeats, at, call_json

TRANSLATIONS = PROJECT + "/translations"
TRANSLATION = TRANSLATIONS + "/{}"


class PackageArguments(TypedDict, total=False):
    """How a package is taken back."""

    name: str  # of a file that is bytes or open
    partial: bool  # units may be missing: they stay unchanged
    overwrite: bool  # replace also segments that were changed since the export
    confirm: bool  # confirm all translations of the file: for tools without states
    progress: Progress


class ProviderTranslations(Resource[R]):
    """Translations of projects: out to linguists, back, checked, delivered."""

    @operation
    def list(self, project: int) -> Flow[Sequence[ProviderTranslation]]:
        """The translations of a project."""
        wanted = Call(method="GET", path=at(TRANSLATIONS, project))
        return read_translations(ProviderTranslation, (yield from call_json(self._connection, wanted)))

    @operation
    def get(self, project: int, translation: int) -> Flow[TranslationDetails]:
        """A translation, and how many of its segments have which status."""
        return get_record(self._connection, TranslationDetails, at(TRANSLATION, project, translation))

    @operation
    def export_xliff(
        self,
        project: int,
        translation: int,
        output: str | os.PathLike[str] | None = None,
        *,
        kind: str = "2.1",
        matches: bool = True,
    ) -> Flow[Download]:
        """Get a translation for a CAT tool, into a file or a folder, else into memory.

        `kind` is "1.2" or "2.1" of XLIFF, or "omegat" for a project of OmegaT in a zip. `matches` adds what
        memories have for new segments.
        """
        query = {"matches": str(matches).lower()}
        if kind == "omegat":
            path = at(TRANSLATION + "/omegat", project, translation)
        else:
            path, query["version"] = at(TRANSLATION + "/xliff", project, translation), kind
        return fetch_download(self._connection, path, output, query=query)

    @operation
    def import_xliff(
        self, project: int, translation: int, file: FileSource, **arguments: Unpack[PackageArguments]
    ) -> Flow[XliffImportReport]:
        """Take back an exported file with its translations, of any kind that `export_xliff` gives.

        Raises `RulesError` with every reason where it does not fit, `ConflictError` where the translation is
        not open.
        """
        path = at(TRANSLATION + "/xliff", project, translation)
        return read(XliffImportReport, (yield from self._send_package(path, file, arguments)))

    @operation
    def export_packages(
        self,
        project: int,
        output: str | os.PathLike[str] | None = None,
        *,
        kind: str = "2.1",
        matches: bool = True,
    ) -> Flow[Download]:
        """Get all translations of a project that are open, as one zip; `kind` as in `export_xliff`."""
        query = {"kind": kind, "matches": str(matches).lower()}
        return fetch_download(self._connection, at(PROJECT + "/packages", project), output, query=query)

    @operation
    def import_packages(
        self, project: int, file: FileSource, **arguments: Unpack[PackageArguments]
    ) -> Flow[Sequence[PackageResult]]:
        """Take back a zip of packages. Each is taken or refused by itself: look at its `problems`."""
        path = at(PROJECT + "/packages", project)
        answer = yield from self._send_package(path, file, arguments)
        return [read(PackageResult, one) for one in answer["packages"]]

    @operation
    def review(self, project: int, translation: int) -> Flow[Review]:
        """Run the checks: what they find in a translation."""
        path = at(TRANSLATION + "/qa", project, translation)
        query = {"limit": PAGE, "offset": 0}
        found: Review = yield from get_record(self._connection, Review, path, query=query)
        fetch = offset_pages(self._connection, path, "issues", QualityIssue)
        issues, mark = [*found.issues], len(found.issues) if len(found.issues) == PAGE else None
        while mark is not None:
            page = yield from fetch(mark)
            issues += page.items
            mark = page.next
        return replace(found, issues=tuple(issues))

    @operation
    def deliver(
        self, project: int, translation: int, *, override_reason: str | None = None
    ) -> Flow[ProviderTranslation]:
        """Deliver a translation: its file is made, its client notified, and the memory learns from it.

        Blocking issues need a reason to override them, else `RulesError` is raised.
        """
        body = {"override": None if override_reason is None else {"reason": override_reason}}
        path = at(TRANSLATION + "/delivery", project, translation)
        return send_record(self._connection, ProviderTranslation, "POST", path, body)

    @operation
    def deliver_file(
        self,
        project: int,
        translation: int,
        file: FileSource,
        *,
        reason: str | None = None,
        name: str | None = None,
    ) -> Flow[ProviderTranslation]:
        """Deliver a finished file that was made elsewhere."""
        wanted = Call(
            method="POST",
            path=at(TRANSLATION + "/delivery/file", project, translation),
            form={} if reason is None else {"reason": reason},
            upload=make_upload(file, name=name),
            repeats=Repeats.UNSAFE,
        )
        return read(ProviderTranslation, (yield from call_json(self._connection, wanted)))

    @operation
    def assign(self, translation: int, *, user: int | None) -> Flow[ProviderTranslation]:
        """Assign a translation to a user; None: to no one."""
        path = at("/provider/v1/translations/{}/assignee", translation)
        return send_record(self._connection, ProviderTranslation, "PUT", path, {"userId": user})

    @operation
    def hand_back(self, translation: int) -> Flow[ProviderTranslation]:
        """Say that the linguist's work has ended, whatever is confirmed."""
        path = at("/provider/v1/translations/{}/hand-back", translation)
        return send_record(self._connection, ProviderTranslation, "POST", path)

    @operation
    def work(self, user: int) -> Flow[Sequence[AssignedTranslation]]:
        """What a linguist has to do, by deadline."""
        wanted = Call(method="GET", path="/provider/v1/work", query={"userId": user})
        return read_translations(AssignedTranslation, (yield from call_json(self._connection, wanted)))

    def _send_package(self, path: str, file: FileSource, arguments: Mapping[str, Any]) -> Flow[Any]:
        chosen = {name: arguments.get(name) for name in ("partial", "overwrite", "confirm")}
        wanted = Call(
            method="POST",
            path=path,
            query={name: str(value).lower() for name, value in chosen.items() if value is not None},
            form={},
            upload=make_upload(file, name=arguments.get("name"), progress=arguments.get("progress")),
            repeats=Repeats.UNSAFE,
        )
        return (yield from call_json(self._connection, wanted))
