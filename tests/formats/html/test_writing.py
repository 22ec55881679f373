"""HTML: translations in their places, the rest unchanged, and the declared language and encoding."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.formats.format import Languages, Source
from dragoman.formats.html import FORMAT
from dragoman.segments import Segment, Text, codes, plain_text
from dragoman.text_io.errors import ConversionFailed
from tests.formats.html.samples import SAMPLES

PAIR = Languages(source="en", target="de")


def shout(segment: Segment) -> Segment:
    return tuple(Text(text=part.text.upper()) if isinstance(part, Text) else part for part in segment)


def rebuilt(page: bytes | str, target: str = "de", suffix: str = "html", **texts: str) -> bytes:
    """The page with every text in capitals, or replaced by the keyword of its unit's id ("u1")."""
    source = Source(data=page.encode() if isinstance(page, str) else page, suffix=suffix)
    languages = Languages(source="en", target=target)
    targets = {
        unit.id: (Text(text=texts[f"u{unit.id}"]),) if f"u{unit.id}" in texts else shout(unit.segment)
        for unit in FORMAT.extract(source, languages).units
    }
    return FORMAT.rebuild(source, targets, languages)


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>One  <b>two</b>\nthree</p>", "<p>ONE <B>TWO</B> THREE</p>".replace("B>", "b>")),
        ("<p>a&nbsp;b&eacute; &lt;x&gt; > &amp;</p>", "<p>A&nbsp;BÉ &lt;X> > &amp;</p>"),
        ("<p>AT&T\u00a0x</p>", "<p>AT&amp;T\u00a0X</p>"),
        ("<a title=plain>x</a>", '<a title="PLAIN">X</a>'),
        ("<a title='a \"b\"'>x</a>", "<a title='A \"B\"'>X</a>"),
        ('<img alt="a &quot;b&quot;">', '<img alt="A &quot;B&quot;">'),
        ("<input type=submit value=go>", '<input type=submit value="GO">'),
        ("<p>a <img alt=b> c</p>", '<p>A <img alt="B"> C</p>'),
        ("<title>a < b</title>", "<title>A &lt; B</title>"),
        ("<p>a<select><option>b</select> c</p>", "<p>A<select><option>B</select> C</p>"),
        ("<p><b>t</b><b>ika</b> can", "<p><b>TIKA</b> CAN"),
    ],
)
def test_translations_are_written_as_the_source_was(page: str, expected: str) -> None:
    assert rebuilt(page).decode() == expected


@pytest.mark.parametrize("quote", ['"', "'", ""])
def test_no_translation_breaks_out(quote: str) -> None:
    evil = "\"'><script>alert(1)</script>&quot; x=y"
    page = f"<p title={quote}tip{quote}>text</p><title>t</title><textarea>a</textarea>"
    written = rebuilt(page, u1=evil, u2=evil, u3=evil, u4=evil).decode()
    assert events(written)[0] == events(page)[0]
    document = FORMAT.extract(Source(data=written.encode(), suffix="html"), PAIR)
    assert [plain_text(unit.segment) for unit in document.units] == [evil] * 4


