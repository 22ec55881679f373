"""Broken files of version 2 are refused, with the element and its line; sound ones like them are not."""

from __future__ import annotations

import pytest

from dragoman.text_io.errors import DocumentCorrupt
from tests.formats.xliff.roundtrip import extract
from tests.formats.xliff.samples import xliff_2

IGNORABLE = '<ignorable id="s"><source>y</source></ignorable>'
ORDERED = '<segment><source>x</source><target order="2">y</target></segment>'
SEGMENT = "<segment><source>x</source></segment>"
FIXED = 'canCopy="no" canDelete="no" canReorder='


def _source(content: str) -> str:
    return f'<unit id="u"><segment><source>x{content}</source></segment></unit>'


def _both(source: str, target: str) -> str:
    return f'<unit id="u"><segment><source>x{source}</source><target>{target}</target></segment></unit>'


STRUCTURE = {
    "unit without id": (f"<unit>{SEGMENT}</unit>", "<unit> on line 4 has no id"),
    "group without id": (f'<group><unit id="u">{SEGMENT}</unit></group>', "<group> on line 4 has no id"),
    "two units": (f'<unit id="u">{SEGMENT}</unit><unit id="u">{SEGMENT}</unit>', "id of another"),
    "two groups": (
        f'<group id="g"/><group id="g"/><unit id="u">{SEGMENT}</unit>',
        "<group> .* id of another",
    ),
    "id with a slash": (f'<unit id="/u">{SEGMENT}</unit>', "not a name token"),
    "empty id": (f'<unit id="">{SEGMENT}</unit>', "not a name token"),
    "no unit": ("", "<file> on line 3 has neither"),
    "no segment": ('<unit id="u"/>', "<unit> on line 4 has no <segment>"),
    "only ignorable": ('<unit id="u"><ignorable><source>x</source></ignorable></unit>', "no <segment>"),
    "no source": ('<unit id="u"><segment/></unit>', "<segment> on line 4 must have one <source>"),
    "target first": (
        '<unit id="u"><segment><target>x</target><source>x</source></segment></unit>',
        "must have one <source>, and after it",
    ),
    "two sources": (
        '<unit id="u"><segment><source>x</source><source>y</source></segment></unit>',
        "one <source>",
    ),
    "two segments of one id": (
        '<unit id="u"><segment id="s"><source>x</source></segment>' + IGNORABLE + "</unit>",
        "<ignorable> .* id of another",
    ),
    "unit in unit": (
        f'<unit id="u"><unit id="v">{SEGMENT}</unit>{SEGMENT}</unit>',
        "is not allowed in <unit>",
    ),
    "notes after segments": (
        f'<unit id="u">{SEGMENT}<notes><note>n</note></notes></unit>',
        "<notes> .* too late in <unit>",
    ),
    "notes after units": (
        f'<unit id="u">{SEGMENT}</unit><notes><note>n</note></notes>',
        "too late in <file>",
    ),
    "notes twice": (
        f'<unit id="u"><notes><note>n</note></notes><notes><note>n</note></notes>{SEGMENT}</unit>',
        "twice in",
    ),
    "notes without note": (f'<notes/><unit id="u">{SEGMENT}</unit>', "<notes> .* has no <note>"),
    "two notes of one id": (
        f'<notes><note id="n">n</note><note id="n">n</note></notes><unit id="u">{SEGMENT}</unit>',
        "<note> .* id of another",
    ),
    "empty skeleton": (f'<skeleton/><unit id="u">{SEGMENT}</unit>', "either contents or href"),
    "full skeleton": (
        f'<skeleton href="a">b</skeleton><unit id="u">{SEGMENT}</unit>',
        "either contents or href",
    ),
    "unknown state": (
        '<unit id="u"><segment state="new"><source>x</source></segment></unit>',
        "unknown state",
    ),
    "subState alone": (
        '<unit id="u"><segment subState="a:b"><source>x</source></segment></unit>',
        "subState",
    ),
    "translate of a segment": (
        '<unit id="u"><segment translate="no"><source>x</source></segment></unit>',
        "must not have the attribute translate",
    ),
    "unknown value of translate": (
        f'<unit id="u" translate="maybe">{SEGMENT}</unit>',
        "unknown value of translate",
    ),
    "foreign attribute of a segment": (
        '<unit id="u"><segment xmlns:m="m" m:a="b"><source>x</source></segment></unit>',
        "attribute of another namespace",
    ),
    "foreign element in a segment": (
        '<unit id="u"><segment><source>x</source><m:a xmlns:m="m"/></segment></unit>',
        "one <source>",
    ),
    "original data without data": (f'<unit id="u"><originalData/>{SEGMENT}</unit>', "has no <data>"),
    "two data of one id": (
        f'<unit id="u"><originalData><data id="d"/><data id="d"/></originalData>{SEGMENT}</unit>',
        "<data> .* id of another",
    ),
    "same order": (
        f'<unit id="u">{ORDERED}<segment><source>x</source><target>y</target></segment></unit>',
        "order that is taken",
    ),
    "other language of a source": (
        '<unit id="u"><segment><source xml:lang="ja">x</source></segment></unit>',
        "another xml:lang",
    ),
    "inherited language": (f'<unit id="u" xml:lang="ja">{SEGMENT}</unit>', "<source> .* another xml:lang"),
    "other space": (
        '<unit id="u"><segment><source xml:space="preserve">x</source><target>y</target></segment></unit>',
        "<target> .* another xml:space",
    ),
}

