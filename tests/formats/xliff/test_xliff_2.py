"""What is read from and written into files of version 2.x, one feature at a time."""

from __future__ import annotations

import pytest

from dragoman.formats.format import Reason
from dragoman.segments import Code, CodeKind, Text, codes, plain_text
from dragoman.text_io.errors import ConversionFailed
from tests.formats.xliff.roundtrip import by_id, extract, rebuild, shout, translate
from tests.formats.xliff.samples import xliff_2

OPEN, CLOSE, ALONE = CodeKind.OPEN, CodeKind.CLOSE, CodeKind.STANDALONE
MACHINE = b' state="translated" subState="dragoman:mt"'


def _unit(source: str, *, rest: str = "", attributes: str = "", unit: str = "") -> bytes:
    return xliff_2(
        f'<unit id="u"{unit}><segment{attributes}><source>{source}</source>{rest}</segment></unit>'
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('<pc id="1" type="fmt">a</pc>', [("pc1", OPEN, "fmt"), ("pc1", CLOSE, "fmt")]),
        ('a<ph id="1" type="fmt" subType="xlf:lb"/>', [("ph1", ALONE, "break")]),
        ('a<ph id="1" type="ui" subType="xlf:var"/>', [("ph1", ALONE, "variable")]),
        ('a<ph id="1" type="image"/><cp hex="0007"/>', [("ph1", ALONE, "object"), ("cp", ALONE, "tag")]),
        ('<sc id="1" type="link"/>a<ec startRef="1"/>', [("pc1", OPEN, "link"), ("pc1", CLOSE, "link")]),
        (
            '<sc id="1"/>a<sc id="2"/>b<ec startRef="1"/>c<ec startRef="2"/>',
            [("pc1", ALONE, "tag"), ("pc2", OPEN, "tag"), ("/pc1", ALONE, "tag"), ("pc2", CLOSE, "tag")],
        ),
        (
            '<sc id="1" isolated="yes"/>a<ec id="2" isolated="yes"/>',
            [("pc1", ALONE, "tag"), ("/pc2", ALONE, "tag")],
        ),
        ('<mrk id="1" type="term">a</mrk>', [("mrk1", OPEN, "tag"), ("mrk1", CLOSE, "tag")]),
        ('a<mrk id="1" translate="no">b</mrk>', [("mrk1", ALONE, "variable")]),
        ('<sm id="1"/>a<em startRef="1"/>', [("mrk1", OPEN, "tag"), ("mrk1", CLOSE, "tag")]),
    ],
)
def test_inline_elements_become_codes(source: str, expected: list[tuple[str, CodeKind, str]]) -> None:
    [unit] = extract(_unit(source)).units

    assert [(code.id, code.kind, code.type) for code in codes(unit.segment)] == expected


def test_a_target_is_put_after_the_source_and_the_state_names_its_origin() -> None:
    result = translate(_unit("Hello", attributes=' id="s"', rest=""))

    assert b'<segment id="s"' + MACHINE + b"><source>Hello</source><target>HELLO</target></segment>" in result


def test_the_state_of_a_replaced_translation_is_changed_and_its_place_kept() -> None:
    data = _unit(
        "Hello", attributes=' state="final" subState="my:x"', rest='<target order="1">Salut</target>'
    )

    assert translate(data) == data
    assert b"<segment" + MACHINE in translate(data, existing="replace")
    assert b'<target order="1">HELLO</target>' in translate(data, existing="replace")


def test_a_target_like_its_source_is_translated_only_while_its_state_is_initial() -> None:
    target = "<target>Hello</target>"

    assert extract(_unit("Hello", rest=target)).units[0].reason is Reason.TRANSLATED
    assert extract(_unit("Hello", attributes=' state="initial"', rest=target)).units[0].reason is None