class _Events(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(f"{tag} {sorted(name for name, _ in attrs)}")

    def handle_endtag(self, tag: str) -> None:
        self.tags.append(f"/{tag}")

    def handle_comment(self, data: str) -> None:
        self.tags.append(f"!{data}")

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def events(page: str) -> tuple[list[str], str]:
    """What another parser sees: its tags, and its text without white space."""
    parser = _Events()
    parser.feed(page)
    parser.close()
    return parser.tags, "".join("".join(parser.text).split())


@pytest.mark.parametrize("name", ["page.html", "page-crlf.htm", "fragment.html", "soup.html"])
def test_only_texts_change(name: str) -> None:
    page = SAMPLES[name].decode().replace("it <b>stands", "it stands")  # the other parser reads tags there
    written = rebuilt(page).decode()
    assert events(written)[0] == events(page.replace("<b>T</b><b>ika</b>", "<b>Tika</b>"))[0]
    assert events(written)[1].upper() == events(page)[1].upper()


def test_the_page_names_its_new_language() -> None:
    page = '<html xml:lang=en lang="en-GB"><body lang="EN"><a hreflang="en" lang="en">x</a>'
    assert (
        rebuilt(page).decode()
        == '<html xml:lang="de" lang="de"><body lang="de"><a hreflang="en" lang="en">X</a>'
    )
    assert rebuilt('<html lang="fr"><p>x').decode() == '<html lang="fr"><p>X'
    assert rebuilt("<html><p>x", "ar").decode() == '<html dir="rtl"><p>X'
    assert rebuilt('<html dir="ltr" lang="en"><p>x', "he").decode() == '<html dir="rtl" lang="he"><p>X'
    content = '<meta http-equiv="Content-Language" content="en"><p>x'
    assert rebuilt(content).decode() == '<meta http-equiv="Content-Language" content="de"><p>X'


@pytest.mark.parametrize(
    ("page", "text", "expected"),
    [
        (b'<meta charset="latin1"><p>\xe9</p>', "\u0106", '<meta charset="utf-8"><p>\u0106</p>'.encode()),
        (b'<meta charset="latin1"><p>\xe9</p>', "\u00c9", b'<meta charset="latin1"><p>\xc9</p>'),
        (
            b'<meta http-equiv=Content-Type content="text/html; charset=iso-8859-1"><p>x</p>',
            "\u0106",
            '<meta http-equiv=Content-Type content="text/html; charset=utf-8"><p>\u0106</p>'.encode(),
        ),
        (
            b"<head><title>x</title></head>",
            "\u0106",
            '<head><meta charset="utf-8"><title>\u0106</title></head>'.encode(),
        ),
        (b"<p>x</p>", "\u0106", "<p>\u0106</p>".encode()),
        (b"<p>caf\xe9</p>", "\u0106", b"\xef\xbb\xbf" + "<p>\u0106</p>".encode()),
    ],
)
def test_the_page_names_its_new_encoding(page: bytes, text: str, expected: bytes) -> None:
    assert rebuilt(page, u1=text) == expected


def test_xhtml_names_its_new_encoding_too() -> None:
    page = b"<?xml version='1.0' encoding='iso-8859-1'?><html><p>x</p></html>"
    assert rebuilt(page, suffix="xhtml", u1="\u0106\x0b&").decode() == (
        "<?xml version='1.0' encoding='utf-8'?><html><p>\u0106&amp;</p></html>"
    )


def test_lost_codes_are_refused() -> None:
    with pytest.raises(ConversionFailed):
        rebuilt("<p>a <b>b</b></p>", u1="a b")


def test_neighbours_with_tips_of_their_own_are_not_joined() -> None:
    data = b'<p>Say <b title="one">two</b><b title="one">three</b><i>four</i><i>five</i> six</p>'
    source = Source(data=data, suffix="html")
    targets = {unit.id: shout(unit.segment) for unit in FORMAT.extract(source, PAIR).units}
    written = b'<p>SAY <b title="ONE">TWO</b><b title="ONE">THREE</b><i>FOURFIVE</i> SIX</p>'
    assert FORMAT.rebuild(source, targets, PAIR) == written


PIECES = st.sampled_from(
    [
        "word ",
        "Text",
        " ",
        "\n",
        "&nbsp;",
        "&amp;",
        "&eacute;",
        "&",
        "<",
        ">",
        '"',
        "<b>",
        "</b>",
        "<i class=x>",
        "</i>",
        "<p>",
        "</p>",
        "<div title='tip'>",
        "</div>",
        "<br>",
        "<img alt=pic>",
        "<!-- c -->",
        "<code>",
        "</code>",
        "<li>",
        "<button>",
        "</button>",
        "<span translate=no>",
        "</span>",
        "<script>x</script>",
        "<svg>",
        "</svg>",
        "<a href=x>",
        "</a>",
        "<td>",
        "<select>",
        "<option>",
        "</select>",
        "<title>",
        "</title>",
        "<textarea>",
        "</textarea>",
        "12",
        "<pre>",
        "</pre>",
        "<![CDATA[",
        "]]>",
        "<!",
        "</",
        "<p translate=yes>",
        "日本",
    ]
)


@given(st.lists(PIECES, max_size=40), st.sampled_from(["html", "xhtml"]))
def test_any_soup_comes_back_and_translations_are_read_back(pieces: list[str], suffix: str) -> None:
    source = Source(data="".join(pieces).encode(), suffix=suffix)
    units = FORMAT.extract(source, PAIR).units
    assert FORMAT.rebuild(source, {unit.id: unit.segment for unit in units}, PAIR) == source.data
    targets = {unit.id: shout(unit.segment) for unit in units}
    written = Source(data=FORMAT.rebuild(source, targets, PAIR), suffix=suffix)
    again = FORMAT.extract(written, PAIR).units
    assert [plain_text(unit.segment) for unit in again] == [plain_text(targets[unit.id]) for unit in units]


def test_bytes_that_are_not_text_stay_in_tags_and_are_shown_as_numbers() -> None:
    page = b'<?xml version="1.0" encoding="Shift_JIS"?><p>Some <i class="\x81\xff">few</i> words of them.</p>'
    source = Source(data=page, suffix="html")
    units = FORMAT.extract(source, PAIR).units
    for unit in units:
        "".join(code.data for code in codes(unit.segment)).encode()
    assert b"\x81\xff" in FORMAT.rebuild(source, {unit.id: shout(unit.segment) for unit in units}, PAIR)
