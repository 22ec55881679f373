"""XML of no known vocabulary: what looks like text, what is within text, and what is left."""

from __future__ import annotations

import pytest

from dragoman.formats.format import Languages, Reason, WarningCode
from dragoman.formats.xml import FORMAT
from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from tests.formats.xml.reading import PAIR, extract, rebuilt, replaced, source_of, texts


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("<a><p>One <b>two</b> three</p><p>Four</p></a>", ["One [two] three", "Four"]),
        ("<a><p>One\n  two</p></a>", ["One two"]),
        (
            "<a><p>See <b>this</b>, <b>that</b></p><p><b>One</b> <b>two</b></p></a>",
            ["See [this], [that]", "[One] [two]"],
        ),
        ("<a><head><title>One</title><sub>Two</sub></head></a>", ["One", "Two"]),
        ("<a><li>One<ul>\n<li>Two</li>\n</ul>three</li></a>", ["One", "Two", "three"]),
        ("<a>One <list>\n<x>Two</x>\n<x>Three</x>\n</list> four</a>", ["One", "Two", "Three", "four"]),
        ("<a>Dear <name/>, hello<br/>you <img src='x'/></a>", ["Dear {variable}, hello{break}you"]),
        ("<a>Dear <name></name>!</a>", ["Dear {variable}!"]),
        ("<a>One<!-- c --> two<!-- d --></a>", ["One{comment} two"]),
        ("<a>One <?pi x?>two</a>", ["One {comment}two"]),
        ("<a><p><b>All of it</b></p></a>", ["All of it"]),
        ("<a><p>x <b>One</b><b>two</b></p></a>", ["x [Onetwo]"]),
        ("<a><p>x <b id='1'>One</b><b id='2'>two</b></p></a>", ["x [One][two]"]),
        ("<a><p>x <ui>One</ui><ui>two</ui></p></a>", ["x [One][two]"]),
        ("<名><文>One</文><文>Two <字>three</字></文></名>", ["One", "Two [three]"]),
    ],
)
def test_elements_are_what_they_look_like(document: str, expected: list[str]) -> None:
    assert texts(extract(FORMAT, document)) == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("<a>caf&#233; &amp; &#x20AC; &lt;b></a>", "café & € <b>"),
        ("<a>one&#10;two</a>", "one\ntwo"),
        ("<a xml:space='preserve'> one\r\n two </a>", "one\n two"),
        ("<a><![CDATA[ <i>one</i> & two ]]></a>", "<i>one</i> & two"),
        ("<a>\n<![CDATA[one]]><!-- c -->\n</a>", "one"),
        ("<a>one <![CDATA[<two>]]></a>", "one [<two>]"),
    ],
)
def test_text_is_what_people_read(document: str, expected: str) -> None:
    assert texts(extract(FORMAT, document)) == [expected]


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("<a>one&#160;two</a>", "<a>ONE&#160;TWO</a>"),
        ("<a>one&#10;two</a>", "<a>ONE&#10;TWO</a>"),
        ("<a>é &amp; 1 > 0</a>", "<a>É &amp; 1 > 0</a>"),
        ("<a>\n  one\n  two\n</a>", "<a>\n  ONE TWO\n</a>"),
        ("<a><![CDATA[one]]></a>", "<a><![CDATA[ONE]]></a>"),
        ("<a>one <![CDATA[<b>]]></a>", "<a>ONE <![CDATA[<B>]]></a>"),
        ("<a><p>x <b>One</b><b>two</b></p></a>", "<a><p>X <b>ONETWO</b></p></a>"),
        ("<a>x <b  k='1' >y</b ></a>", "<a>X <b  k='1' >Y</b ></a>"),
        ("<a>x <y/> z</a>\n<!-- end -->\n", "<a>X <y/> Z</a>\n<!-- end -->\n"),
        (
            '<!DOCTYPE a [<!ENTITY p "Widget">]><a>the &p;</a>',
            '<!DOCTYPE a [<!ENTITY p "Widget">]><a>THE &p;</a>',
        ),
        ('<a k="&#9;" xml:lang="en">x</a>', '<a k="&#9;" xml:lang="de">X</a>'),
        (
            '<a><p xml:lang="en">x <q xml:lang="en">y</q></p></a>',
            '<a><p xml:lang="de">X <q xml:lang="de">Y</q></p></a>',
        ),
    ],
)
def test_everything_else_is_unchanged(document: str, expected: str) -> None:
    assert rebuilt(FORMAT, document) == expected


def test_translations_cannot_break_out() -> None:
    evil = '</a><x y="1">&amp;]]>\x00\x1f\r\ud800'
    written = replaced(FORMAT, "<a><p>one</p><q><![CDATA[two]]></q></a>", {"1": evil, "2": evil})
    assert texts(extract(FORMAT, written)) == [
        '</a><x y="1">&amp;]]>\r',
        '</a><x y="1">&amp;]]>',
    ]


def test_prefixes_may_be_declared_elsewhere() -> None:
    document = '<!DOCTYPE a SYSTEM "a.dtd"><a x:y="z"><x:p>One</x:p></a>'
    assert rebuilt(FORMAT, document) == document.replace("One", "ONE")


def test_letters_that_the_encoding_lacks_are_written_by_reference() -> None:
    document = '<?xml version="1.0" encoding="iso-8859-1"?><a><p>é</p><q><![CDATA[é]]></q></a>'.encode(
        "latin-1"
    )
    targets = {name: (Text(text="é€!"),) for name in ("1", "2")}
    written = FORMAT.rebuild(source_of(document), targets, PAIR)
    assert written.endswith(b"<p>\xe9&#8364;!</p><q><![CDATA[\xe9]]>&#8364;<![CDATA[!]]></q></a>")
    assert texts(extract(FORMAT, written)) == ["é€!", "é€!"]


