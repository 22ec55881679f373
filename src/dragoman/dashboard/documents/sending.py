"""Send files: each becomes a job, or is refused with the reason beside it (D1, D2, D10)."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import orjson
from starlette.datastructures import UploadFile

from dragoman.access.admission import admit_person
from dragoman.access.model import Bucket, Caller
from dragoman.dashboard.page.error_messages import write_error
from dragoman.dashboard.page.formats import write_language
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.languages import LanguageChoices
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.request import PageRequest
from dragoman.documents.actions import Submission, submit_document
from dragoman.documents.analysing import DocumentAnalysis, analyse_document
from dragoman.errors import (
    Conflict,
    DragomanError,
    LanguagePairUnsupported,
    Malformed,
    TooManyRequests,
    Unavailable,
)
from dragoman.http.disconnects import while_connected
from dragoman.idempotency.model import RepeatableRequest, StoredAnswer
from dragoman.languages import is_well_formed, read_code
from dragoman.translation.assets import AssetChoice
from dragoman.translation.source_detection import AUTO, SourceUnsure

_PATH = "/ui/translate/files"


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesOrder:
    """What is to become of the files of a form."""

    source: str
    target: str
    choice: AssetChoice
    analyse: bool  # only count words by match band
    key: str  # of the form: sending it twice makes no second jobs; empty: that does not matter


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOutcome:
    """What became of one file: a job, an analysis, or neither."""

    name: str
    refusal: str = ""
    retry_after: int = 0  # seconds, where sending it again later helps
    analysis: DocumentAnalysis | None = None

    @property
    def is_accepted(self) -> bool:
        """Whether there is a job for it."""
        return not self.refusal and self.analysis is None


def read_order(form: PageForm, choices: LanguageChoices, choice: AssetChoice) -> FilesOrder:
    """Read the form; languages that are missing are problems of it."""
    codes = {}
    for name in ("source", "target"):
        codes[name] = read_code(form.text(name))
        if name == "source" and codes[name] == AUTO:
            continue
        if not is_well_formed(codes[name]):
            form.add(_("Choose a language."), at=name, code="MISSING")
            codes[name] = choices.target
    if not form.files("files"):
        form.add(_("Choose a file."), at="files", code="MISSING")
    return FilesOrder(
        source=codes["source"],
        target=codes["target"],
        choice=choice,
        analyse=form.flag("analyse"),
        key=form.text("key")[:64],
    )


async def send_files(page: PageRequest, caller: Caller, order: FilesOrder) -> Sequence[FileOutcome]:
    """Send the files one after the other; one that is refused does not keep the others."""
    return [
        await _send(page, caller, order, file, number) for number, file in enumerate(page.form.files("files"))
    ]


async def _send(
    page: PageRequest, caller: Caller, order: FilesOrder, file: UploadFile, number: int
) -> FileOutcome:
    name = file.filename or ""
    submission = Submission(
        file_name=name,
        data=await file.read(),
        source=order.source,
        target=order.target,
        choice=order.choice,
    )
    try:
        await admit_person(page.runtime.identity, caller, bucket=Bucket.TRANSLATE)
        if order.analyse:
            work = analyse_document(page.runtime, submission, caller=caller)
            return FileOutcome(name=name, analysis=await while_connected(page.request, work))
        await submit_document(
            page.runtime,
            submission,
            caller=caller,
            repeatable=_repeatable(caller, order, submission, number),
            answer=_accepted,
        )
    except DragomanError as error:
        return FileOutcome(name=name, refusal=_explain(error, order), retry_after=_wait(error))
    return FileOutcome(name=name)


def _repeatable(
    caller: Caller, order: FilesOrder, submission: Submission, number: int
) -> RepeatableRequest | None:
    if not order.key or not order.key.isascii() or not order.key.isprintable():
        return None
    facts = "\0".join((submission.file_name, order.source, order.target, repr(order.choice)))
    return RepeatableRequest(
        application_id=caller.application_id,
        method="POST",
        path=_PATH,
        key=f"{order.key}:{number}",
        body_hash=hashlib.sha256(facts.encode("utf-8", "surrogatepass") + submission.data).digest(),
    )


def _accepted(job_id: UUID) -> StoredAnswer:
    return StoredAnswer(status=202, body=orjson.dumps({"jobId": str(job_id)}))


def _explain(error: DragomanError, order: FilesOrder) -> str:
    if isinstance(error, LanguagePairUnsupported):  # its message is for programs
        if order.source == AUTO:
            return _("The language of this file cannot be translated into the one that was chosen.")
        names = {"source": write_language(order.source), "target": write_language(order.target)}
        return _("%(source)s → %(target)s is not available.") % names
    if isinstance(error, SourceUnsure):
        return _("The language of this file cannot be detected. Choose the language, and send it again.")
    if isinstance(error, Malformed):
        return " ".join(one.message for one in error.problems)
    return write_error(error)


def _wait(error: DragomanError) -> int:
    if isinstance(error, TooManyRequests | Unavailable):
        return max(1, math.ceil(error.retry_after))
    return 1 if isinstance(error, Conflict) else 0