INLINE = {
    "code without id": (_source("<ph/>"), "<ph> on line 4 has no id"),
    "marker without id": (_source("<mrk>y</mrk>"), "<mrk> on line 4 has no id"),
    "two codes of one id": (_source('<ph id="1"/><pc id="1">y</pc>'), "<pc> .* id of another"),
    "start without end": (_source('<sc id="1"/>'), "<sc> .* has no end"),
    "end without start": (_source('<ec startRef="1"/>'), "<ec> .* has no beginning"),
    "end before start": (_source('<ec startRef="1"/><sc id="1"/>'), "<ec> .* has no beginning"),
    "end of an isolated start": (_source('<sc id="1" isolated="yes"/><ec startRef="1"/>'), "no beginning"),
    "isolated end of a start": (_source('<sc id="1"/><ec startRef="1" isolated="yes"/>'), "either startRef"),
    "isolated end without id": (_source('<ec isolated="yes"/>'), "either startRef"),
    "end with only an id": (_source('<sc id="1"/><ec id="2"/>'), "either startRef"),
    "end with id and start": (_source('<sc id="1"/><ec id="2" startRef="1"/>'), "either startRef"),
    "end of a marker as code": (_source('<sm id="1"/><ec startRef="1"/>'), "no beginning"),
    "marker start without end": (_source('<sm id="1"/>'), "<sm> .* has no end"),
    "marker end without start": (_source('<em startRef="1"/>'), "<em> .* has no beginning"),
    "different halves": (
        _source('<sc id="1" canDelete="no"/><ec startRef="1"/>'),
        "other flags than",
    ),
    "code with contents": (_source('<ph id="1">y</ph><ph id="2"><ph id="3"/></ph>'), "must be empty"),
    "unknown element": (_source('<g id="1">y</g>'), "<g> .* is not allowed in <source>"),
    "foreign element": (_source('<m:a xmlns:m="m"/>'), "<a> .* is not allowed in <source>"),
    "foreign attribute": (_source('<ph id="1" xmlns:m="m" m:a="b"/>'), "another namespace"),
    "unknown data": (_source('<ph id="1" dataRef="d"/>'), "dataRef without its <data>"),
    "unknown data of a pair": (_source('<pc id="1" dataRefEnd="d">y</pc>'), "dataRefEnd without its <data>"),
    "unknown type": (_source('<ph id="1" type="bold"/>'), "unknown type"),
    "subType without type": (_source('<ph id="1" subType="xlf:b"/>'), "subType"),
    "subType of another type": (_source('<ph id="1" type="link" subType="xlf:b"/>'), "subType"),
    "no code point": (_source('<cp hex="110000"/>'), "not a code point"),
    "no hex": (_source('<cp hex="xyz"/>'), "not a code point"),
    "copy of nothing": (_source('<ph id="1" copyOf="2"/>'), "copy of a code that is not there"),
    "copy of what must not": (
        _source('<ph id="1" canCopy="no"/><ph id="2" copyOf="1"/>'),
        "must not be copied",
    ),
    "comment without text": (_source('<mrk id="1" type="comment">y</mrk>'), "either value or ref"),
    "comment with both": (
        _source('<mrk id="1" type="comment" value="a" ref="#n=n">y</mrk>'),
        "either value or",
    ),
    "comment on no note": (_source('<mrk id="1" type="comment" ref="#n=n">y</mrk>'), "refers to a note"),
    "order without firstNo": (_source(f'<ph id="1" {FIXED}"no"/>'), "firstNo"),
    "order of what may go": (_source('<ph id="1" canReorder="firstNo"/>'), "must not be reordered"),
    "code that is gone": (_both('<ph id="1" canDelete="no"/>', "y"), "<target> .* lacks a code"),
    "codes in another order": (
        _both(
            f'<ph id="1" {FIXED}"firstNo"/><ph id="2" {FIXED}"no"/>',
            f'y<ph id="2" {FIXED}"no"/><ph id="1" {FIXED}"firstNo"/>',
        ),
        "another order",
    ),
    "other code of the same id": (_both('<pc id="1">x</pc>', '<ph id="1"/>'), "<ph> .* not like it"),
    "other marker of the same id": (
        _both('<mrk id="1" translate="yes">x</mrk>', '<mrk id="1" translate="no">x</mrk>'),
        "not like it",
    ),
}