@pytest.mark.parametrize(
    ("group", "unit", "locked"),
    [("", "", False), ("no", "", True), ("no", "yes", False), ("", "no", True), ("yes", "no", True)],
)
def test_translate_is_inherited(group: str, unit: str, locked: bool) -> None:
    flags = [f' translate="{value}"' if value else "" for value in (group, unit)]
    data = xliff_2(
        f'<group id="g"{flags[0]}><unit id="u"{flags[1]}><segment><source>A</source></segment></unit></group>'
    )

    assert extract(data).units[0].reason is (Reason.LOCKED if locked else None)


def test_text_that_markers_protect_comes_back_untouched() -> None:
    data = _unit('Use <sm id="1" translate="no"/>foo &amp; bar<em startRef="1"/> well')
    [unit] = extract(data).units

    assert plain_text(unit.segment) == "Use  well"
    assert [code.data for code in codes(unit.segment) if code.type == "variable"] == ["foo & bar"]
    assert (
        b'<target>USE <sm id="1" translate="no"/>foo &amp; bar<em startRef="1"/> WELL</target>'
        in translate(data)
    )


def test_a_marker_may_open_a_part_of_a_locked_unit_across_segments() -> None:
    data = xliff_2(
        '<unit id="u" translate="no">'
        '<segment><source>Kept <sm id="m" translate="yes"/>open</source></segment>'
        "<segment><source>all open</source></segment>"
        '<segment><source>end<em startRef="m"/> kept</source></segment>'
        "<segment><source>kept again</source></segment></unit>"
    )
    units = extract(data).units

    assert [plain_text(unit.segment) for unit in units] == ["open", "all open", "end", ""]
    assert [unit.reason for unit in units] == [None, None, None, Reason.LOCKED]
    assert b'<target>Kept <sm id="m" translate="yes"/>OPEN</target>' in translate(data)
    assert b'<target>END<em startRef="m"/> kept</target>' in translate(data)


def test_the_text_of_a_nested_marker_is_open_inside_of_a_protected_one() -> None:
    data = _unit('A <mrk id="1" translate="no">b <mrk id="2" translate="yes">c</mrk> d</mrk> e')

    assert (
        b'<target>A <mrk id="1" translate="no">b <mrk id="2" translate="yes">C</mrk> d</mrk> E</target>'
    ) in translate(data)


def test_ignorables_notes_data_and_modules_are_left_alone() -> None:
    data = xliff_2(
        '<unit id="u" xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"><mtc:matches><mtc:match ref="#s">'
        "<source>Hello</source><target>Salut</target></mtc:match></mtc:matches><notes><note>n</note></notes>"
        '<segment id="s"><source>Hello</source></segment><ignorable><source> x </source></ignorable></unit>'
    )

    assert [unit.id for unit in extract(data).units] == ["f1/u/s"]
    assert translate(data) == data.replace(b'<segment id="s">', b'<segment id="s"' + MACHINE + b">").replace(
        b"</source></segment>", b"</source><target>HELLO</target></segment>"
    )


def test_a_new_target_takes_a_free_place_when_its_own_is_taken() -> None:
    data = xliff_2(
        '<unit id="u"><segment><source>A</source><target order="2">a</target></segment>'
        "<segment><source>B</source></segment><segment><source>C</source></segment></unit>"
    )
    result = translate(data)

    assert b'<source>B</source><target order="1">B</target>' in result
    assert b"<source>C</source><target>C</target>" in result
    assert extract(result).units


def test_a_new_target_has_the_space_of_its_source() -> None:
    data = _unit("A").replace(b"<source>", b'<source xml:space="preserve">')

    assert b'<target xml:space="preserve">A</target>' in translate(data)
    assert extract(translate(data)).units[0].reason is Reason.TRANSLATED


def test_codes_that_must_not_be_reordered_are_put_in_order_again() -> None:
    rules = 'canDelete="no" canCopy="no" canReorder='
    data = _unit(f'a <ph id="1" {rules}"firstNo"/><ph id="2" {rules}"no"/> b')
    before, one, two, after = extract(data).units[0].segment

    result = rebuild(data, {"f1/u/#1": (two, before, one, after)})
    assert result.index(b'<target><ph id="1"') < result.rindex(b'<ph id="2"')