def test_what_is_for_programs_is_left() -> None:
    document = """<a><n>12.5</n><d>2024-01-02</d><u>https://example.org/x</u><id>main_menu</id><code>xYz</code>
    <string name="img_url">foo</string><string name="label">Foo bar</string><t translate="no">Brand</t>
    <t translatable="false">Brand</t></a>"""
    found = extract(FORMAT, document)
    assert texts(found) == ["Foo bar"]
    assert found.left_alone == {Reason.NO_TEXT: 2, Reason.KEY: 4, Reason.LOCKED: 2}


def test_texts_of_several_languages() -> None:
    document = """<a><t xml:lang="en">One</t><t xml:lang="fr">Un</t><s>
    <t lang="en-US">Two</t><t lang="de">Zwei</t></s>
    <c lang="java">Three</c><z xml:lang="zxx">tra la la</z></a>"""
    found = extract(FORMAT, document)
    assert texts(found) == ["One", "Three"]
    assert found.left_alone == {Reason.TRANSLATED: 4}
    assert 'xml:lang="de">ONE</t><t xml:lang="fr">Un<' in rebuilt(FORMAT, document)
    same = Languages(source="en", target="en")
    assert texts(extract(FORMAT, document, same)) == ["One", "Two", "Three"]


def test_another_language_than_the_jobs_is_reported() -> None:
    found = extract(FORMAT, '<a xml:lang="fr"><p>Bonjour</p><p xml:lang="it">Ciao</p></a>')
    assert texts(found) == ["Bonjour"]
    assert [warning.code for warning in found.warnings] == [WarningCode.LANGUAGE_DIFFERS]


def test_options() -> None:
    document = """<m><i t="Tip one">One <k>two</k></i><s><i>Three</i></s><o t="x">Four</o><z>Five</z></m>"""
    assert texts(extract(FORMAT, document, attributes=("i@t",), skip=("s/i", "o"))) == [
        "Tip one",
        "One [two]",
        "Five",
    ]
    assert texts(extract(FORMAT, document, translate=("/m/z", "s"))) == ["Three", "Five"]
    assert texts(extract(FORMAT, document, translate=("i",), skip=("k",))) == ["One {variable}", "Three"]
    assert texts(extract(FORMAT, "<a><k>One</k><k>two</k></a>", inline=("a/k",))) == ["[One][two]"]


@pytest.mark.parametrize("root", ["tmx", "martif", "tbx"])
def test_what_is_to_be_imported_is_refused(root: str) -> None:
    with pytest.raises(ConversionFailed, match="import"):
        extract(FORMAT, f"<{root}><p>Text</p></{root}>")


@pytest.mark.parametrize(
    "document",
    [
        "<a><b></a>",
        "<a>&none;</a>",
        '<a x="1" x="2"/>',
        "<a/>" * 2,
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://example.org/x">%x;]><a>text</a>',
        '<!DOCTYPE a [<!ENTITY x "lol"><!ENTITY y "&x;&x;">]><a>&y;</a>',
        '<!DOCTYPE a [<!ENTITY x "<b>text</b>">]><a>&x;</a>',
        '<?xml version="1.0" encoding="none-such"?><a>text</a>',
    ],
)
def test_broken_and_hostile_files_are_refused(document: str) -> None:
    with pytest.raises(DocumentCorrupt):
        extract(FORMAT, document)


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, "\ufeff \n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "document",
    [
        "<a>" * 400 + "text" + "</a>" * 400,
        "<a>text" + "<b>x" * 400 + "</b>" * 400 + "</a>",
        "<a " + " ".join(f'k{number}="x"' for number in range(4_000)) + ">text</a>",
        "".join(f'<a xmlns:p{number}="u">' for number in range(400)) + "text" + "</a>" * 400,
        "<a>text" + "<!--x-->" * 10_000 + "</a>",
        "<a>text" + " x<!--x-->" * 10_000 + "</a>",
        "<a>text " + "<b>x</b> " * 5_000 + "</a>",
        '<!DOCTYPE a [<!ENTITY x "' + "y" * 200 + '">]><a>text' + "&x;" * 10_000 + "</a>",
    ],
    ids=[
        "deep",
        "deep inline",
        "attributes",
        "prefixes",
        "comments",
        "comments in text",
        "inline",
        "entities",
    ],
)
@pytest.mark.timeout(20)
def test_large_files_are_read(document: str) -> None:
    assert "TEXT" in rebuilt(FORMAT, document)


@pytest.mark.parametrize(
    "document",
    [
        "<a>" * 20_000 + "text" + "</a>" * 20_000,
        "<a " + " ".join(f'k{number}="x"' for number in range(6_000)) + ">text</a>",
        pytest.param("<a>text " + "<b/> x " * 250_000 + "</a>", marks=pytest.mark.campaign),
    ],
    ids=["deep", "attributes", "inline"],
)
@pytest.mark.timeout(60)
def test_size_beyond_the_limits_is_refused(document: str) -> None:
    with pytest.raises(ConversionFailed):
        extract(FORMAT, document)


def test_neighbours_with_attributes_for_people_are_not_joined() -> None:
    document = '<d><p>Say <b tip="One">two</b><b tip="One">three</b><i>four</i><i>five</i> six</p></d>'
    found = extract(FORMAT, document, attributes=("tip",))
    assert texts(found) == ["One", "One", "Say [two][three][fourfive] six"]
