"""What is read from and written into files of version 1.x, one feature at a time."""

from __future__ import annotations

import pytest

from dragoman.formats.format import Reason
from dragoman.segments import Code, CodeKind, Text, codes, plain_text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from tests.formats.xliff.roundtrip import by_id, extract, rebuild, shout, translate
from tests.formats.xliff.samples import xliff_1_2


def _unit(source: str, *, rest: str = "", attributes: str = "") -> bytes:
    return xliff_1_2(f'<trans-unit id="1"{attributes}><source>{source}</source>{rest}</trans-unit>')


def _codes(source: str) -> list[tuple[str, CodeKind, str]]:
    [unit] = extract(_unit(source)).units
    return [(code.id, code.kind, code.type) for code in codes(unit.segment)]


OPEN, CLOSE, ALONE = CodeKind.OPEN, CodeKind.CLOSE, CodeKind.STANDALONE


def test_text_is_read_with_its_references_resolved_and_written_escaped() -> None:
    data = _unit("a &lt;b&gt; &amp; <![CDATA[<i>]]>&#x20AC;")

    assert extract(data).units[0].segment == (Text(text="a <b> & <i>€"),)
    assert b"<target state" in translate(data)
    assert ">A &lt;B&gt; &amp; &lt;I&gt;€</target>".encode() in translate(data)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('<g id="1" ctype="bold">a</g>', [("g1", OPEN, "fmt"), ("g1", CLOSE, "fmt")]),
        ('<g id="1" ctype="link">a</g>', [("g1", OPEN, "link"), ("g1", CLOSE, "link")]),
        (
            'a<g id="1"/><g id="1"/>',
            [("g1", OPEN, "tag"), ("g1", CLOSE, "tag"), ("g1~2", OPEN, "tag"), ("g1~2", CLOSE, "tag")],
        ),
        (
            'a<x id="1" ctype="lb"/><x id="2" ctype="image"/>',
            [("x1", ALONE, "break"), ("x2", ALONE, "object")],
        ),
        ('<bx id="1" rid="5"/>a<ex id="2" rid="5"/>', [("bx5", OPEN, "tag"), ("bx5", CLOSE, "tag")]),
        (
            '<bpt id="1" ctype="x-italic">[</bpt>a<ept id="1">]</ept>',
            [("bpt1", OPEN, "fmt"), ("bpt1", CLOSE, "fmt")],
        ),
        ('a<ex id="1"/><bx id="1"/>', [("/bx1", ALONE, "tag"), ("bx1", ALONE, "tag")]),
        ('<it id="1" pos="open">[</it>a<ph id="2">p</ph>', [("it1", ALONE, "tag"), ("ph2", ALONE, "tag")]),
        (
            '<bx id="1"/>a<bx id="2"/>b<ex id="1"/>c<ex id="2"/>',
            [
                ("bx1", ALONE, "tag"),
                ("bx2", OPEN, "tag"),
                ("/bx1", ALONE, "tag"),
                ("bx2", CLOSE, "tag"),
            ],
        ),
        (
            '<bx id="1"/>a<g id="2">b<ex id="1"/></g>',
            [
                ("bx1", ALONE, "tag"),
                ("g2", OPEN, "tag"),
                ("/bx1", ALONE, "tag"),
                ("g2", CLOSE, "tag"),
            ],
        ),
        (
            '<mrk mtype="term">a</mrk><mrk mtype="protected">b</mrk>',
            [
                ("mrk", OPEN, "tag"),
                ("mrk", CLOSE, "tag"),
                ("mrk~2", ALONE, "variable"),
            ],
        ),
        ("a<!-- c --><?pi d?>", [("comment", ALONE, "tag"), ("instruction", ALONE, "tag")]),
        ('a<u:y xmlns:u="urn:u">b</u:y>', [("other", ALONE, "tag")]),
    ],
)
def test_inline_elements_become_codes(source: str, expected: list[tuple[str, CodeKind, str]]) -> None:
    assert _codes(source) == expected


def test_a_target_is_put_after_the_source_as_it_is_indented() -> None:
    data = _unit("Hello", rest="\n        <note>n</note>").replace(b"><source>", b">\n        <source>")
    result = translate(data)

    assert (
        b'        <source>Hello</source>\n        <target state="needs-review-translation" '
        b'state-qualifier="mt-suggestion">HELLO</target>\n        <note>n</note>'
    ) in result


