"""Generated books: pages stay well-formed, and text without a translation stays."""

from __future__ import annotations

import io
import zipfile
from xml.sax.saxutils import escape

from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.conversion.check import check_document
from dragoman.formats.epub import FORMAT
from dragoman.formats.format import Languages, Source
from dragoman.segments import Text, plain_text
from dragoman.text_io.xml.parsing import parse_xml
from tests.formats.epub.books import pack, package3, page

PAIR = Languages(source="en", target="de")
_WORDS = st.text(st.sampled_from("ab cé\n\t&<>\"'ж中\u00a0"), max_size=8).map(escape)
_SINGLE = st.sampled_from(
    [
        "<br/>",
        '<img src="a.gif" alt="pic"/>',
        '<img src="a.gif" alt=""/>',
        '<span epub:type="pagebreak" id="p1" title="xii"/>',
        '<span epub:type="pagebreak">12</span>',
        "<code>x = 1</code>",
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>',
        '<svg xmlns="http://www.w3.org/2000/svg"><text>no</text></svg>',
        "<ruby>漢<rt>kan</rt></ruby>",
        "<!-- aside -->",
        "<?pi x?>",
        "<script>var a = 1;</script>",
        "&#160;",
        "<i/>",
        '<a id="x"/>',
    ]
)
_PAIRS = st.sampled_from(
    [
        "b",
        "i class='x'",
        'a href="#n" epub:type="noteref"',
        "sup",
        'span lang="fr"',
        'span translate="no"',
        "em title='tip'",
    ]
)
_BLOCKS = st.sampled_from(
    [
        "p",
        "div",
        "h1 id='h'",
        "li",
        "section epub:type='chapter'",
        "aside epub:type='footnote'",
        "pre",
        "nav epub:type='page-list'",
        "td",
        "blockquote dir='ltr'",
    ]
)


def _around(tags: st.SearchStrategy[str], inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    rows = st.lists(inner, max_size=4).map("".join)
    return st.builds(lambda tag, inside: f"<{tag}>{inside}</{tag.split()[0]}>", tags, rows)


_LINES = st.recursive(st.one_of(_WORDS, _WORDS, _SINGLE), lambda inner: _around(_PAIRS, inner), max_leaves=6)
_BODIES = st.recursive(_LINES, lambda inner: _around(_BLOCKS, inner), max_leaves=8)


@st.composite
def books(drawn: st.DrawFn) -> bytes:
    names = [f"{number}.xhtml" for number in range(drawn(st.integers(1, 2)))]
    title = drawn(_WORDS)
    files: dict[str, str | bytes] = {
        "OEBPS/book.opf": package3(dict.fromkeys(names, "application/xhtml+xml"), title=title),
    }
    for name in names:
        files[f"OEBPS/{name}"] = page("".join(drawn(st.lists(_BODIES, max_size=4))), title=title)
    return pack(files)


@settings(max_examples=30, deadline=None)
@given(books())
def test_any_book_survives_a_round_trip(book: bytes) -> None:
    source = Source(data=book, suffix="epub")
    document = FORMAT.extract(source, PAIR)
    check_document(document)
    own = {unit.id: unit.segment for unit in document.units}
    assert FORMAT.rebuild(source, own, PAIR) == book
    louder = {
        name: tuple(Text(text=f"ŵ<{part.text}&") if isinstance(part, Text) else part for part in segment)
        for name, segment in own.items()
    }
    written = FORMAT.rebuild(source, louder, PAIR)
    again = FORMAT.extract(Source(data=written, suffix="epub"), PAIR)
    assert [unit.id for unit in again.units] == list(own)
    assert [_squeezed(unit.segment) for unit in again.units] == [_squeezed(one) for one in louder.values()]
    with zipfile.ZipFile(io.BytesIO(written)) as archive:
        for name in archive.namelist():
            if name.endswith((".xhtml", ".opf")):
                parse_xml(archive.read(name), doctype=True)


def _squeezed(segment: object) -> str:
    return " ".join(plain_text(segment).split())  # type: ignore[arg-type]
