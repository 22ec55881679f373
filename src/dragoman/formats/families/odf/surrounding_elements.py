"""Elements around the paragraphs of OpenDocument files that decide whether their text is translated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from dragoman.formats.families.odf.cells import OdfSheet, is_hidden_row
from dragoman.formats.families.odf.reader_state import OdfEnclosingElement, OdfReaderState
from dragoman.formats.format import Reason

_TEXTUAL: Final = frozenset({"", "string"})  # types of the values of cells
_LIST: Final = "cell-content-is-in-list"
_CHART: Final = "chart"
_COUNTED: Final = frozenset(  # they occupy positions in a table, even if they are empty
    {"table:covered-table-cell", "table:table-cell", "table:table-column", "table:table-row"}
)


class EnteredElement(NamedTuple):
    """The start tag of such an element."""

    name: str
    attributes: Mapping[str, str]


def enter(state: OdfReaderState, entered: EnteredElement, stays: bool) -> None:
    """Enter such an element; `stays`: it is not empty, so it may contain paragraphs."""
    if stays or entered.name in _COUNTED:
        enclosing = _RULES[entered.name](state, entered)
    if stays:
        before = state.locked
        state.push(enclosing)
        if enclosing.reason is Reason.COMMENT and not before:
            state.count()  # once, however much it contains
            state.silent = True


def _because(reason: Reason | None) -> Callable[[OdfReaderState, EnteredElement], OdfEnclosingElement]:
    return lambda _, entered: OdfEnclosingElement(entered.name, reason)


def _hidden(state: OdfReaderState, entered: EnteredElement, hidden: bool) -> OdfEnclosingElement:
    return OdfEnclosingElement(entered.name, Reason.HIDDEN if hidden and not state.options.hidden else None)


def _section(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    hidden = entered.attributes.get("text:display") == "none"
    hidden |= entered.attributes.get("text:is-hidden") == "true"
    return _hidden(state, entered, hidden)


def _header(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    return _hidden(state, entered, entered.attributes.get("style:display") == "false")


def _slide(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    style = entered.attributes.get("draw:style-name", "")
    return _hidden(state, entered, state.styles.sheet.hides("drawing-page", style))


def _annotation(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    return OdfEnclosingElement(entered.name, None if state.options.comments else Reason.COMMENT)


def _master(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    slides = state.options.body == "office:presentation" and not state.options.masters
    return OdfEnclosingElement(entered.name, silent=slides)


def _notes(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    return OdfEnclosingElement(entered.name, silent=not state.options.notes)


def _document(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    """A document inside a document, in flat files: only charts are read."""
    inner = any(outer.name == entered.name for outer in state.enclosing)
    kind = entered.attributes.get("office:mimetype", "")
    return OdfEnclosingElement(entered.name, silent=inner and not kind.endswith(_CHART))


def _table(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    name = entered.attributes.get("table:name", "")
    state.sheets.append(OdfSheet(areas=tuple(area for area in state.areas if area.sheet == name)))
    if any(outer.name == "office:chart" for outer in state.enclosing):
        # a chart shows the contents of cells elsewhere
        return OdfEnclosingElement(entered.name, Reason.FIELD)
    hidden = entered.attributes.get("table:display") == "false"
    hidden |= state.styles.sheet.hides("table", entered.attributes.get("table:style-name", ""))
    return _hidden(state, entered, hidden)


def _source(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    """The table around is a copy of one in another file."""
    for outer in reversed(state.enclosing):
        if outer.name == "table:table":
            outer.reason = outer.reason or Reason.FIELD
            state.relock()
            break
    return OdfEnclosingElement(entered.name)


def _column(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    if state.sheets and not state.options.hidden:
        state.sheets[-1].add_column(entered.attributes)
    return OdfEnclosingElement(entered.name)


def _row(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    if state.sheets:
        state.sheets[-1].begin_row(entered.attributes)
    return _hidden(state, entered, is_hidden_row(entered.attributes))


def _cell(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    attributes = entered.attributes
    sheet = state.sheets[-1] if state.sheets else OdfSheet()
    sheet.begin_cell(attributes)
    if attributes.get("office:value-type", "") not in _TEXTUAL:
        return OdfEnclosingElement(entered.name, silent=True)
    if "table:formula" in attributes or sheet.in_area:
        return OdfEnclosingElement(entered.name, Reason.FIELD)
    if attributes.get("table:content-validation-name", "") in state.lists:
        return OdfEnclosingElement(entered.name, Reason.KEY)
    return OdfEnclosingElement(entered.name, Reason.HIDDEN if sheet.in_hidden else None)


def _covered(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    if state.sheets:
        state.sheets[-1].begin_cell(entered.attributes)
    return _hidden(state, entered, hidden=True)


def _validation(state: OdfReaderState, entered: EnteredElement) -> OdfEnclosingElement:
    if _LIST in entered.attributes.get("table:condition", ""):
        state.lists.add(entered.attributes.get("table:name", ""))
    return OdfEnclosingElement(entered.name)


_RULES: Final[Mapping[str, Callable[[OdfReaderState, EnteredElement], OdfEnclosingElement]]] = {
    "office:annotation": _annotation,
    "office:chart": _because(None),
    "office:document": _document,
    "style:master-page": _master,
    "style:handout-master": _master,
    "style:footer": _header,
    "style:footer-first": _header,
    "style:footer-left": _header,
    "style:header": _header,
    "style:header-first": _header,
    "style:header-left": _header,
    "loext:footer-first": _header,
    "loext:header-first": _header,
    "chart:label-separator": lambda _, entered: OdfEnclosingElement(entered.name, silent=True),
    "draw:page": _slide,
    "presentation:notes": _notes,
    "table:content-validation": _validation,
    "table:covered-table-cell": _covered,
    "table:table": _table,
    "table:table-cell": _cell,
    "table:table-column": _column,
    "table:table-row": _row,
    "table:table-source": _source,
    "table:tracked-changes": _because(Reason.DELETED),
    "text:index-body": lambda _, entered: OdfEnclosingElement(entered.name, entries=True),
    "text:index-title": lambda _, entered: OdfEnclosingElement(entered.name, entries=False),
    "text:section": _section,
    "text:tracked-changes": _because(Reason.DELETED),
}
ENCLOSING: Final = frozenset(_RULES)