@pytest.mark.parametrize(
    ("attributes", "most", "note"),
    [
        (' maxwidth="80" size-unit="char"', 80, "At most 80 characters.\nShown on the back."),
        (' maxwidth="120"', None, "At most 120 pixels.\nShown on the back."),
        (' maxwidth="wide"', None, "Shown on the back."),
        (' maxwidth="0" size-unit="char"', None, "Shown on the back."),
        (' maxwidth="99999999999999999999" size-unit="char"', None, "Shown on the back."),
        ("", None, "Shown on the back."),
    ],
)
def test_the_limit_of_a_length_is_a_note_and_characters_are_counted(
    attributes: str, most: int | None, note: str
) -> None:
    [unit] = extract(_unit("Hello", rest="<note>Shown on the back.</note>", attributes=attributes)).units
    assert (unit.max_length, unit.note) == (most, note)


def test_the_limit_of_a_trans_unit_is_of_none_of_its_segments() -> None:
    parts = '<seg-source><mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2">Two.</mrk></seg-source>'
    document = extract(_unit("One. Two.", rest=parts, attributes=' maxwidth="9" size-unit="char"'))
    assert [(one.max_length, one.note) for one in document.units] == [(None, "At most 9 characters.")] * 2


def test_line_ends_of_the_file_are_used_in_what_is_written() -> None:
    data = _unit("One\ntwo").replace(b"><source>", b">\n  <source>").replace(b"\n", b"\r\n")

    assert b"\r\n  <target" in translate(data)
    assert b">ONE\r\nTWO</target>" in translate(data)
    assert translate(data).count(b"\n") == translate(data).count(b"\r\n")


def test_a_new_target_has_the_prefix_the_space_and_the_language_of_its_source() -> None:
    data = (
        b'<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:1.2" version="1.2">'
        b'<x:file source-language="en"><x:body><x:trans-unit id="1">'
        b'<x:source xml:space="preserve" xml:lang="en" xmlns:u="urn:u">'
        b"Hello <u:y/></x:source></x:trans-unit></x:body></x:file></x:xliff>"
    )

    assert (
        b'<x:target xml:space="preserve" xmlns:u="urn:u" xml:lang="fr" state="needs-review-translation" '
        b'state-qualifier="mt-suggestion">HELLO <u:y/></x:target></x:trans-unit>'
    ) in translate(data)


@pytest.mark.parametrize(
    "target",
    [
        "",
        "<target/>",
        "<target></target>",
        '<target state="new"> </target>',
        '<target><x id="1"/></target>',
        '<target state="new">Hello<x id="1"/></target>',
        '<target state="needs-translation">Hello<x id="1"/></target>',
    ],
)
def test_units_without_a_translation_are_translated(target: str) -> None:
    data = _unit('Hello<x id="1"/>', rest=target)

    assert extract(data).units[0].reason is None
    assert b'mt-suggestion">HELLO<x id="1"/></target>' in translate(data)


@pytest.mark.parametrize(
    "target",
    [
        "<target>Salut</target>",
        '<target state="translated">Hello</target>',
        "<target>Hello</target>",
        '<target state="needs-review-translation">Salut</target>',
    ],
)
def test_translations_that_are_there_are_kept_and_given(target: str) -> None:
    data = _unit("Hello", rest=target)

    [unit] = extract(data).units
    assert unit.reason is Reason.TRANSLATED
    assert unit.target is not None
    assert translate(data) == data


def test_translations_are_replaced_when_asked_for() -> None:
    data = _unit(
        "Hello", rest='<target state="final" phase-name="p">Salut</target>', attributes=' approved="yes"'
    )
    result = translate(data, existing="replace")

    assert b'<trans-unit id="1" approved="no">' in result
    assert (
        b'<target state="needs-review-translation" phase-name="p" state-qualifier="mt-suggestion">'
        b"HELLO</target>"
    ) in result


@pytest.mark.parametrize(
    ("around", "locked"),
    [
        ('<group translate="no">@</group>', True),
        ('<group translate="no"><group>@</group></group>', True),
        ('<group translate="no"><group translate="yes">@</group></group>', False),
        ("<group>@</group>", False),
        ('<bin-unit id="b" mime-type="a/b" translate="no">@</bin-unit>', True),
    ],
)
def test_translate_no_locks_units_of_a_group(around: str, locked: bool) -> None:
    data = xliff_1_2(around.replace("@", '<trans-unit id="1"><source>A</source></trans-unit>'))

    assert extract(data).units[0].reason is (Reason.LOCKED if locked else None)


