"""Models of an account's own term bases and memories, and of imports into them (P17)."""

from __future__ import annotations

import csv
import io
from typing import Annotated, Final

from pydantic import BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from dragoman.api.project_resources.memory_unit_bodies import ImportFailureBody
from dragoman.api.project_resources.termbase_bodies import TermImportBody as TermReportBody
from dragoman.errors import FieldProblem, Malformed
from dragoman.http.fields import CustomerText, LanguageCode
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.languages import canonical
from dragoman.memories.imports.model import ImportOptions
from dragoman.memories.model import UnitOrigin, UnitStatus
from dragoman.termbases.checking import ProposedConcept, ProposedTerm
from dragoman.termbases.import_jobs.model import TermImport, TermImportOptions
from dragoman.termbases.model import TermMatching
from dragoman.termbases.planning import ImportMode
from dragoman.timestamps import write_time

_Optional = BeforeValidator(lambda value: None if value == "" else value)  # as forms leave it empty
_HEADER: Final = ("source", "target")


class EntryInput(RequestModel):
    """A term and its translation."""

    model_config = ConfigDict(strict=True)

    source: CustomerText = Field(examples=["paper jam"])
    target: CustomerText = Field(examples=["atasco de papel"])


def _split_entries(value: object) -> object:
    """Text with a line for each entry as a list of entries."""
    if not isinstance(value, str):
        return value
    text = value.removeprefix("\ufeff")
    dialect = csv.excel_tab if "\t" in text.partition("\n")[0] else csv.excel
    reader = csv.reader(io.StringIO(text, newline=""), dialect, strict=True)
    entries: list[dict[str, str]] = []
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            while len(cells) > 2 and not cells[-1]:  # as spreadsheets fill rows up
                cells.pop()
            if not any(cells) or (not entries and tuple(map(str.lower, cells)) == _HEADER):
                continue
            if len(cells) > 2:
                message = "an entry has only a source and a target; put one with a comma into quotation marks"
                raise _bad_line(reader.line_num, message)
            if len(cells) < 2 or not all(cells):
                raise _bad_line(reader.line_num, "an entry has a source and a target, parted by comma or tab")
            entries.append({"source": cells[0], "target": cells[1]})
    except csv.Error:
        raise _bad_line(reader.line_num, "quotation marks do not fit together") from None
    return entries


def _bad_line(number: int, message: str) -> PydanticCustomError:
    return PydanticCustomError("entry_invalid", f"Line {number}: {message}")


class NewOwnTermBase(RequestModel):
    """A term base to be made, empty or with entries of one pair of languages."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "Printers",
                    "sourceLanguage": "en",
                    "targetLanguage": "es",
                    "entries": [{"source": "paper jam", "target": "atasco de papel"}],
                }
            ]
        }
    )

    name: CustomerText = Field(examples=["Printers"])
    use_for_translation: bool = Field(
        default=True, description="Enforced in machine translation; `false`: only where a request names it"
    )
    source_language: LanguageCode | None = Field(default=None, description="Of the entries")
    target_language: LanguageCode | None = Field(default=None, description="Of the entries")
    entries: Annotated[
        list[EntryInput] | None,
        BeforeValidator(_split_entries, json_schema_input_type=list[EntryInput] | str | None),
    ] = Field(
        default=None,
        description="A list, or text with a line for each entry: source and target parted by a comma (CSV) "
        "or a tab (TSV), without a header",
    )

    def proposals(self) -> list[ProposedConcept]:
        """The entries as concepts. Raises `Malformed` without their languages."""
        if not self.entries:
            return []
        source = _require(self.source_language, "sourceLanguage")
        target = _require(self.target_language, "targetLanguage")
        return [
            ProposedConcept(
                terms=(
                    ProposedTerm(language=source, text=one.source),
                    ProposedTerm(language=target, text=one.target),
                )
            )
            for one in self.entries
        ]


def _require(language: str | None, name: str) -> str:
    if language is None:
        message = "Say the language of the entries"
        raise Malformed([FieldProblem(location=("body", name), message=message, kind="missing")])
    return language


class NewOwnMemory(RequestModel):
    """A translation memory to be made."""

    name: CustomerText = Field(examples=["Manuals"])
    use_for_translation: bool = Field(
        default=False, description="Machine translation looks here before it asks an engine"
    )
    primary: bool = Field(default=False, description="The account's own one, in place of the one it has")


class TermImportFields(RequestModel):
    """What is said of a file of terms, in the query or in fields of the form."""

    mode: ImportMode = Field(
        default=ImportMode.MERGE, description="`replace`: the term base becomes what the file is"
    )
    dry_run: bool = Field(default=False, description="Report only, and change nothing")
    match: Annotated[TermMatching | None, _Optional] = Field(
        default=None, description="Of terms of which the file does not say it"
    )
    encoding: CustomerText = Field(default="", max_length=40, description="Of a table")
    delimiter: CustomerText = Field(default="", max_length=1, description="Of a table")
    source: Annotated[LanguageCode | None, _Optional] = Field(
        default=None, description="Language of a table's column that is called source or term"
    )
    target: Annotated[LanguageCode | None, _Optional] = Field(
        default=None, description="Language of a table's column that is called target or translation"
    )

    def options(self) -> TermImportOptions:
        """How the file is to be read."""
        return TermImportOptions(
            mode=self.mode,
            dry_run=self.dry_run,
            match=self.match,
            encoding=self.encoding,
            delimiter=self.delimiter,
            source=self.source or "",
            target=self.target or "",
        )


class MemoryImportFields(RequestModel):
    """What is said of a file of TMX, in the query or in fields of the form."""

    source: Annotated[LanguageCode | None, _Optional] = Field(
        default=None, description="Only units from this language"
    )
    targets: list[LanguageCode] = Field(default_factory=list, description="Only units into these; repeatable")
    origin: Annotated[UnitOrigin | None, _Optional] = Field(default=None, description="Of all units")
    status: Annotated[UnitStatus | None, _Optional] = Field(default=None, description="Of all units")

    def options(self) -> ImportOptions:
        """What is to be taken of the file."""
        return ImportOptions(
            source_language=self.source and canonical(self.source),
            target_languages=tuple(canonical(one) for one in self.targets),
            origin=self.origin,
            status=self.status,
        )


class AcceptedOwnImport(ResponseModel):
    """The import that was begun."""

    id: int
    status: str = Field(examples=["WAITING"])


class OwnTermImport(ResponseModel):
    """A file on its way into a term base."""

    id: int
    status: str = Field(description="`WAITING`, `RUNNING`, `FINISHED` or `FAILED`")
    progress: float = Field(description="0 to 1")
    file_name: str
    size: int = Field(description="In bytes")
    created_at: str
    created_by: str
    finished_at: str | None
    failure: ImportFailureBody | None = Field(description="Then nothing of the file is in the term base")
    report: TermReportBody | None = Field(description="What became of the file, once it is finished")


class OwnTermImportList(ResponseModel):
    """Imports, newest first."""

    imports: list[OwnTermImport]
    metadata: PageBody


def write_term_import(one: TermImport) -> OwnTermImport:
    """An import on the wire."""
    return OwnTermImport(
        id=one.id,
        status=one.status,
        progress=round(one.progress, 3),
        file_name=one.file_name,
        size=one.size,
        created_at=write_time(one.created),
        created_by=one.created_by,
        finished_at=write_time(one.finished),
        failure=None if one.failure is None else ImportFailureBody(**one.failure),
        report=None if one.report is None else TermReportBody(**one.report),
    )
