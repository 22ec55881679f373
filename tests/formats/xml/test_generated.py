"""Documents drawn by hypothesis: there and back, and translated."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.conversion.check import check_document
from dragoman.formats.dita import FORMAT as DITA
from dragoman.formats.format import Format
from dragoman.formats.svg import FORMAT as SVG
from dragoman.formats.xml import FORMAT as XML
from dragoman.segments import Text, plain_text
from tests.formats.xml.reading import PAIR, source_of

NAMES = {
    XML: ["p", "b", "item", "x:y", "ref", "br", "its:span", "list", "表"],
    DITA: [
        "p",
        "ph",
        "b",
        "fn",
        "indexterm",
        "codeph",
        "codeblock",
        "xref",
        "image",
        "alt",
        "draft-comment",
        "li",
        "new",
    ],
    SVG: ["g", "text", "tspan", "a", "title", "style", "foreignObject", "path", "switch"],
}
ROOTS = {
    XML: '<root xmlns:x="urn:x" xmlns:its="http://www.w3.org/2005/11/its">%s</root>',
    DITA: '<topic id="t">%s</topic>',
    SVG: '<svg xmlns="http://www.w3.org/2000/svg">%s</svg>',
}
ATTRIBUTES = st.dictionaries(
    st.sampled_from(
        [
            "id",
            "xml:lang",
            "translate",
            "xml:space",
            "conref",
            "systemLanguage",
            "alt",
            "x",
            "y",
            "aria-label",
        ]
    ),
    st.sampled_from(["en", "de", "no", "yes", "preserve", "default", "A tip & more", "'\"", ""]),
    max_size=2,
)
WORDS = st.text(st.sampled_from("ab cé\n\t>&'\"]ж中\u00a0"), max_size=12)


@st.composite
def contents(drawn: st.DrawFn, names: list[str], depth: int = 3) -> str:
    pieces: list[str] = []
    for _ in range(drawn(st.integers(0, 4))):
        kind = drawn(st.sampled_from(["text", "text", "element", "element", "aside", "section", "reference"]))
        if kind == "text":
            pieces.append(escape(drawn(WORDS)))
        elif kind == "element" and depth:
            name = drawn(st.sampled_from(names))
            tag = name + "".join(f" {key}={quoteattr(value)}" for key, value in drawn(ATTRIBUTES).items())
            inner = drawn(contents(names, depth - 1))
            pieces.append(f"<{tag}>{inner}</{name}>" if inner or drawn(st.booleans()) else f"<{tag}/>")
        elif kind == "aside":
            pieces.append(drawn(st.sampled_from(["<!-- <p>c</p> -->", "<?pi <b> ?>"])))
        elif kind == "section":
            pieces.append(f"<![CDATA[{drawn(WORDS).replace(']]>', '')}]]>")
        else:
            pieces.append(drawn(st.sampled_from(["&amp;", "&#233;", "&#xA0;", "&#10;", "&lt;"])))
    return "".join(pieces)


def check(entry: Format, document: str) -> None:
    source = source_of(document)
    found = entry.extract(source, PAIR)
    check_document(found)
    own = {unit.id: unit.segment for unit in found.units}
    assert entry.rebuild(source, own, PAIR) == source.data
    louder = {
        name: tuple(Text(text=f"{part.text}ŵ<") if isinstance(part, Text) else part for part in segment)
        for name, segment in own.items()
    }
    written = entry.rebuild(source, louder, PAIR)
    again = entry.extract(source_of(written), PAIR)
    texts = sorted(" ".join(plain_text(unit.segment).split()) for unit in again.units)
    wanted = sorted(" ".join(plain_text(segment).split()) for segment in louder.values())
    if entry is not XML:  # there a translation may look like something else
        assert texts == wanted


def _examples(count: int) -> settings:
    return settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))


@_examples(25)
@given(contents(NAMES[XML]))
def test_any_xml_goes_there_and_back(content: str) -> None:
    check(XML, ROOTS[XML] % content)


@_examples(25)
@given(contents(NAMES[DITA]))
def test_dita_goes_there_and_back(content: str) -> None:
    check(DITA, ROOTS[DITA] % content)


@_examples(25)
@given(contents(NAMES[SVG]))
def test_svg_goes_there_and_back(content: str) -> None:
    check(SVG, ROOTS[SVG] % content)
