"""An HTML page made safe for a preview: written anew of its texts and of harmless tags.

Everything that is not on the lists here is left out: scripts, handlers, frames, forms, drawings, links, what
would be loaded. The preview is sent with a policy that allows no script and no request, into a frame without
rights; this is so that nothing needs to be refused. Texts with marks become elements with the segment's id,
which has the number that people see, from 1.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from dragoman.conversion.previews.marking import Marks
from dragoman.formats.families.html.tokens import HtmlToken, HtmlTokenKind, attributes, tokenize
from dragoman.formats.units.html_elements import VOID


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_KEPT: Final = _names(
    """
    a abbr acronym address article aside b bdi bdo big blockquote body br caption center cite code
    col colgroup data dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4
    h5 h6 header hgroup hr html i img ins kbd li main mark menu nav nobr ol p pre q rp rt ruby s
    samp search section small span strike strong sub summary sup table tbody td tfoot th thead time
    tr tt u ul var wbr
    """
)
# Controls are shown as the texts that they hold.
_INSTEAD: Final = {
    "button": "span",
    "fieldset": "div",
    "form": "div",
    "label": "span",
    "legend": "div",
    "optgroup": "div",
    "option": "div",
    "select": "div",
    "textarea": "div",
}
_WITH_CONTENT: Final = _names(
    """
    applet audio canvas embed math noembed noframes object svg template video
    """
)
_ATTRIBUTES: Final = _names(
    """
    align alt bgcolor border cellpadding cellspacing char charoff class color cols colspan compact
    datetime dir face frame headers height hspace id lang nowrap open reversed rows rowspan rules
    scope size span start style summary title type valign value vspace width
    """
)
_ID: Final = "segment-"
_PICTURE: Final = re.compile(
    r"data:image/(?:png|jpe?g|gif|webp|bmp);base64,[A-Za-z0-9+/=\s]*\Z", re.IGNORECASE
)
_STYLE_END: Final = re.compile("<(?=/|!--)")
# What a style would load: the policy refuses it also where it is written in other ways.
_LOADED: Final = re.compile(
    r"@import[^;{}]{0,2000};?|url\(\s{0,100}[\"']?(?!data:image/)[^)]{0,2000}\)", re.IGNORECASE
)
_STYLE: Final = (
    '<style>.dragoman-segment[data-segment="{0}"]{{background:#ffe08a!important;color:#1c1921!important;'
    "box-shadow:0 2px 0 #86286b!important}}</style>"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SafeHtml:
    """A page that is safe to show, and the segments that can be found in it."""

    body: str = field(repr=False)
    numbers: frozenset[int]
    is_standard: bool  # it has a document type, so that browsers lay it out by the standards

    def write(self, chosen: int | None = None) -> str:
        """Write the whole document, with one segment highlighted."""
        kind = "<!doctype html>" if self.is_standard else ""
        style = _STYLE.format(chosen + 1) if chosen is not None else ""
        return f'{kind}<meta charset="utf-8">{style}{self.body}'


def make_safe(source: str, marks: Marks | None, *, xml: bool = False) -> SafeHtml:
    """Make a page safe. It takes linear time and never fails."""
    writer = _Writer(source, marks)
    for token in tokenize(source, xml=xml):
        writer.take(token)
    return SafeHtml(
        body="".join(writer.pieces),
        numbers=frozenset(writer.named),
        is_standard=xml or re.match(r"\s*(?:<[!?][^>]*>\s*)*?<!doctype", source, re.IGNORECASE) is not None,
    )


class _Writer:
    def __init__(self, source: str, marks: Marks | None) -> None:
        self.source = source
        self.marks = marks
        self.pattern = marks.pattern if marks is not None else None
        self.pieces: list[str] = []
        self.named: set[int] = set()  # segments that have an element with their id
        self.numbers: list[int] = []  # of the segments whose text is being read, the innermost last
        self.waiting: list[int] = []  # segments in attributes: the next place has their ids
        self.left_out: list[str] = []  # names of open elements that are left out with their content
        self.endless: set[str] = set()  # names of such elements whose end does not come any more

    def take(self, token: HtmlToken) -> None:
        """Write a token, as far as it is harmless."""
        if token.kind is HtmlTokenKind.END and self.left_out and token.name == self.left_out[-1]:
            self.left_out.pop()
        elif token.kind is HtmlTokenKind.START and token.name in _WITH_CONTENT:
            if not token.closed and token.name not in VOID and (self.left_out or self._ends(token)):
                self.left_out.append(token.name)
        elif self.left_out:
            self._pass_marks(self.source[token.start : token.end])
        elif token.kind is HtmlTokenKind.TEXT:
            self._write_text(self.source[token.start : token.end])
        elif token.kind is HtmlTokenKind.START:
            self._write_start(token)
        elif token.kind is HtmlTokenKind.END:
            self._write_end(token.name)
        elif token.kind is HtmlTokenKind.RAW or token.kind is HtmlTokenKind.PLAIN:
            self._write_content(token)
        elif self.source.startswith("<![CDATA[", token.start):
            self._write_text(html.escape(self.source[token.start + 9 : token.end - 3]))

    def _ends(self, token: HtmlToken) -> bool:
        """Whether an element's end comes; a lost end tag must not swallow the page."""
        if token.name not in self.endless:
            end = re.compile(f"</{token.name}", re.IGNORECASE)
            if end.search(self.source, token.end):
                return True
            self.endless.add(token.name)
        return False

    def _write_content(self, token: HtmlToken) -> None:
        start, end = token.inside
        inside = self.source[start:end]
        if token.name == "style":
            style = self.pattern.sub("", inside) if self.pattern is not None else inside
            self.pieces.append(f"<style>{_STYLE_END.sub('', _load_nothing(style))}</style>")
        elif token.name == "textarea":
            self.pieces.append("<div>")
            self._write_text(inside)
            self.pieces.append("</div>")
        else:
            self._pass_marks(inside)

    def _write_start(self, token: HtmlToken) -> None:
        given: dict[str, str] = {}
        for name, first, last, _ in attributes(self.source, token):
            given.setdefault(name, html.unescape(self.source[first:last]))
        self._pass_marks("".join(given.values()))
        if token.name == "input":
            shown = given.get("value") or given.get("placeholder") or ""
            if given.get("type", "").lower() != "hidden":
                self.pieces.append(f"<span>{self._own_id()}{self._escape(shown)}</span>")
            return
        name = _INSTEAD.get(token.name, token.name)
        if name not in _KEPT:
            return
        written = "".join(f' {key}="{self._escape(value)}"' for key, value in _kept_attributes(name, given))
        self.pieces.append(f"<{name}{written}>")
        if name not in VOID and name not in {"html", "table", "tbody", "thead", "tfoot", "tr", "colgroup"}:
            self.pieces.append(self._own_id())

    def _write_end(self, name: str) -> None:
        name = _INSTEAD.get(name, name)
        if name in _KEPT and name not in VOID and name not in {"html", "body"}:
            self.pieces.append(f"</{name}>")

    def _write_text(self, written: str) -> None:
        """Write text; in a segment each piece of it is an element of its own."""
        text = html.unescape(written)
        position = 0
        for match in self.pattern.finditer(text) if self.pattern is not None else ():
            self._write_piece(text[position : match.start()])
            self._note(match)
            position = match.end()
        self._write_piece(text[position:])

    def _write_piece(self, text: str) -> None:
        if not self.numbers or not text.strip():
            self.pieces.append(html.escape(text))
            return
        number, name = self.numbers[-1], ""
        if number not in self.named:
            self.named.add(number)
            name = f' id="{_ID}{number + 1}"'
        self.pieces.append(
            f'<span class="dragoman-segment" data-segment="{number + 1}"{name}>{html.escape(text)}</span>'
        )

    def _pass_marks(self, text: str) -> None:
        """Note the segments of a text that is not shown here."""
        for match in self.pattern.finditer(text) if self.pattern is not None else ():
            self._note(match)
            if match[1]:
                self.waiting.append(self.numbers[-1])

    def _note(self, match: re.Match[str]) -> None:
        assert self.marks is not None
        if match[1]:
            self.numbers.append(self.marks.number(match[1]))
        elif self.numbers:
            self.numbers.pop()

    def _own_id(self) -> str:
        """Write empty elements for the segments that are in attributes, or not shown."""
        waiting = [number for number in dict.fromkeys(self.waiting) if number not in self.named]
        self.waiting.clear()
        self.named.update(waiting)
        return "".join(f'<span id="{_ID}{number + 1}"></span>' for number in waiting)

    def _escape(self, value: str) -> str:
        """Write an attribute's value, or a control's, without marks."""
        return html.escape(self.pattern.sub("", value) if self.pattern is not None else value)


def _kept_attributes(name: str, given: dict[str, str]) -> Iterator[tuple[str, str]]:
    for key, value in given.items():
        if key == "id" and value.lower().startswith(_ID):
            continue  # of ours alone
        if (
            key in _ATTRIBUTES
            or (key == "href" and name == "a" and value.startswith("#"))
            or (key == "src" and name == "img" and _PICTURE.match(value))
        ):
            yield key, _load_nothing(value) if key == "style" else value


def _load_nothing(style: str) -> str:
    """A style without what it would load."""
    return _LOADED.sub(lambda found: "" if found[0].startswith("@") else "none", style)
