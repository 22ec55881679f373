"""Translation memories as TMX files: imports as jobs, exports (P17, V4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from dragoman_client.mock.handlers.memory_units import LANGUAGES, PATH, add_unit, find_unit, units_of
from dragoman_client.mock.handlers.own_records import own_record
from dragoman_client.mock.languages import canonical
from dragoman_client.mock.messages import MockAnswer, file_answer, json_answer
from dragoman_client.mock.paging import page_answer
from dragoman_client.mock.refusals import broken_rule, detail
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import Record, Table
from dragoman_client.mock.times import stamp
from dragoman_client.mock.uploads import UnreadableImport, read_import, read_several
from dragoman_client.mock.xml_text import escape, quote_attribute

_TMX: Final = "application/x-tmx+xml"
_UNREADABLE: Final = "TMX_UNREADABLE"
_CONTEXT: Final = {
    "x-context-pre": "previousSource",
    "x-context-post": "nextSource",
    "x-document": "document",
    "x-key": "key",
}
_LANGUAGE: Final = "{http://www.w3.org/XML/1998/namespace}lang"


@handles("import_memory", "import_memory_as_staff")
def import_units(call: MockCall) -> MockAnswer:
    """Import a TMX file. The mock does it at once; its record is that of a finished job."""
    memory = own_record(call, PATH)
    name, data, fields = read_import(call, name="memory.tmx")
    wanted = {canonical(one) for one in read_several(call, "targets")}
    job: Record = {
        **call.state.contract.fill("MemoryImportDetailsBody", {}),
        "status": "FINISHED",
        "progress": 1.0,
        "fileName": name,
        "size": len(data),
        "createdAt": stamp(),
        "createdBy": call.application.actor,
        "finishedAt": stamp(),
        "units": [],
    }
    try:
        pairs = list(_parse(data, canonical(fields.get("source", ""))))
    except UnreadableImport as error:
        pairs = []
        job |= {"status": "FAILED", "failure": error.problem.item}
    job["read"] = len({pair["tu"] for pair in pairs})
    for pair in pairs:
        if "problem" in pair:
            code, message = pair["problem"]
            problem = {"number": pair["tu"], "line": None, "code": code, "message": message}
            job["problems"].append(problem)
            job["refused"] += 1
        elif wanted and pair["targetLanguage"] not in wanted:
            job["skipped"] += 1
        else:
            _add(call, memory, pair, job)
    job = _imports(call, memory).add({**job, "problemCount": len(job["problems"])})
    body = {"id": job["id"]}
    if call.operation.id == "import_memory":
        body["status"] = "WAITING"
    headers = {"Location": f"{call.request.path}/{job['id']}"}
    return json_answer(body, status=202, headers=headers)


@handles("list_memory_imports", "list_memory_imports_as_staff")
def list_imports(call: MockCall) -> MockAnswer:
    """Imports, newest first."""
    jobs = reversed(list(_imports(call, own_record(call, PATH))))
    return page_answer(call, "imports", jobs, lambda job: _shown(call, job, "MemoryImportBody"))


@handles("get_memory_import", "get_memory_import_as_staff")
def get_import(call: MockCall) -> MockAnswer:
    """One import with its problems."""
    return json_answer(_shown(call, _find(call), "MemoryImportDetailsBody"))


@handles("end_memory_import", "end_memory_import_as_staff")
def end_import(call: MockCall) -> MockAnswer:
    """Undo a finished import with `undo=true`; without it there is nothing to cancel."""
    job = _find(call)
    memory = own_record(call, PATH)
    if not call.query["undo"]:
        message = "The import is finished: there is nothing to cancel."
        raise broken_rule("IMPORT_FINISHED", message, "Undo it with ?undo=true.")
    for identity in job["units"]:
        units_of(call.state, memory).rows.pop(identity, None)
    job |= {"status": "UNDONE", "undone": len(job["units"])}
    return json_answer(_shown(call, job, "MemoryImportBody"))


@handles("export_memory", "export_memory_as_staff")
def export_memory(call: MockCall) -> MockAnswer:
    """The memory as TMX 1.4."""
    memory = own_record(call, PATH)
    query = call.query
    units = [
        one
        for one in units_of(call.state, memory)
        if all(query[name] is None or canonical(query[name]) == one[name] for name in LANGUAGES)
    ]
    text = "".join(_write_unit(one) for one in units)
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4"><header creationtool="Dragoman" '
        'creationtoolversion="mock" segtype="sentence" o-tmf="dragoman" adminlang="en" srclang="*all*" '
        'datatype="plaintext"/><body>\n'
    )
    data = f"{head}{text}</body></tmx>\n".encode()
    return file_answer(data, name=f"{memory['name']}.tmx", content_type=_TMX)


def _write_unit(unit: Record) -> str:
    variants = (
        f"<tuv xml:lang={quote_attribute(unit[f'{side}Language'])}><seg>{escape(unit[side])}</seg></tuv>"
        for side in ("source", "target")
    )
    identity = quote_attribute(unit["properties"].get("tuid") or str(unit["id"]))
    properties = [(name, unit[member]) for name, member in _CONTEXT.items() if unit[member] is not None]
    properties += [one for one in unit["properties"].items() if one[0] not in {"tuid", "note"}]
    head = "".join(f"<prop type={quote_attribute(name)}>{escape(text)}</prop>" for name, text in properties)
    if "note" in unit["properties"]:
        head += f"<note>{escape(unit['properties']['note'])}</note>"
    return f"<tu tuid={identity}>{head}{''.join(variants)}</tu>\n"


def _parse(data: bytes, source: str) -> Iterator[Record]:
    """Pairs of texts: the first language, or `source`, with each of the others."""
    from xml.etree import ElementTree  # noqa: PLC0415 - takes long to import

    # The parser would expand entities that the file declares, without end.
    if re.search(rb"<!ENTITY", data):
        raise UnreadableImport("The file declares entities.", code=_UNREADABLE)
    try:
        root: Any = ElementTree.fromstring(data)  # noqa: S314 - without entities
    except ElementTree.ParseError as error:
        raise UnreadableImport(f"The file is no TMX file: {error}.", code=_UNREADABLE) from None
    for number, unit in enumerate(root.iter("tu"), 1):
        texts = {
            canonical(one.get(_LANGUAGE) or one.get("lang") or ""): "".join(one.find("seg").itertext())
            for one in unit.iter("tuv")
            if one.find("seg") is not None
        }
        problem = _find_problem(texts)
        if problem is not None:
            yield {"tu": number, "problem": problem}
            continue
        first = source if source in texts else next(iter(texts))
        for language, text in texts.items():
            if language != first:
                yield {
                    "tu": number,
                    "sourceLanguage": first,
                    "targetLanguage": language,
                    "source": texts[first],
                    "target": text,
                    **_read_properties(unit),
                }


def _find_problem(texts: Mapping[str, str]) -> tuple[str, str] | None:
    if len(texts) < 2:
        return "one_language", "The unit has fewer than two languages; it is left out."
    if not all(one.strip() for one in texts.values()):
        return "empty", "A text is empty; it is left out."
    return None


def _read_properties(unit: Any) -> Record:
    """A unit's context, and its other properties."""
    found = {one.get("type") or "": one.text or "" for one in unit.findall("prop")}
    context = {_CONTEXT[name]: text for name, text in found.items() if name in _CONTEXT}
    others = {name: text for name, text in found.items() if name and name not in _CONTEXT}
    notes = {"note": unit.findtext("note"), "tuid": unit.get("tuid")}
    return {**context, "properties": {name: text for name, text in notes.items() if text} | others}


def _add(call: MockCall, memory: Record, pair: Record, job: Record) -> None:
    known = find_unit(call.state, memory, pair)
    if known is None:
        unit = add_unit(call.state, memory, pair, origin="import", actor=None)
        job["units"].append(unit["id"])
        job["added"] += 1
    elif known["target"] == pair["target"]:
        job["unchanged"] += 1
    else:
        known |= {"target": pair["target"], "version": known["version"] + 1, "changedAt": stamp()}
        job["updated"] += 1


def _imports(call: MockCall, memory: Record) -> Table:
    return call.state.table(f"imports-{memory['id']}")


def _find(call: MockCall) -> Record:
    memory = own_record(call, PATH)
    found = _imports(call, memory).rows.get(call.number("importId"))
    if found is None:
        raise detail(404, "There is no such import of this translation memory.")
    return found


def _shown(call: MockCall, job: Record, schema: str) -> Record:
    return {name: job[name] for name in call.state.contract.members(schema)}
