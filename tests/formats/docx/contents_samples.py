"""Word documents with tables of contents, lists of figures, indexes and cross references."""

from __future__ import annotations

from tests.formats.docx.packages import Extra, body, field, paragraph, run, sign

ENTRY = '<w:rStyle w:val="Hyperlink"/><w:noProof/>'
TAB = "<w:r><w:tab/></w:r>"
_W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
SETTINGS = (
    '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    f'{_W14}><w:zoom w:percent="100"/><w:characterSpacingControl w:val="doNotCompress"/>'
    '<w:compat/><w:rsids><w:rsidRoot w:val="00A"/></w:rsids><m:mathPr/><w:themeFontLang w:val="en-US"/>'
    '<w:decimalSymbol w:val="."/><w14:docId w14:val="1"/></w:settings>'
)
SETTING = Extra(kind="settings", xml=SETTINGS)


def bookmarked(name: str, *inside: str, style: str = "Heading1", number: int = 1) -> str:
    """A paragraph with a bookmark around its text."""
    return paragraph(
        f'<w:bookmarkStart w:id="{number}" w:name="{name}"/>',
        *inside,
        f'<w:bookmarkEnd w:id="{number}"/>',
        properties=f'<w:pStyle w:val="{style}"/>',
    )


def entry(name: str, *inside: str, page: str = "1") -> str:
    """The content of an entry's paragraph, as Word writes it."""
    return (
        f'<w:hyperlink w:anchor="{name}" w:history="1">'
        + "".join(inside)
        + TAB
        + field(f"PAGEREF {name} \\h", run(page, "<w:noProof/><w:webHidden/>"))
        + "</w:hyperlink>"
    )


def table(code: str, *entries: str, last: str = "") -> str:
    """A field over paragraphs: one for each entry, and one with its end."""
    opening = sign("begin") + f"<w:r><w:instrText> {code} </w:instrText></w:r>" + sign("separate")
    first, *others = entries
    return (
        paragraph(opening, first, properties='<w:pStyle w:val="TOC1"/>')
        + "".join(paragraph(one, properties='<w:pStyle w:val="TOC1"/>') for one in others)
        + paragraph(sign("end"), last)
    )


def titled(inside: str, title: str = "Contents") -> str:
    """A table of contents from Word's gallery."""
    return (
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/>'
        "</w:docPartObj></w:sdtPr><w:sdtContent>"
        + paragraph(run(title), properties='<w:pStyle w:val="TOCHeading"/>')
        + inside
        + "</w:sdtContent></w:sdt>"
    )


def caption(label: str, number: str, text: str) -> str:
    """A caption whose number is computed."""
    return run(f"{label} ") + field(f"SEQ {label} \\* ARABIC", run(number)) + run(text)


BOOK = body(
    titled(
        table(
            'TOC \\o "1-3" \\h \\z \\u',
            entry("_Toc100", run("First chapter", ENTRY)),
            entry(
                "_Toc101",
                run("1.1", ENTRY),
                TAB,
                run("A ", ENTRY),
                run("bold", f"<w:b/>{ENTRY}"),
                run(" step", ENTRY),
            ),
            entry("_Toc102", run("Overview", ENTRY), page="iv"),
            entry("_Toc103", run("Overview", ENTRY), page="12"),
        )
    )
    + bookmarked("_Toc100", run("First "), run("chapter"))
    + bookmarked("_Toc101", run("A "), run("bold", "<w:b/>"), run(" step"), style="Heading2")
    + bookmarked("_Toc102", run("Overview"))
    + paragraph(
        run("See "),
        field("REF _Toc101 \\h", run("A bold step")),
        run(" and "),
        field("REF _Ref7 \\h", run("Figure 1")),
        run("."),
    )
    + bookmarked("_Toc103", run("Overview"))
    + paragraph(run("Text of the last chapter.")),
    SETTING,
)
FIGURES = body(
    table(
        'TOC \\h \\z \\c "Figure"',
        entry("_Toc200", run("Figure 1: The cat", ENTRY)),
        entry("_Toc201", run("Figure 2: The dog", ENTRY)),
    )
    + paragraph(
        '<w:bookmarkStart w:id="1" w:name="_Toc200"/><w:bookmarkStart w:id="2" w:name="_Ref7"/>'
        + run("Figure ")
        + field("SEQ Figure \\* ARABIC", run("1"))
        + '<w:bookmarkEnd w:id="2"/>'
        + run(": The cat")
        + '<w:bookmarkEnd w:id="1"/>',
        properties='<w:pStyle w:val="Caption"/>',
    )
    + bookmarked("_Toc201", caption("Figure", "2", ": The dog"), style="Caption")
    + paragraph(
        run("It is in "),
        '<w:fldSimple w:instr=" REF _Ref7 \\h ">' + run("Figure 1") + "</w:fldSimple>",
        run("."),
    ),
    SETTING,
)
STALE = body(
    table(
        'TOC \\o "1-3"',
        entry("_Toc100", run("An older title", ENTRY)),
        entry("_Toc101", run("Second chapter", ENTRY)),
    )
    + bookmarked("_Toc100", run("A newer title"))
    + bookmarked("_Toc101", run("Second chapter"))
    + table('INDEX \\c "2"', run("A"), run("apple, 3, 5-7")),
    SETTING,
)
