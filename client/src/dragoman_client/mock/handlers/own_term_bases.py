"""New term bases of customers, empty or with entries of one pair of languages (P17)."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from dragoman_client.mock.handlers.concepts import PATH, add_concept, note_version
from dragoman_client.mock.handlers.own_records import create_own, created_answer
from dragoman_client.mock.messages import MockAnswer
from dragoman_client.mock.refusals import FieldProblem, RuleProblem, broken_rules, invalid
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import Record


@handles("create_term_base")
def create_term_base(call: MockCall) -> MockAnswer:
    """A term base; its entries are its first version."""
    concepts = _read_concepts(call.body)
    row = create_own(call, PATH)
    for terms in concepts:
        add_concept(call.state, row, {"terms": terms})
    if concepts:
        note_version(call.state, row, actor=call.application.actor, added=len(concepts))
    return created_answer(call, PATH, row)


def _read_concepts(body: Mapping[str, Any]) -> list[list[Record]]:
    """The terms of each entry; a refusal of entries without languages or without a term."""
    given = body.get("entries")
    entries = _split_lines(given) if isinstance(given, str) else given or []
    if not entries:
        return []
    names = ("sourceLanguage", "targetLanguage")
    absent = [name for name in names if body.get(name) is None]
    if absent:
        raise invalid([FieldProblem(["body", absent[0]], "Say the language of the entries", "missing")])
    concepts = [
        [
            {"language": body[name], "text": one[side]}
            for name, side in zip(names, ("source", "target"), strict=True)
        ]
        for one in entries
    ]
    empty = [
        RuleProblem("TERM_INVALID", f"Entry {number}: terms[{place}]: the term is empty.")
        for number, terms in enumerate(concepts, 1)
        for place, term in enumerate(terms)
        if not term["text"].strip()
    ]
    if empty:
        raise broken_rules(empty)
    return concepts


def _split_lines(text: str) -> list[dict[str, str]]:
    """Text with a line for each entry: source and target parted by a comma or a tab."""
    dialect = csv.excel_tab if "\t" in text.partition("\n")[0] else csv.excel
    entries: list[dict[str, str]] = []
    for number, row in enumerate(
        csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), dialect), 1
    ):
        cells = [cell.strip() for cell in row]
        if not any(cells) or (not entries and [one.lower() for one in cells] == ["source", "target"]):
            continue
        if len(cells) != 2 or not all(cells):
            message = f"Line {number}: an entry has a source and a target, parted by comma or tab"
            raise invalid([FieldProblem(["body", "entries"], message, "entry_invalid")])
        entries.append({"source": cells[0], "target": cells[1]})
    return entries
