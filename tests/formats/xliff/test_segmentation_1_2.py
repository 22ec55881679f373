"""Trans-units that are segmented: a unit for each segment, and a target segmented as its source."""

from __future__ import annotations

from dragoman.formats.format import Reason
from dragoman.segments import Text
from tests.formats.xliff.roundtrip import extract, translate
from tests.formats.xliff.samples import xliff_1_2


def test_segments_are_units_and_the_target_is_segmented_as_the_source() -> None:
    data = xliff_1_2(
        '<trans-unit id="1"><source><g id="1">One. Two.</g></source><seg-source><g id="1">'
        '<mrk mtype="seg" mid="a">One.</mrk> <mrk mtype="seg" mid="b">Two.</mrk></g></seg-source>'
        "</trans-unit>"
    )

    assert [unit.id for unit in extract(data).units] == ["1/1/a", "1/1/b"]
    assert (
        b'<g id="1"><mrk mtype="seg" mid="a">ONE.</mrk> <mrk mtype="seg" mid="b">TWO.</mrk></g></target>'
        in translate(data)
    )


def test_segments_that_have_a_translation_keep_it_beside_those_that_get_one() -> None:
    segments = '<mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2">Two.</mrk>'
    data = xliff_1_2(
        f'<trans-unit id="1"><source>One. Two.</source><seg-source>{segments}</seg-source>'
        '<target><mrk mtype="seg" mid="2">Deux.</mrk></target></trans-unit>'
    )

    assert [unit.reason for unit in extract(data).units] == [None, Reason.TRANSLATED]
    assert b'><mrk mtype="seg" mid="1">ONE.</mrk> <mrk mtype="seg" mid="2">Deux.</mrk></target>' in translate(
        data
    )


def test_a_translation_that_is_not_segmented_is_kept_as_one() -> None:
    segments = '<mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2">Two.</mrk>'
    data = xliff_1_2(
        f'<trans-unit id="1"><source>One. Two.</source><seg-source>{segments}</seg-source>'
        "<target>Un et deux.</target></trans-unit>"
    )
    [unit] = extract(data).units

    assert (unit.reason, unit.target) == (Reason.TRANSLATED, (Text(text="Un et deux."),))
    assert translate(data) == data
    assert b'><mrk mtype="seg" mid="1">ONE.</mrk> <mrk mtype="seg" mid="2">TWO.</mrk></target>' in translate(
        data, existing="replace"
    )


def test_a_locked_segment_without_a_translation_keeps_its_source_beside_the_others() -> None:
    data = xliff_1_2(
        '<trans-unit id="1"><source>One. Two.</source><seg-source><mrk mtype="seg" mid="1">One.</mrk> '
        '<mrk mtype="seg" mid="2">Two.</mrk></seg-source><sdl:seg-defs><sdl:seg id="2" locked="true"/>'
        "</sdl:seg-defs></trans-unit>",
        root=' xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" sdl:version="1.0"',
    )

    assert [unit.reason for unit in extract(data).units] == [None, Reason.LOCKED]
    assert (
        b'<target><mrk mtype="seg" mid="1">ONE.</mrk> <mrk mtype="seg" mid="2">Two.</mrk></target>'
    ) in translate(data)


def test_segments_without_ids_of_their_own_are_one_unit() -> None:
    data = xliff_1_2(
        '<trans-unit id="1"><source>One. Two.</source><seg-source><mrk mtype="seg" mid="1">One.</mrk> '
        '<mrk mtype="seg" mid="1">Two.</mrk></seg-source></trans-unit>'
    )

    assert [unit.segment for unit in extract(data).units] == [(Text(text="One. Two."),)]
    assert b">ONE. TWO.</target>" in translate(data)


def test_the_codes_around_segments_stay_where_they_are() -> None:
    data = xliff_1_2(
        '<trans-unit id="1"><source><x id="0"/>One.</source><seg-source><x id="0"/><g id="1">'
        '<mrk mtype="seg" mid="1"><g id="2">One</g>.</mrk><x id="3"/></g></seg-source>'
        '<target><x id="0"/><g id="1"><mrk mtype="seg" mid="1"><g id="2"/></mrk><x id="3"/></g></target>'
        "</trans-unit>"
    )

    assert extract(data).units[0].reason is None
    assert (
        b'<x id="0"/><g id="1"><mrk mtype="seg" mid="1"><g id="2">ONE</g>.</mrk><x id="3"/></g></target>'
    ) in translate(data)