def test_a_pair_over_two_segments_is_two_codes() -> None:
    data = xliff_2(
        '<unit id="u"><segment id="a"><source>A <sc id="1"/>b</source></segment>'
        '<segment id="b"><source>c<ec startRef="1"/> d</source></segment></unit>'
    )
    units = by_id(extract(data))

    assert [[code.kind for code in codes(unit.segment)] for unit in units.values()] == [[ALONE], [ALONE]]
    assert b'<target>C<ec startRef="1"/> D</target>' in translate(data)


@pytest.mark.parametrize("translated", [0, 1])
def test_a_pair_over_two_segments_may_be_translated_by_half(translated: int) -> None:
    data = xliff_2(
        '<unit id="u"><segment><source>a <sc id="1"/>b<sm id="m"/></source></segment>'
        '<segment><source>c<em startRef="m"/><ec startRef="1"/> d</source></segment></unit>'
    )
    unit = extract(data).units[translated]
    result = rebuild(data, {unit.id: shout(unit.segment)})
    [found] = [again for again in extract(result).units if again.id == unit.id]
    assert found.target == shout(unit.segment)


def test_a_translation_that_has_not_the_codes_of_its_source_is_refused() -> None:
    data = _unit('Hello <ph id="1"/>')

    with pytest.raises(ConversionFailed, match="codes"):
        rebuild(data, {"f1/u/#1": (Text(text="Salut"),)})


def test_long_pictures_of_codes_are_cut_and_differ() -> None:
    data = _unit(f'a<ph id="1" disp="{"x" * 400}1"/><ph id="2" disp="{"x" * 400}2"/>')
    found = [part for part in extract(data).units[0].segment if isinstance(part, Code)]

    assert all(len(code.data) <= 200 for code in found)
    assert found[0].data[-12:] != found[1].data[-12:]
    assert translate(data).count(b"x" * 400) == 4


def test_what_people_changed_in_the_codes_of_a_target_is_kept() -> None:
    data = _unit(
        'Hello <pc id="1">you</pc>',
        rest='<target>Salut <sc id="1"/>toi<ec startRef="1"/> <ph id="n"/></target>',
    )
    [unit] = extract(data).units
    assert unit.target is not None

    assert rebuild(data, {unit.id: unit.target}) == data
    assert b'<target>HELLO <pc id="1">YOU</pc></target>' in rebuild(data, {unit.id: shout(unit.segment)})


@pytest.mark.parametrize(
    ("profile", "restriction", "most"),
    [
        ("xliff:codepoints", "30", 30),
        ("xliff:codepoints", "10,30", 30),
        ("xliff:codepoints", "10,*", None),
        ("xliff:codepoints", "", None),
        ("xliff:utf8", "30", None),
        ("my:pixels", "30", None),
    ],
)
def test_a_restriction_of_characters_is_the_limit_of_a_unit(
    profile: str, restriction: str, most: int | None
) -> None:
    slr = 'xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0"'
    profiles = f'<slr:profiles {slr} generalProfile="{profile}"/>'
    segment = "<segment><source>Hello</source></segment>"
    unit = f'<unit id="u" {slr} slr:sizeRestriction="{restriction}">{segment}</unit>'
    (one,) = extract(xliff_2(profiles + unit)).units
    assert (one.max_length, one.note) == (most, "At most 30 characters." if most else "")


def test_a_restriction_of_a_unit_is_of_none_of_its_segments() -> None:
    slr = 'xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0"'
    segments = "".join(f"<segment><source>{text}.</source></segment>" for text in ("One", "Two"))
    profiles = f'<slr:profiles {slr} generalProfile="xliff:codepoints"/>'
    unit = f'<unit id="u" {slr} slr:sizeRestriction="9">{segments}</unit>'
    assert [one.max_length for one in extract(xliff_2(profiles + unit)).units] == [None, None]
