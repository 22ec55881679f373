"""Android resources: what is language, how it is spelled, and what stays."""

from __future__ import annotations

import time
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.android import FORMAT
from dragoman.formats.format import Reason
from dragoman.segments import Text, plain_text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from tests.formats.android.samples import STRINGS
from tests.formats.translating import extract, rebuild, replaced, shouted, texts


def resources(inner: str) -> str:
    return f"<resources>{inner}</resources>"


def string(inner: str) -> str:
    return resources(f'<string name="a">{inner}</string>')


def only(inner: str) -> str:
    return plain_text(extract(FORMAT, string(inner)).units[0].segment)


def written(inner: str, new: str) -> str:
    result = rebuild(FORMAT, string(inner), {"1": (Text(text=new),)}).decode()
    return result.removeprefix('<resources><string name="a">').removesuffix("</string></resources>")


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        (r"Don\'t \"do\" it\n\tnow", 'Don\'t "do" it\n\tnow'),
        (r"a\u00e9\uD83D\uDE00b \@ \? \\n", "aé😀b @ ? \\n"),
        ("\n   two \n words  ", "two words"),
        ('"  two   words "', "  two   words "),
        ('one "  two  " three', "one   two   three"),
        ("a &lt;b&gt; &amp; &#8230; c", "a <b> & … c"),
        ("<![CDATA[<b>x</b> & y]]>", "<b>x</b> & y"),
        ('<![CDATA[<a href="x y">link</a>]]>', '<a href="x y">link</a>'),
    ],
)
def test_texts_are_read_as_people_read_them(inner: str, text: str) -> None:
    assert only(inner) == text


@pytest.mark.parametrize(
    ("inner", "new", "result"),
    [
        ("a text", 'l\'été "x"\n\\', r"l\'été \"x\"\n" + "\\\\"),
        ("a text", "@home ?", r"\@home ?"),
        ("a text", " two  words ", r"\u0020two\u0020\u0020words\u0020"),
        ('"a   text"', 'it\'s  "so"', r'"it' + "'" + r's  \"so\""'),
        ("a &#8230; &lt; text", "x … < > &", "x &#8230; &lt; &gt; &amp;"),
        ("a > text &amp;", "b > c & d", "b > c &amp; d"),
        ("<![CDATA[a <b>]]>", "l'<i> ]]>", r"<![CDATA[l\'<i> ]]]]><![CDATA[>]]>"),
        ("\n  a text\n  ", "text", "\n  text\n  "),
    ],
)
def test_translations_are_written_in_the_manner_of_the_string(inner: str, new: str, result: str) -> None:
    assert written(inner, new) == result
    assert only(result) == new


def test_blanks_beside_tags_are_written_as_they_are() -> None:
    inner = "See <xliff:g>%s</xliff:g> and <b> bold </b> text"
    data = string(inner).replace("<resources", '<resources xmlns:xliff="x"')
    assert shouted(FORMAT, data) == data.replace("See", "SEE").replace(
        " and <b> bold </b> text", " AND <b>BOLD </b>TEXT"
    )


def test_tags_and_protected_parts_are_codes() -> None:
    unit = extract(FORMAT, STRINGS).units[2]
    assert [(part.type, part.data) for part in unit.segment if not isinstance(part, Text)] == [
        ("variable", '<xliff:g id="name" example="a > b">%1$s</xliff:g>'),
        ("fmt", "<b>"),
        ("fmt", "<i>"),
        ("fmt", "</i>"),
        ("fmt", "</b>"),
        ("break", "<br/>"),
    ]
    with pytest.raises(ConversionFailed):
        rebuild(FORMAT, STRINGS, {"3": (Text(text="x"),)})


def test_what_is_not_a_language_stays() -> None:
    assert texts(FORMAT, STRINGS) == [
        'Don\'t say "hi" & leave\nnow é … 1 < 2',
        "Don't   move",
        'Hello <xliff:g id="name" example="a > b">%1$s</xliff:g>, read <b>this <i>page</i></b><br/> now',
        '<b>Bold</b> it\'s <a href="https://example.com/">here</a>',
        "Text<!-- in between --> and more",
        "Monday",
        "Tuesday",
        "Plain text here",
        "%d file",
        "%d files",
        "An old way",
    ]
    left = extract(FORMAT, STRINGS).left_alone
    assert left == {Reason.LOCKED: 1, Reason.KEY: 3, Reason.NO_TEXT: 1}


