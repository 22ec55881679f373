"""`/ui/projects/{id}/t/{translation}/preview`: the document as it would be delivered now, at a segment.

Segments have the numbers that people see, from 1. A web page is in a frame without rights, under a policy
that allows no script and no request; pages are shown by the browser's own viewer of PDF files.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Response
from markupsafe import Markup
from starlette.responses import HTMLResponse

from dragoman.conversion.previews.marking import Place, split_at
from dragoman.dashboard.editor.opening import PREFIX, EditorPage, OpenedEditor
from dragoman.dashboard.page.error_messages import write_error
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.rendering import HEADERS, POLICY
from dragoman.errors import DragomanError, NotFound, Unavailable
from dragoman.http.fields import LARGEST_ID
from dragoman.projects.linguists.editing.previewing import (
    HtmlPreview,
    PagesPreview,
    PreviewFailed,
    PreviewUnavailable,
    TextPreview,
    TranslationPreview,
    find_previewed,
    preview_translation,
)

# The document is a customer's: it runs nothing, asks for nothing and leads nowhere. `sandbox` is for when it
# is opened by itself.
DOCUMENT_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'self'; sandbox"
)
PAGES_POLICY: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
_FRAMING: Final = f"{POLICY}; frame-src 'self'"
_HEADERS: Final = {
    **HEADERS,
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-DNS-Prefetch-Control": "off",
}
_MOST_LISTED: Final = 20  # segments that the format cannot hold
_SPAN: Final = Markup('<span id="segment-{0}" class="preview-segment{1}">')

SegmentShown = Annotated[int | None, Query(alias="segment", ge=1, le=LARGEST_ID)]

router = APIRouter(prefix=f"{PREFIX}/preview", include_in_schema=False, route_class=PageRoute)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chosen:
    """The segment that is jumped to, and the one that stands for it: not all are seen in a document."""

    number: int  # as people see it
    near: int | None  # None: no segment can be seen


@router.get("")
async def show_preview(
    opened: EditorPage,
    segment: SegmentShown = None,
    go: Annotated[int | None, Query(ge=1, le=LARGEST_ID)] = None,
) -> Response:
    """Show the document. `go` is what the form asks for: it leads to the segment's own address."""
    path = f"{opened.path}/preview"
    if go is not None:
        return opened.page.redirect(f"{path}?segment={go}#segment-{go}")
    context = await find_previewed(opened.page.runtime, opened.address, editor=opened.editor)
    values: dict[str, Any] = {"context": context, "path": path, "editor_path": opened.path}
    try:
        made = await _make(opened)
    except (PreviewFailed, PreviewUnavailable, Unavailable) as error:
        return _show_problem(opened, error, values)
    chosen = _choose(made, segment)
    near = chosen.near if chosen is not None else None
    response = opened.page.render(
        "editor/preview.html",
        **values,
        problem="",
        segments=made.segments,
        chosen=chosen,
        kind=_name_kind(made),
        frame=_frame_address(path, made, near),
        text=_write_text(made.shown, near) if isinstance(made.shown, TextPreview) else "",
        unwritten=[number + 1 for number in made.unwritten[:_MOST_LISTED]],
        unwritten_count=len(made.unwritten),
    )
    if not isinstance(made.shown, TextPreview):
        response.headers["Content-Security-Policy"] = _FRAMING
    return response


@router.get("/document")
async def show_document(opened: EditorPage, segment: SegmentShown = None) -> Response:
    """Show a web page by itself, made safe, for the frame in the preview."""
    shown = (await _make(opened)).shown
    if not isinstance(shown, HtmlPreview):
        raise NotFound("This document is no web page.")
    number = segment - 1 if segment is not None else None
    headers = {**_HEADERS, "Content-Security-Policy": DOCUMENT_POLICY}
    return HTMLResponse(shown.page.write(number), headers=headers)


@router.get("/document.pdf")
async def show_pages(opened: EditorPage) -> Response:
    """Show the pages of an Office document, as a PDF."""
    shown = (await _make(opened)).shown
    if not isinstance(shown, PagesPreview):
        raise NotFound("This document has no pages.")
    headers = {**_HEADERS, "Content-Security-Policy": PAGES_POLICY, "Content-Disposition": "inline"}
    return Response(shown.pdf, media_type="application/pdf", headers=headers)


async def _make(opened: OpenedEditor) -> TranslationPreview:
    return await preview_translation(opened.page.runtime, opened.address, editor=opened.editor)


def _show_problem(opened: OpenedEditor, error: DragomanError, values: dict[str, Any]) -> Response:
    is_later = isinstance(error, Unavailable)
    response = opened.page.render(
        "editor/preview.html",
        status=503 if is_later else 409,
        **values,
        problem=write_error(error),
        segments=0,
        chosen=None,
        kind="",
        frame="",
        text="",
        unwritten=[],
        unwritten_count=0,
    )
    if isinstance(error, Unavailable):
        response.headers["Retry-After"] = f"{error.retry_after:.0f}"
    return response


def _choose(made: TranslationPreview, segment: int | None) -> _Chosen | None:
    """Choose where to jump: to the segment, or the nearest before it that can be seen."""
    if segment is None or segment > made.segments:
        return None
    seen = sorted(_seen(made.shown))
    near = max((number for number in seen if number < segment), default=seen[0] if seen else None)
    return _Chosen(number=segment, near=near + 1 if near is not None else None)


def _seen(shown: HtmlPreview | TextPreview | PagesPreview) -> Iterable[int]:
    if isinstance(shown, HtmlPreview):
        return shown.page.numbers
    if isinstance(shown, TextPreview):
        return (place.number for place in shown.places)
    return shown.pages


def _name_kind(made: TranslationPreview) -> str:
    return {HtmlPreview: "html", TextPreview: "text", PagesPreview: "pages"}[type(made.shown)]


def _frame_address(path: str, made: TranslationPreview, near: int | None) -> str:
    if isinstance(made.shown, HtmlPreview):
        return f"{path}/document" if near is None else f"{path}/document?segment={near}#segment-{near}"
    if isinstance(made.shown, PagesPreview):
        page = made.shown.pages[near - 1] if near is not None else 1
        return f"{path}/document.pdf#{urlencode({'page': page})}"
    return ""


def _write_text(shown: TextPreview, near: int | None) -> Markup:
    """Write a text with an element for each segment."""
    return Markup("").join(
        Markup("</span>")
        if piece is None
        else _SPAN.format(piece.number + 1, " chosen" if piece.number + 1 == near else "")
        if isinstance(piece, Place)
        else Markup.escape(piece)
        for piece in split_at(shown.text, shown.places)
    )