@pytest.mark.parametrize("name", [*STRUCTURE, *INLINE])
def test_a_broken_file_is_refused_with_the_element_and_its_line(name: str) -> None:
    units, message = (STRUCTURE | INLINE)[name]

    with pytest.raises(DocumentCorrupt, match=r"on line \d+") as raised:
        extract(xliff_2(units))
    assert raised.match(message)


ROOTS = {
    "no version": (
        'xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en"',
        "version of <xliff> on line 1",
    ),
    "unknown version": (
        'xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.9" srcLang="en"',
        "version of",
    ),
    "no namespace": ('version="2.0" srcLang="en"', "does not declare the namespace"),
    "no language": ('xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0"', "has no srcLang"),
    "other namespace": ('xmlns="urn:mine" version="2.0" srcLang="en"', "not the <xliff>"),
}


@pytest.mark.parametrize("name", ROOTS)
def test_a_root_that_does_not_say_what_it_is_is_refused(name: str) -> None:
    root, message = ROOTS[name]

    with pytest.raises(DocumentCorrupt, match=message):
        extract(f'<xliff {root}><file id="f"><unit id="u">{SEGMENT}</unit></file></xliff>'.encode())


def test_two_files_of_one_id_and_elements_outside_of_files_are_refused() -> None:
    data = xliff_2(f'<unit id="u">{SEGMENT}</unit>')
    file = f'<file id="f1"><unit id="u">{SEGMENT}</unit></file></xliff>'.encode()

    with pytest.raises(DocumentCorrupt, match="<file> on line 6 has the id of another"):
        extract(data.replace(b"</xliff>", file))
    with pytest.raises(DocumentCorrupt, match=r"is not allowed in the root"):
        extract(data.replace(b"</xliff>", b"<unit/></xliff>"))
    with pytest.raises(DocumentCorrupt, match="has no <file>"):
        extract(b'<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"/>')


def test_version_2_2_counts_ids_of_segments_and_codes_together_the_older_ones_do_not() -> None:
    units = '<unit id="u"><segment id="1"><source>x<ph id="1"/></source></segment></unit>'

    assert len(extract(xliff_2(units)).units) == 1
    with pytest.raises(DocumentCorrupt, match=r"<ph> .* id of another"):
        extract(xliff_2(units, version="2.2"))


LAST = '<segment state="initial" subState="a:b"><source>x</source><target order="1">y</target></segment>'
KEPT = '<segment><source>x<ph id="1" canDelete="no"/></source><target>y</target></segment>'
MOVED = '<segment><source>x</source><target>y<ph id="1" canDelete="no"/></target></segment>'
UNIT = f'<unit id="u">{SEGMENT}</unit>'
LANGUAGES = '<source>x</source><target xml:lang="FR">y</target>'

SOUND = (
    f'<unit id="u" xmlns:m="m" m:a="b"><m:any><m:x id="1"/></m:any>{SEGMENT}</unit>',
    f'<skeleton href="a"/><m:any xmlns:m="m"/><notes><note>n</note></notes><group id="g"/>{UNIT}',
    f'<skeleton>data <m:x xmlns:m="m">y</m:x></skeleton>{UNIT}',
    _source('<mrk id="1" type="my:own" xmlns:m="m" m:a="b">y</mrk>'),
    _source('<ph id="1" xmlns:fs="urn:oasis:names:tc:xliff:fs:2.0" fs:fs="b"/>'),
    _source('<ec id="1" isolated="yes"/><sc id="2" isolated="yes"/>'),
    _source('<sc id="1"/>a<sc id="2"/>b<ec startRef="1"/>c<ec startRef="2"/>'),
    _source(f'<pc id="1" {FIXED}"firstNo">t<ph id="2" {FIXED}"no"/></pc><ph id="3"/>'),
    _both('<ph id="1"/>', '<ph id="2"/>'),
    _both('<pc id="1">a</pc>', '<sc id="1"/>a<ec startRef="1"/>'),
    _both('<ph id="1" canDelete="no"/>', ""),
    f'<unit id="u" xml:lang="EN"><segment>{LANGUAGES}</segment></unit>',
    f'<unit id="u">{ORDERED}<ignorable><source> </source></ignorable>{LAST}</unit>',
    f'<unit id="u">{KEPT}{MOVED}</unit>',
)


@pytest.mark.parametrize("units", SOUND)
def test_sound_files_are_read(units: str) -> None:
    assert extract(xliff_2(units)).units
