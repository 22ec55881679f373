"""Trados, memoQ and Phrase: their locks are respected and their states are set."""

from __future__ import annotations

from dragoman.formats.format import Reason
from tests.formats.xliff.roundtrip import extract, translate
from tests.formats.xliff.samples import MEMOQ, PHRASE, TRADOS, xliff_1_2


def test_trados_segments_are_marked_as_drafts_by_a_machine() -> None:
    assert [unit.reason for unit in extract(TRADOS).units] == [None, Reason.TRANSLATED, Reason.LOCKED]

    result = translate(TRADOS)
    assert b'<mrk mtype="seg" mid="1">ONE.</mrk>' in result
    assert b'<sdl:seg id="1" origin="mt" conf="Draft"/>' in result
    assert b'<sdl:seg id="2" conf="Translated" origin="tm" percent="100"/>' in result
    assert b"<target><mrk" in result


def test_a_replaced_trados_segment_is_not_a_match_of_a_memory_any_more_and_a_locked_one_stays() -> None:
    result = translate(TRADOS, existing="replace")

    assert b'<sdl:seg id="2" conf="Draft" origin="mt"/>' in result
    assert b'mid="3">Trois.</mrk>' in result
    assert b'<sdl:seg id="3" locked="true"/>' in result


def test_a_trados_target_copied_from_its_source_is_translated() -> None:
    data = TRADOS.replace(b'<mrk mtype="seg" mid="1"/>', b'<mrk mtype="seg" mid="1">One.</mrk>')

    assert extract(data).units[0].reason is None


def test_memoq_units_become_machine_translated() -> None:
    assert [unit.reason for unit in extract(MEMOQ).units] == [None, Reason.LOCKED]

    result = translate(MEMOQ)
    assert b'<trans-unit id="1" mq:status="MachineTranslated" mq:locked="no">' in result
    assert b'<target xml:space="preserve">ONE</target>' in result
    assert b'mq:status="ManuallyConfirmed" mq:locked="locked"' in result


def test_phrase_units_stay_unconfirmed_and_say_machine() -> None:
    assert [unit.reason for unit in extract(PHRASE).units] == [None, Reason.LOCKED]

    result = translate(PHRASE)
    assert b'<trans-unit id="x:0" m:confirmed="0" m:locked="false" m:trans-origin="mt">' in result
    assert b"<target>ONE</target>" in result
    assert b'm:confirmed="1" m:locked="true" m:trans-origin="tm"' in result


def test_deleted_text_of_trados_is_kept_and_not_translated() -> None:
    data = xliff_1_2(
        '<trans-unit id="1"><source>A <mrk mtype="x-sdl-deleted">gone </mrk>'
        '<mrk mtype="x-sdl-added">new</mrk></source></trans-unit>',
        root=' xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" sdl:version="1.0"',
    )

    assert b'<target>A <mrk mtype="x-sdl-deleted">gone </mrk><mrk mtype="x-sdl-added">NEW</mrk>' in translate(
        data
    )
