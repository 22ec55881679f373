"""Broken, hostile and oddly encoded TMX: valid units are read, problems are reported with their line."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.memories.tmx import ProblemCode, TmxRefused, TmxUnits, read_tmx
from dragoman.memories.tmx.details import LONGEST_PROPERTY, MOST_PROPERTIES
from dragoman.memories.tmx.reading import LONGEST_UNIT
from dragoman.memories.tmx.units import LONGEST_SEGMENT, MOST_LANGUAGES
from tests.memories.tmx.samples import document, pairs, problems, read, read_units, tu, write

TUV = '<tuv xml:lang="{}"><seg>{}</seg></tuv>'


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        (tu("R&D", "x"), ProblemCode.MALFORMED),
        (tu("a < b", "x"), ProblemCode.MALFORMED),
        (tu("a&nbsp;b", "x"), ProblemCode.MALFORMED),
        (tu("<b>a", "x"), ProblemCode.MALFORMED),
        (tu("a&#xD800;", "x"), ProblemCode.MALFORMED),
        (tu("a", "b", attributes=' a="1" a="2"'), ProblemCode.MALFORMED),
        (tu("<!DOCTYPE x>a", "b"), ProblemCode.MALFORMED),
        (tu("a <!-- open", "b"), ProblemCode.MALFORMED),
        (tu("a", "b").removesuffix("</tu>"), ProblemCode.CUT),
        ("<tu/>", ProblemCode.ONE_LANGUAGE),
        ("<tu></tu>", ProblemCode.ONE_LANGUAGE),
        (f"<tu>{TUV.format('en', 'a')}</tu>", ProblemCode.ONE_LANGUAGE),
        (tu("", "x"), ProblemCode.EMPTY),
        (tu("a", " \n "), ProblemCode.EMPTY),
        (tu("a", "b").replace("<seg>b</seg>", ""), ProblemCode.EMPTY),
        (tu("a", "b").replace(' xml:lang="de"', ""), ProblemCode.NO_LANGUAGE),
        (tu("a", "b").replace('"de"', '"German"'), ProblemCode.NO_LANGUAGE),
        (tu("a", "b").replace('"de"', '"d@$"'), ProblemCode.NO_LANGUAGE),
        (tu("a", "b").replace('"de"', '"' + "de" * 9999 + '"'), ProblemCode.NO_LANGUAGE),
        (tu("a", "b").replace('"de"', '"EN"'), ProblemCode.LANGUAGE_TWICE),
        (tu("a", "x" * (LONGEST_SEGMENT + 1)), ProblemCode.TOO_LONG),
        (tu("a", "<ph>" + "x" * LONGEST_SEGMENT + "</ph>b"), ProblemCode.TOO_LONG),
        (tu("a", "<ph/>" * 6_000 + "b"), ProblemCode.TOO_LONG),
        (tu("a", "b", attributes=f' tuid="{"x" * LONGEST_UNIT}"'), ProblemCode.TOO_LONG),
        (tu("a", "<x>" * 60 + "b" + "</x>" * 60), ProblemCode.CODES),
        (tu("a", "<x>" * 100_000 + "b" + "</x>" * 100_000), ProblemCode.CODES),
    ],
)
def test_a_broken_unit_does_not_affect_others(broken: str, code: ProblemCode) -> None:
    text = document(tu("before", "davor"), broken, tu("behind", "dahinter"))
    assert pairs(text) == [("before", "davor"), ("behind", "dahinter")]
    assert problems(text) == [(2, 3, code)]


@pytest.mark.parametrize(
    ("odd", "code"),
    [
        (tu("a", "b").replace("</tu>", TUV.format("de-x", "c") + "</tu>"), ProblemCode.NO_LANGUAGE),
        (tu("a", "b").replace("</tu>", TUV.format("DE", "c") + "</tu>"), ProblemCode.LANGUAGE_TWICE),
        (tu("a\x00", "b"), ProblemCode.CHARACTERS),
        (tu("a&#0;&#xFFFE;", "b"), ProblemCode.CHARACTERS),
        (tu("a", "b", f"<note>{'x' * (LONGEST_PROPERTY + 1)}</note>"), ProblemCode.PROPERTY),
        (tu("a", "b", '<prop type="x-context-pre">' + "x" * 20_001 + "</prop>"), ProblemCode.PROPERTY),
        (tu("a", "b", f'<prop type="{"x" * 300}">y</prop>'), ProblemCode.PROPERTY),
    ],
)
def test_a_part_that_cannot_be_kept_does_not_affect_others(odd: str, code: ProblemCode) -> None:
    text = document(odd)
    assert pairs(text) == [("a", "b")]
    assert problems(text) == [(1, 2, code)]
    assert not any("xxx" in one.message for entry in read(text) for one in entry.problems)


def test_control_characters_are_text() -> None:
    odd = tu("a\x07b&#x1F;c&#31;", "<ph>\x01</ph>", '<prop type="p\x02">&#x3;</prop>')
    (one,) = read_units(document(odd))
    assert pairs(document(odd)) == [("a\x07b\x1fc\x1f", "\x01")]
    assert one.properties == {"p\x02": "\x03"}
    assert read_units(write([one])) == [one]


def test_escapes_of_our_files_give_control_characters_only() -> None:
    odd = tu("a_x0007_", "_x0000_b_xD800_", '<prop type="_x0001_">_x0000_</prop>')
    text = document(odd, header='srclang="en" creationtool="Dragoman"')
    (one,) = read_units(text)
    assert pairs(text) == [("a_x0007_", "_x0000_b_xD800_")]
    assert one.properties == {"\x01": "_x0000_"}
    for number, character in (("0007", "\x07"), ("0000", "0000"), ("D800", "D800"), ("zz", "zz"), ("", "")):
        odd = tu(f'a<ph type="x-dragoman-character">{number}</ph>', "b")
        assert pairs(document(odd)) == [("a" + character, "b")]
    given = replace(one, properties={"a": "\x00"})
    assert read_units(write([given]))[0].properties == {"a": "\ufffd"}


def test_prefixes_and_namespaces() -> None:
    text = document(tu("a", "b").replace("<tu>", '<tu y:z="1"><y:x>c</y:x>'), tu("c", "d"))
    for opening in ("<tmx ", '<tmx xmlns="urn:x" xmlns:y="urn:y" '):
        assert pairs(text.replace("<tmx ", opening)) == [("a", "b"), ("c", "d")]
    assert pairs(document(tu("a", "b").replace("<tu>", '<tu xmlns="urn:x">'))) == [("a", "b")]


def test_tags_in_comments_and_sections_are_ignored() -> None:
    text = document(
        "<!-- <tu> </body> -->",
        tu("a", "b", "<!-- </tu><tu> -->"),
        tu("<![CDATA[</tu>]]>", "d").replace("</tu>", "</tu >").replace("[</tu >", "[</tu>"),
        "<?p </tmx>?>",
        tu("e", "f"),
    )
    assert pairs(text) == [("a", "b"), ("</tu>", "d"), ("e", "f")]
    assert problems(text) == []


def test_languages_and_properties_beyond_the_limits_are_left_out() -> None:
    tuvs = "".join(TUV.format(f"en-x-{n}", n) for n in range(MOST_LANGUAGES + 5))
    props = "".join(f'<prop type="{n}">x</prop>' for n in range(MOST_PROPERTIES + 5))
    (entry,) = read(document(f"<tu>{props}{tuvs}</tu>", header=""))
    assert len(entry.units) == MOST_LANGUAGES - 1
    assert {len(unit.properties) for unit in entry.units} == {MOST_PROPERTIES}
    assert entry.problems[0].code is ProblemCode.TOO_LONG
    assert {problem.code for problem in entry.problems[1:]} == {ProblemCode.PROPERTY}


def test_a_truncated_file_is_read_up_to_its_end() -> None:
    whole = document(tu("a", "b"), tu("c", "d"))
    for end in range(whole.index("</tu>") + 5, whole.index("</body") + 6):
        given: list[TmxUnits] = []
        with pytest.raises(TmxRefused, match="truncated"):
            given.extend(read_tmx(io.BytesIO(whole[:end].encode())))
        assert (
            pairs(whole)[: len(given)]
            == pairs(document(tu("a", "b"), tu("c", "d"))[: len(whole)])[: len(given)]
        )
        assert len(given) == (1 if end < whole.rindex("</tu>") + 5 else 2)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"   \n",
        b"PK\x03\x04\x00\x00",
        b"a,b\n",
        b"<html><body/></html>",
        b"<tmx",
        b"<tmx ",
        b"<tmx version='1.4'/>",
        b"<tmx><header/>",
        b"<!DOCTYPE tmx [",
        b"<?xml version='1.0'?>",
        b"<!-- ",
        b"<tmx><header/><body><!-- ",
        b"\x00\x01\x02\x03" * 10,
        "<".encode("utf-16"),
        document(tu("a", "b"))[:-30].encode("utf-16")[:-1],
    ],
)
def test_a_file_that_is_not_tmx_is_refused(data: bytes) -> None:
    with pytest.raises(TmxRefused):
        read(data)


@pytest.mark.parametrize(
    ("root", "message"),
    [("martif", "term base"), ("tbx", "term base"), ("xliff", "document"), ("x", "not TMX")],
)
def test_refusals_of_other_formats_name_the_right_place(root: str, message: str) -> None:
    with pytest.raises(TmxRefused, match=message):
        read(f'<?xml version="1.0"?><{root} version="1.2"><body/></{root}>')


@pytest.mark.parametrize(
    "subset",
    [
        '<!ENTITY a "b">',
        '<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;',
        '<!ELEMENT x ANY><!-- > --><!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">',
        '<!ATTLIST x y CDATA "]>"><!ENTITY a "b">',
    ],
)
def test_entities_are_refused(subset: str) -> None:
    with pytest.raises(TmxRefused, match="entities"):
        read(f"<!DOCTYPE tmx [ {subset} ]>\n" + document(tu("&a;", "b")))


def test_a_document_type_without_entities_is_passed_over() -> None:
    for kind in (
        '<!DOCTYPE tmx SYSTEM "tmx14.dtd">',
        "<!DOCTYPE tmx SYSTEM 'http://127.0.0.1:1/a>b.dtd'>",
        "<!doctype tmx [<!ELEMENT x (y)><?p > ?>]>",
        '<!DOCTYPE tmx PUBLIC "-//LISA OSCAR:1998//DTD for Translation Memory eXchange//EN" "tmx14.dtd" >',
    ):
        assert pairs(f"<?xml version='1.0'?>\n<!-- c -->{kind}<!-- d -->{document(tu('a', 'b'))}") == [
            ("a", "b")
        ]


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("cp1252", "windows-1252"),
        ("cp1252", "ISO-8859-1"),
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16BE"),
        ("utf-32", "UTF-32"),
        ("utf-32-le", "UTF-32"),
        ("utf-8", "UTF-16"),  # declared wrong from here on
        ("utf-16", "UTF-8"),
        ("utf-16-le", "ISO-8859-1"),
        ("utf-8", "no-such-encoding"),
    ],
)
def test_encodings(encoding: str, declared: str) -> None:
    filler = [tu("plain", "einfach")] * 3000  # over more than one piece
    text = f'<?xml version="1.0" encoding="{declared}"?>\n' + document(*filler, tu("“Straße”", "Größe"))
    assert pairs(text.encode(encoding))[-1] == ("“Straße”", "Größe")


def test_bytes_that_cannot_be_decoded_affect_their_unit_only() -> None:
    text = document(tu("a", "Grüße"), tu("b", "Öl")).encode()
    assert pairs(text.replace("ü".encode(), b"\xff", 1)) == [("b", "Öl")]
    assert problems(text.replace("ü".encode(), b"\xff", 1)) == [(1, 2, ProblemCode.ENCODING)]


def test_lines_are_counted_for_line_ends_of_every_kind() -> None:
    for end in ("\n", "\r\n", "\r"):
        text = document(tu("a\n", "b"), "<tu>\n\n</tu>", "<tu>\n\n&x;</tu>").replace("\n", end)
        assert [line for _, line, _ in problems(text)] == [4, 9]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_mutated_files_are_read_or_refused(data: st.DataObject) -> None:
    text = bytearray(
        document(
            tu('a <bpt i="1" x="1">b</bpt> c<ept i="1">d</ept>', "<hi>b</hi>", "<note>n</note>"),
            tu("c", "d", attributes=' creationdate="20200102T030405Z" usagecount="3"'),
        ).encode()
    )
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, len(text) - 1))
        end = start + data.draw(st.integers(0, 30))
        text[start:end] = data.draw(
            st.binary(max_size=8)
            | st.sampled_from([b"<", b">", b"<!--", b"]]>", b'"', b"</tu>", b"&x;", b"\0", b"&#1;", b"<x:y>"])
        )
    try:
        entries = read(bytes(text))
    except TmxRefused:
        return
    assert all(one.units or one.problems for one in entries)
    units = [unit for entry in entries for unit in entry.units]
    assert read_units(write(units)) == units
