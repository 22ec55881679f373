"""Term bases as CSV and TBX files: imports, exports (P17, V5)."""

from __future__ import annotations

import csv
import io
import re
from typing import Any, Final

from dragoman_client.mock.handlers.concepts import PATH, add_concept, concepts_at, note_version
from dragoman_client.mock.handlers.own_records import own_record
from dragoman_client.mock.messages import MockAnswer, file_answer, json_answer
from dragoman_client.mock.paging import page_answer
from dragoman_client.mock.refusals import broken_rules, detail
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import Record, Table
from dragoman_client.mock.times import stamp
from dragoman_client.mock.uploads import UnreadableImport, read_import
from dragoman_client.mock.validation import LANGUAGE_CODE
from dragoman_client.mock.xml_text import escape, quote_attribute

_LANGUAGE: Final = "{http://www.w3.org/XML/1998/namespace}lang"
_STATUSES: Final = frozenset({"preferred", "admitted", "forbidden"})


@handles("import_term_base")
def import_terms(call: MockCall) -> MockAnswer:
    """Import a file. The mock does it at once; its record is that of a finished job."""
    base = own_record(call, PATH)
    name, data, fields = read_import(call, name="terms")
    ended: Record = {"status": "FINISHED", "progress": 1.0, "failure": None, "report": None}
    try:
        ended["report"] = _import(call, base, data, fields)
    except UnreadableImport as error:
        ended |= {"status": "FAILED", "progress": 0.0, "failure": error.problem.item}
    job = _imports(call, base).add(
        {
            **ended,
            "fileName": name,
            "size": len(data),
            "createdAt": stamp(),
            "createdBy": call.application.actor,
            "finishedAt": stamp(),
        }
    )
    headers = {"Location": f"{call.request.path}/{job['id']}"}
    return json_answer({"id": job["id"], "status": "WAITING"}, status=202, headers=headers)


@handles("import_term_base_as_staff")
def import_file(call: MockCall) -> MockAnswer:
    """Import a file as the provider: its report is the answer."""
    base = own_record(call, PATH)
    _, data, fields = read_import(call, name="terms")
    try:
        return json_answer(_import(call, base, data, fields))
    except UnreadableImport as error:
        raise broken_rules([error.problem]) from None


@handles("list_term_base_imports")
def list_imports(call: MockCall) -> MockAnswer:
    """Imports, newest first."""
    return page_answer(call, "imports", reversed(list(_imports(call, own_record(call, PATH)))))


@handles("get_term_base_import")
def get_import(call: MockCall) -> MockAnswer:
    """One import with its report."""
    found = _imports(call, own_record(call, PATH)).rows.get(call.number("importId"))
    if found is None:
        raise detail(404, "There is no such import of this term base.")
    return json_answer(found)


@handles("export_term_base", "export_term_base_as_staff")
def export_terms(call: MockCall) -> MockAnswer:
    """The base as TBX, or as a table with a column for each language."""
    base = own_record(call, PATH)
    concepts = concepts_at(call, base, call.query["version"])
    if call.query["format"] == "csv":
        kind = "text/csv; charset=utf-8"
        return file_answer(_write_table(concepts), name=f"{base['name']}.csv", content_type=kind)
    data = _write_tbx(base, concepts)
    return file_answer(data, name=f"{base['name']}.tbx", content_type="application/x-tbx")


def _import(call: MockCall, base: Record, data: bytes, fields: dict[str, str]) -> Record:
    is_xml = data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<")
    found = _parse_tbx(data) if is_xml else _parse_table(data, fields.get("delimiter", ""))
    dry_run = fields.get("dryRun", "").lower() in {"true", "1", "yes", "on"}
    if not dry_run and found:
        for terms in found:
            add_concept(call.state, base, {"terms": terms})
        note_version(call.state, base, actor=call.application.actor, added=len(found))
    return call.state.contract.fill(
        "TermImportBody",
        {
            "kind": "tbx" if is_xml else "table",
            "dryRun": dry_run,
            "version": base["version"],
            "read": len(found),
            "added": len(found),
            "problems": [],
        },
    )


