"""Validating uploads: name, type, languages, callback URL, and files of the same name (P13)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from dragoman import languages
from dragoman.access.model import Caller
from dragoman.catalog.actions import find_service, find_template, list_languages
from dragoman.catalog.model import Service, ServiceKind, Template
from dragoman.conversion.detection import detect_type
from dragoman.conversion.legacy.types import LegacyType
from dragoman.conversion.names import check_file_name
from dragoman.database.connections import Transaction, transaction
from dragoman.errors import Call, LanguagePairUnsupported, LimitExceeded, Operation, RuleBroken, RulesBroken
from dragoman.notifications.addresses import parse_allow_list
from dragoman.notifications.callback_url import check_callback_url
from dragoman.projects import file_store, store
from dragoman.projects.file_refusals import (
    FileIsEmpty,
    FileNameInvalid,
    FileNameTaken,
    FileTypeUnsupported,
    LanguageInvalid,
    PairUnsupported,
    ProjectCancelled,
    ProjectFinished,
    SourceLanguageMissing,
    TargetLanguagesMissing,
    TooManyFiles,
    no_such_project,
)
from dragoman.projects.model import Project, ProjectStatus
from dragoman.resources import Resources
from dragoman.translation.requests import find_request_route

_T = TypeVar("_T")

_MOST_TARGETS: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class FileUpload:
    """A file as a client sends it."""

    file_name: str
    data: bytes = field(repr=False)
    source_language: str | None = None  # as the client wrote it; None: the template's
    target_languages: tuple[str, ...] = ()  # none: the template's
    reference: bool = False
    callback_url: str | None = None
    auto_start: bool = True  # False: the project does not start by itself because of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """An upload that passed the checks."""

    name: str
    source_language: str | None  # canonical; None: a reference file
    target_languages: tuple[str, ...]  # canonical, different; none: a reference file
    format: str | None
    callback_url: str | None
    sandbox: bool
    auto_start: bool  # the project may start by itself because of it


@dataclass(frozen=True, slots=True, kw_only=True)
class _UploadContext:
    """What the checks of an upload depend on."""

    project: Project
    template: Template | None
    service: Service | None
    languages: Collection[str]  # codes of those that people translate
    sandbox: bool


async def check_upload(
    resources: Resources, project_id: int, upload: FileUpload, *, caller: Caller
) -> Accepted:
    """Validate an upload. Raises `NotFound`, `LimitExceeded`, or `RulesBroken` with all problems."""
    context = await _find_context(resources, project_id, caller=caller)
    require_open(context.project)
    most = resources.settings.max_document_bytes
    if len(upload.data) > most:
        raise LimitExceeded(
            f"File too large: it has {len(upload.data)} bytes, at most {most} are accepted. Split it."
        )
    problems: list[RuleBroken] = []
    name = _collect(problems, lambda: _check_name(upload.file_name))
    url = _collect(problems, lambda: _check_callback(resources, upload.callback_url))
    source, format_name = None, None
    targets: tuple[str, ...] = ()
    if not upload.data:
        problems.append(FileIsEmpty("The file has 0 bytes.", hints="Send the file's contents."))
    if not upload.reference:
        source, targets = _find_languages(context, upload, problems)
        problems += await _check_pairs(resources, context, source, targets)
        if upload.data and name:
            format_name = await _find_format(resources, upload.data, name, problems)
    if problems:
        raise RulesBroken(problems)
    assert name is not None
    return Accepted(
        name=name,
        source_language=source,
        target_languages=targets,
        format=format_name,
        callback_url=url,
        sandbox=context.sandbox,
        # People start their projects themselves, when they have seen the price.
        auto_start=upload.auto_start and caller.user_id is None,
    )


async def check_names(tx: Transaction, project: Project, accepted: Accepted, *, most: int) -> None:
    """Check what needs the project to be locked. Raises `FileNameTaken` or `TooManyFiles`."""
    count = await file_store.count_files(tx, project.id)
    if count >= most:
        raise TooManyFiles(
            f"The project has {count} files, which is the most that it takes.",
            hints="Make another project for the others.",
        )
    wanted = set(accepted.target_languages)
    for file in await file_store.list_named(tx, project.id, name=accepted.name):
        taken = {one.target_language for one in await file_store.list_translations_of(tx, [file.id])}
        if taken & wanted or (file.reference and not wanted):
            raise FileNameTaken(
                "The project has a file of this name for the same language.",
                hints=f"It is file {file.id}. Rename the new one, or delete that one first.",
            )


def require_open(project: Project) -> None:
    """Raise `ProjectFinished` or `ProjectCancelled` for a project that accepts no more files."""
    if project.status is ProjectStatus.FINISHED:
        raise ProjectFinished("The project is finished.", hints="Make a new project.")
    if project.status is ProjectStatus.CANCELLED:
        raise ProjectCancelled("The project is cancelled.", hints="Make a new project.")


async def _find_context(resources: Resources, project_id: int, *, caller: Caller) -> _UploadContext:
    account_id = caller.account_id
    async with transaction(resources.database, account=account_id) as tx:
        project = await store.find_project(tx, project_id, account_id=account_id)
        if project is None:
            raise no_such_project()
        fields = project.fields
        template = service = None
        if fields.template_id is not None:
            template = await find_template(tx, fields.template_id, account_id=account_id)
        if fields.service_id is not None:
            service = await find_service(tx, fields.service_id, account_id=account_id)
        known = await list_languages(tx)
    return _UploadContext(
        project=project,
        template=template,
        service=service,
        languages=frozenset(language.code for language in known),
        sandbox=caller.is_sandbox,
    )


def _collect(problems: list[RuleBroken], check: Callable[[], _T]) -> _T | None:
    try:
        return check()
    except RuleBroken as error:
        problems.append(error)
        return None


def _check_name(name: str) -> str:
    try:
        return check_file_name(name)
    except RuleBroken as error:
        raise FileNameInvalid(
            error.message, hints="Name it in the part's filename, or in the parameter fileName."
        ) from None


def _check_callback(resources: Resources, url: str | None) -> str | None:
    if url is None:
        return None
    return check_callback_url(url, allow=parse_allow_list(resources.settings.callback_allow))


def _find_languages(
    context: _UploadContext, upload: FileUpload, problems: list[RuleBroken]
) -> tuple[str | None, tuple[str, ...]]:
    """Find the canonical languages of an upload or its template; add errors to `problems`."""
    template = context.template
    source = upload.source_language or (template.source_language if template else None)
    source = source and languages.read_code(source)
    targets = upload.target_languages or (template.target_languages if template else ())
    targets = tuple(map(languages.read_code, targets))
    if source is None:
        problems.append(
            SourceLanguageMissing(
                "Neither the request nor the project's template says the source language.",
                hints="Send sourceLanguage, such as en.",
            )
        )
    if not targets:
        problems.append(
            TargetLanguagesMissing(
                "Neither the request nor the project's template says the target languages.",
                hints="Send targetLanguages, such as de,fr.",
            )
        )
    wrong = {code for code in (*([source] if source else []), *targets) if not languages.is_well_formed(code)}
    if wrong or len(targets) > _MOST_TARGETS:
        problems.append(
            LanguageInvalid(
                "A language is not a code of BCP 47."
                if wrong
                else f"A file goes into {_MOST_TARGETS} languages at most.",
                hints="Send a code such as en, pt-BR or zh-Hans, one of the list.",
                calls=[Call(Operation.LIST_LANGUAGES)],
            )
        )
        return None, ()
    canonical = tuple(dict.fromkeys(map(languages.canonical, targets)))
    return (languages.canonical(source) if source else None), canonical


async def _check_pairs(
    resources: Resources, context: _UploadContext, source: str | None, targets: Sequence[str]
) -> Sequence[RuleBroken]:
    if source is None:
        return []
    return [
        _unsupported(source, target)
        for target in targets
        if not await _is_supported(resources, context, source, target)
    ]


def _unsupported(source: str, target: str) -> PairUnsupported:
    error = PairUnsupported(
        f"The project's service does not translate this pair: {source} -> {target}.",
        hints="Choose other languages, or another service. "
        "See the languages that people translate and the pairs of the machine.",
        calls=[Call(Operation.LIST_LANGUAGES), Call(Operation.LIST_TEXT_PAIRS)],
    )
    error.pair = (source, target)
    return error


async def _is_supported(resources: Resources, context: _UploadContext, source: str, target: str) -> bool:
    by_people = context.service is not None and context.service.kind is ServiceKind.HUMAN
    known = context.languages if by_people and not context.sandbox else None
    return await is_pair_supported(
        resources,
        (source, target),
        by_people=known,
        account_id=context.project.account_id,
        sandbox=context.sandbox,
    )


async def is_pair_supported(
    resources: Resources,
    pair: tuple[str, str],
    *,
    by_people: Collection[str] | None,
    account_id: int,
    sandbox: bool,
) -> bool:
    """Whether a pair is translated: by people, who know the languages `by_people`, else by engines."""
    source, target = pair
    if source == target:
        return False
    if by_people is not None:
        return all(languages.lookup(code, by_people) is not None for code in (source, target))
    try:
        await find_request_route(
            resources.text_resources(), source, target, account_id=account_id, sandbox=sandbox
        )
    except LanguagePairUnsupported:
        return False
    return True


async def _find_format(
    resources: Resources, data: bytes, name: str, problems: list[RuleBroken]
) -> str | None:
    try:
        found = await asyncio.to_thread(detect_type, data, name)
        if isinstance(found, LegacyType):
            await resources.legacy.require(found)
    except RuleBroken as error:
        problems.append(
            FileTypeUnsupported(
                error.message,
                hints="Send a file of another type, or this one with ?reference=true if it only explains.",
            )
        )
        return None
    return found.name
