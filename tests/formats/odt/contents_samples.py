"""OpenDocument texts with tables of contents, other indexes and cross references, as of LibreOffice."""

from __future__ import annotations

from tests.formats.odt.packages import flat, p, span, text

SEQUENCE = (
    '<text:sequence text:ref-name="refFigure0" text:name="Figure" text:formula="ooow:Figure+1">{}'
    "</text:sequence>"
)


def h(inside: str, name: str = "", level: int = 1) -> str:
    """A heading, with a bookmark around its text if it has a name."""
    if name:
        inside = f'<text:bookmark-start text:name="{name}"/>{inside}<text:bookmark-end text:name="{name}"/>'
    return f'<text:h text:style-name="Heading_20_{level}" text:outline-level="{level}">{inside}</text:h>'


def link(target: str, inside: str) -> str:
    """An entry with a link."""
    return f'<text:a xlink:type="simple" xlink:href="#{target}">{inside}</text:a>'


def index(kind: str, title: str, *entries: str, shown: str = "") -> str:
    """An index with these paragraphs; `shown`: the title in its body, where it is not `title`."""
    head = f"<text:index-title>{p(shown or title)}</text:index-title>" if title else ""
    return (
        f'<text:{kind} text:protected="true" text:name="I"><text:{kind}-source>'
        f"<text:index-title-template>{title}</text:index-title-template></text:{kind}-source>"
        f"<text:index-body>{head}{''.join(map(p, entries))}</text:index-body></text:{kind}>"
    )


_BOOK = (
    index(
        "table-of-content",
        "Table of Contents",
        link("__RefHeading___Toc1_2", "1 First chapter<text:tab/>1"),
        link(
            "1.1.A bold step|outline",
            f"1.1<text:tab/>A {span('T1', 'bold')} step<text:tab/>{span('T2', '2')}",
        ),
        link("_Toc102", "Overview<text:tab/>iv"),
        link("_Toc103", "Overview<text:tab/>12"),
    ),
    h("First chapter", "__RefHeading___Toc1_2"),
    h(f"A {span('T1', 'bold')} step", level=2),
    h("Overview", "_Toc102"),
    p(
        'See <text:bookmark-ref text:reference-format="text" text:ref-name="_Toc102">Overview'
        "</text:bookmark-ref> on page "
        '<text:bookmark-ref text:reference-format="page" text:ref-name="_Toc102">3</text:bookmark-ref>'
        ', or <text:a xlink:href="#1.1.A bold step|outline">there</text:a>.'
    ),
    h("Overview", "_Toc103"),
    p("Text of the last chapter."),
)
BOOK = text(*_BOOK)
FLAT_BOOK = flat("text", "".join(_BOOK))
FIGURES = text(
    index(
        "illustration-index",
        "",
        link("_Toc200", "Figure 1: The cat<text:tab/>1"),
        "Figure 2: The dog<text:tab/>1",
    ),
    p(
        f'<text:bookmark-start text:name="_Toc200"/>Figure {SEQUENCE.format(1)}: The cat'
        '<text:bookmark-end text:name="_Toc200"/>'
    ),
    p(f"Figure {SEQUENCE.format(2)}: The dog"),
    p(
        'It is in <text:sequence-ref text:reference-format="category-and-value" text:ref-name="refFigure0">'
        "Figure 1</text:sequence-ref>."
    ),
)
KEYS = text(
    p(
        'An <text:alphabetical-index-mark-start text:id="i" text:key1="animals"/>old cat'
        '<text:alphabetical-index-mark-end text:id="i"/> and a dog<text:alphabetical-index-mark '
        'text:string-value="dogs in general"/>.<text:toc-mark text:string-value="A marked place"/>'
    ),
    index("table-of-content", "Contents", "A marked place<text:tab/>1", shown="What is inside"),
    index("alphabetical-index", "Index", "A", "animals", "old cat<text:tab/>1", "dogs in general, 1"),
)
STALE = text(
    index(
        "table-of-content",
        "Contents",
        link("_Toc100", "An older title<text:tab/>1"),
        link("_Toc101", "Second chapter<text:tab/>1"),
    ),
    h("A newer title", "_Toc100"),
    h("Second chapter", "_Toc101"),
    index("bibliography", "Bibliography", "[1] Knuth: The art of programming"),
)
HIDDEN = text(
    '<text:section text:name="s" text:display="none">'
    + index("table-of-content", "Contents", "Second chapter<text:tab/>1")
    + "</text:section>",
    h("Second chapter"),
)
SAMPLES = {
    "book.odt": BOOK,
    "book.fodt": FLAT_BOOK,
    "figures.odt": FIGURES,
    "keys.odt": KEYS,
    "stale.odt": STALE,
    "hidden-contents.odt": HIDDEN,
}