def _parse_table(data: bytes, delimiter: str) -> list[list[Record]]:
    """Concepts of a table: its head names languages, `es:forbidden` a status. `a|b` are synonyms."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableImport("The file is not UTF-8.") from None
    names = {"tab": "\t", "comma": ",", "semicolon": ";"}
    head, *rows = list(csv.reader(io.StringIO(text), delimiter=names.get(delimiter, delimiter) or ",")) or [
        []
    ]
    columns = [name.strip().partition(":") for name in head]
    if not any(LANGUAGE_CODE.fullmatch(language) for language, _, _ in columns):
        message = (
            "The first row names no column of terms. Begin it with codes of languages, such as en and es."
        )
        raise UnreadableImport(message)
    concepts = []
    for row in rows:
        terms = [
            {"language": language, "text": one.strip(), "status": status if status in _STATUSES else None}
            for (language, _, status), cell in zip(columns, row, strict=False)
            if LANGUAGE_CODE.fullmatch(language) and status in {"", *_STATUSES}
            for one in cell.split("|")
            if one.strip()
        ]
        if terms:
            concepts.append(terms)
    return concepts


def _parse_tbx(data: bytes) -> list[list[Record]]:
    from xml.etree import ElementTree  # noqa: PLC0415 - takes long to import

    # The parser would expand entities that the file declares, without end.
    if re.search(rb"<!ENTITY", data):
        raise UnreadableImport("The file declares entities.")
    try:
        root: Any = ElementTree.fromstring(data)  # noqa: S314 - without entities
    except ElementTree.ParseError as error:
        raise UnreadableImport(f"The file is no TBX file: {error}.") from None
    concepts = []
    for entry in root.iter():
        if _local(entry.tag) in {"conceptEntry", "termEntry"}:
            terms = [
                {"language": section.get(_LANGUAGE) or "", "text": "".join(term.itertext()).strip()}
                for section in entry
                if _local(section.tag) in {"langSec", "langSet"}
                for term in section.iter()
                if _local(term.tag) == "term"
            ]
            concepts.append([one for one in terms if one["text"] and one["language"]])
    return [one for one in concepts if one]


def _local(tag: Any) -> str:
    return str(tag).rpartition("}")[2]


def _write_table(concepts: list[Record]) -> bytes:
    columns = sorted({_column(term) for one in concepts for term in one["terms"]})
    made = io.StringIO()
    table = csv.writer(made, lineterminator="\r\n")
    table.writerow(["concept id", "definition", *columns])
    for one in concepts:
        cells = [
            "|".join(term["text"] for term in one["terms"] if _column(term) == column) for column in columns
        ]
        table.writerow([one["key"], one["definition"], *cells])
    return made.getvalue().encode("utf-8-sig")


def _column(term: Record) -> str:
    """The head of a term's column: its language, with a status that is not the usual one."""
    language, status = str(term["language"]), str(term["status"])
    return language if status == "preferred" else f"{language}:{status}"


def _write_tbx(base: Record, concepts: list[Record]) -> bytes:
    entries = "".join(_write_entry(one) for one in concepts)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<tbx xmlns="urn:iso:std:iso:30042:ed-2" type="TBX-Basic" '
        f'style="dca" xml:lang="en">\n<tbxHeader><fileDesc><titleStmt><title>{escape(base["name"])}</title>'
        "</titleStmt><sourceDesc><p>Exported by Dragoman.</p></sourceDesc></fileDesc></tbxHeader>\n"
        f"<text><body>\n{entries}</body></text></tbx>\n"
    ).encode()


def _write_entry(concept: Record) -> str:
    languages = dict.fromkeys(term["language"] for term in concept["terms"])
    sections = "".join(
        f"<langSec xml:lang={quote_attribute(language)}>"
        + "".join(
            f"<termSec><term>{escape(term['text'])}</term></termSec>"
            for term in concept["terms"]
            if term["language"] == language
        )
        + "</langSec>"
        for language in languages
    )
    return f'<conceptEntry id="c{concept["id"]}">{sections}</conceptEntry>\n'


def _imports(call: MockCall, base: Record) -> Table:
    return call.state.table(f"term-imports-{base['id']}")