def test_what_looks_like_a_string_within_a_string_is_a_part_of_it() -> None:
    within = 'See <string name="b">this <item>part</item></string> here/>'
    around = '<string name="c" d="/"></string><string name="e"/><string name="f">Last</string>'
    file = resources(f'<string name="a">{within}</string>{around}')

    assert texts(FORMAT, file) == [within, "Last"]
    assert shouted(FORMAT, file) == resources(
        '<string name="a">SEE <string name="b">THIS <item>PART</item></string> HERE/></string>'
        + around.replace("Last", "LAST")
    )


def test_plurals_get_the_quantities_of_the_target() -> None:
    data = resources(
        '\n  <plurals name="p">\n    <item quantity="one">One file</item>\n'
        '    <item quantity="other">%d files</item>\n  </plurals>\n'
    )
    assert shouted(FORMAT, data, "ru") == resources(
        '\n  <plurals name="p">\n    <item quantity="one">%D FILES</item>\n'
        '    <item quantity="few">%D FILES</item>\n    <item quantity="many">%D FILES</item>\n'
        '    <item quantity="other">%D FILES</item>\n  </plurals>\n'
    )
    assert shouted(FORMAT, data, "ja").count("<item") == 2
    again = extract(FORMAT, shouted(FORMAT, data, "ru"), "ru")
    assert [unit.id for unit in again.units] == [unit.id for unit in extract(FORMAT, data, "ru").units]


def test_the_file_names_the_target_language() -> None:
    assert 'tools:locale="de"' in shouted(FORMAT, STRINGS)
    assert 'tools:locale="fr"' in shouted(FORMAT, STRINGS.replace('locale="en"', 'locale="fr"'))


def test_encodings_that_lack_letters_get_references() -> None:
    data = '<?xml version="1.0" encoding="iso-8859-1"?>' + string("<![CDATA[Größe <b>]]>")
    result = replaced(FORMAT, data.encode("latin-1"), {"Größe <b>": "Размер <b>"})
    assert result.endswith(b"&#1056;&#1072;&#1079;&#1084;&#1077;&#1088; &lt;b&gt;</string></resources>")


def test_declared_entities_are_refused_with_advice() -> None:
    with pytest.raises(DocumentCorrupt, match="entities"):
        extract(FORMAT, '<!DOCTYPE resources [<!ENTITY app "My app">]>' + string("&app; here"))
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, " \n")


HOSTILE = {
    "blanks": string("a" + " " * 300_000 + "b"),
    "quotes": string('"' * 300_001),
    "backslashes": string("a" + "\\" * 300_001),
    "attributes": string("<![CDATA[" + '="' * 150_000 + "<]]>"),
    "sections": string("<![CDATA[a]]>" * 20_000),
    "deep": string("<g:g>" * 150 + "a" + "</g:g>" * 150).replace("<resources", '<resources xmlns:g="x"'),
    "plurals": resources('<plurals name="a">' + '<item quantity="one">a</item>' * 20_000 + "</plurals>"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_soon(name: str) -> None:
    begun = time.process_time()
    shouted(FORMAT, HOSTILE[name])
    assert time.process_time() - begun < 5


TEXTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from(" \n\t\\\"'@?<&>"), max_size=30
)


@settings(max_examples=60, deadline=None)
@given(before=TEXTS, after=TEXTS, wrapped=st.sampled_from(["{}", "<![CDATA[{}]]>", "a <b>{}</b> c", '"{}"']))
def test_any_translation_is_read_back(before: str, after: str, wrapped: str) -> None:
    inner = before.replace("]]>", "") if "CDATA" in wrapped else escape(before)
    data = string(wrapped.replace("{}", inner))
    document = extract(FORMAT, data)
    assert rebuild(FORMAT, data, {unit.id: unit.segment for unit in document.units}) == data.encode()
    for unit in document.units:
        target = tuple(
            Text(text=after.strip(" ") or "x") if isinstance(part, Text) else part for part in unit.segment
        )
        again = extract(FORMAT, rebuild(FORMAT, data, {unit.id: target}))
        for one in again.units:
            assert plain_text(one.segment) == plain_text(target).replace("\ufffe", "").replace("\uffff", "")