def test_a_sub_flow_is_a_unit_of_its_own() -> None:
    data = _unit(
        'See <ph id="1">&lt;img alt="<sub>the <g id="2">big</g> picture</sub>" title="<sub>T</sub>"/&gt;</ph>'
    )
    units = by_id(extract(data))

    assert [plain_text(unit.segment) for unit in units.values()] == ["See ", "the big picture", "T"]
    assert (
        b'SEE <ph id="1">&lt;img alt="<sub>THE <g id="2">BIG</g> PICTURE</sub>" '
        b'title="<sub>T</sub>"/&gt;</ph></target>' in translate(data)
    )
    only = {"1/1/ph1.1": shout(units["1/1/ph1.1"].segment)}
    assert b'>See <ph id="1">&lt;img alt="<sub>THE ' in rebuild(data, only)


def test_a_code_without_text_around_it_still_has_its_sub_flow_translated() -> None:
    data = _unit('<ph id="1"><sub>Hello</sub></ph>')

    assert b'<ph id="1"><sub>HELLO</sub></ph></target>' in translate(data)


def test_a_target_with_other_codes_is_kept_until_it_is_rewritten() -> None:
    data = _unit('Hello <g id="1">world</g>', rest='<target>Salut <g id="2">monde</g></target>')
    [unit] = extract(data).units
    assert unit.target is not None

    assert rebuild(data, {unit.id: unit.target}) == data
    with pytest.raises(ConversionFailed, match="unit 1/1 "):
        rebuild(data, {unit.id: shout(unit.target)})


@pytest.mark.parametrize(
    "wrong",
    [
        (Text(text="Salut"),),
        (Code(id="g1", kind=OPEN, type="tag", data='<g id="1">'), Text(text="x")),
        (Code(id="z", kind=ALONE, type="tag", data="<z/>"), Text(text="x")),
    ],
)
def test_a_translation_that_has_not_the_codes_of_its_source_is_refused(
    wrong: tuple[Text | Code, ...],
) -> None:
    data = _unit('Hello <g id="1">world</g>')

    with pytest.raises(ConversionFailed, match="codes"):
        rebuild(data, {"1/1": wrong})


def test_a_translation_that_xml_cannot_hold_is_refused() -> None:
    with pytest.raises(ConversionFailed, match="control characters"):
        rebuild(_unit("Hello"), {"1/1": (Text(text="a\x00b"),)})


def test_an_empty_pair_is_opened_when_words_come_into_it() -> None:
    data = _unit('Hello <g id="1" ctype="bold" /> you')
    text, opening, closing, rest = extract(data).units[0].segment

    assert b'>Hello <g id="1" ctype="bold" /> you</target>' in rebuild(
        data, {"1/1": (text, opening, closing, rest)}, existing="keep"
    )
    assert b'><g id="1" ctype="bold">Salut</g>!</target>' in rebuild(
        data, {"1/1": (opening, Text(text="Salut"), closing, Text(text="!"))}
    )


def test_halves_that_cross_stay_in_their_order() -> None:
    data = _unit('<bx id="1"/>a <g id="2">b <ex id="1"/>c</g>')
    first, a, opening, b, second, c, closing = extract(data).units[0].segment

    result = rebuild(data, {"1/1": (opening, a, second, closing, b, first, c)})
    assert b'><g id="2">a <bx id="1"/></g>b <ex id="1"/>c</target>' in result


def test_ids_are_unique_in_any_file() -> None:
    units = "".join(
        f"<trans-unit{i}><source>A</source></trans-unit>"
        for i in (' id="1"', ' id="1"', "", ' id="1~2"', f' id="{"x" * 5000}"', ' id=""')
    )
    document = extract(xliff_1_2(units))

    assert len(by_id(document)) == 6
    assert max(len(unit.id) for unit in document.units) < 130


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_older_versions_are_read(version: str) -> None:
    unit = '<trans-unit id="1"><source>A</source></trans-unit>'
    data = f'<xliff version="{version}"><file source-language="en"><body>{unit}</body></file></xliff>'

    assert b'state="needs-review-translation"' in translate(data.encode())
    assert (b"state-qualifier" in translate(data.encode())) == (version == "1.1")


def test_a_trans_unit_without_a_source_is_refused_with_its_line() -> None:
    with pytest.raises(DocumentCorrupt, match="<trans-unit> on line 5 has no <source>"):
        extract(xliff_1_2('<trans-unit id="1"><target>A</target></trans-unit>'))


@pytest.mark.parametrize("source", ["", "<source/>", " <x id='1'/> "])
def test_a_file_without_text_is_empty(source: str) -> None:
    with pytest.raises(DocumentEmpty):
        extract(_unit(source))
