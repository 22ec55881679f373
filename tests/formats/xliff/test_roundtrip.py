"""The law: existing content, written again, changes nothing; written content is read back."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.format import Reason
from dragoman.formats.xliff import xliff_1_2 as first
from dragoman.formats.xliff import xliff_2 as second
from dragoman.formats.xliff.content import TranslateState
from dragoman.formats.xliff.inline import read_content
from dragoman.formats.xliff.writing import render
from dragoman.segments import is_nested, keeps_codes
from dragoman.text_io.xml.tree import XmlNode, scan_xml
from tests.formats.xliff.roundtrip import by_id, extract, rebuild, shout, translate, without_targets
from tests.formats.xliff.samples import SAMPLES, xliff_1_2, xliff_2


@pytest.mark.parametrize("name", SAMPLES)
def test_translations_that_are_there_are_written_without_a_byte_changed(name: str) -> None:
    data = SAMPLES[name]
    document = extract(data)

    assert rebuild(data, {u.id: u.target for u in document.units if u.target is not None}) == data
    assert rebuild(data, {}) == data


@pytest.mark.parametrize("name", SAMPLES)
def test_a_translated_file_differs_in_its_targets_alone_and_is_read_back(name: str) -> None:
    data = SAMPLES[name]
    before = extract(data)
    result = translate(data)
    after = by_id(extract(result))

    assert without_targets(result) == without_targets(data)
    assert result != data
    for unit in before.units:
        if unit.reason is None:
            assert after[unit.id].target == shout(unit.segment)
            assert after[unit.id].reason is Reason.TRANSLATED
        else:
            assert after[unit.id] == unit
    assert translate(result) == result


@pytest.mark.parametrize("name", SAMPLES)
def test_reading_is_deterministic_and_codes_are_nested(name: str) -> None:
    document = extract(SAMPLES[name])

    assert extract(SAMPLES[name]) == document
    assert len(by_id(document)) == len(document.units)
    assert all(is_nested(unit.segment) for unit in document.units)
    assert not any(unit.prose for unit in document.units)


_words = st.text(alphabet=st.sampled_from("ab é<>&\"'\t\n]中😀"), max_size=6)
_ids = st.sampled_from("123")


def _one(pieces: list[str]) -> str:
    return "".join(pieces)


def _inline1(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    native = _words.map(escape)
    return st.one_of(
        st.builds('<g id="{}" ctype="x-bold">{}</g>'.format, _ids, inner),
        st.builds('<g id="{}"/>'.format, _ids),
        st.builds('<mrk mtype="{}">{}</mrk>'.format, st.sampled_from(["term", "protected", "x-a"]), inner),
        st.builds('<x id="{}"/>'.format, _ids),
        st.builds('<bx id="{}" rid="{}"/>'.format, _ids, _ids),
        st.builds('<ex id="{}" rid="{}"/>'.format, _ids, _ids),
        st.builds('<bpt id="{}">{}</bpt>'.format, _ids, native),
        st.builds('<ept id="{}">{}</ept>'.format, _ids, native),
        st.builds('<ph id="{}">{}<sub>{}</sub></ph>'.format, _ids, native, inner),
        st.just("<!-- note --><?do it?><![CDATA[<b>]]>"),
        native,
    )


_content1 = st.recursive(
    _words.map(escape), lambda inner: st.lists(_inline1(inner), max_size=4).map(_one), max_leaves=12
)


@settings(max_examples=150, deadline=None)
@given(source=_content1, target=st.none() | _content1, existing=st.sampled_from(["keep", "replace"]))
def test_any_trans_unit_goes_there_and_back(source: str, target: str | None, existing: str) -> None:
    there = "" if target is None else f"<target>{target}</target>"
    data = xliff_1_2(
        f'<trans-unit id="1"><source>{source}</source>{there}</trans-unit>'
        '<trans-unit id="2"><source>Text</source></trans-unit>'
    )
    _check_there_and_back(data, existing)


_tree2 = st.recursive(
    _words,
    lambda inner: st.lists(st.tuples(st.sampled_from(["pc", "term", "kept", "sc", "sm", "alone"]), inner)),
    max_leaves=12,
)


def _written2(tree: str | list[tuple[str, object]], ids: Iterator[int]) -> str:
    """A tree as inline markup of version 2, with ids that are unique."""
    if isinstance(tree, str):
        return escape(tree)
    pieces = []
    for kind, inner in tree:
        number, written = next(ids), _written2(inner, ids)  # type: ignore[arg-type]
        pieces.append(_FORMS[kind].format(number, written))
    return "".join(pieces)


_FORMS = {
    "pc": '<pc id="{0}" type="fmt">{1}</pc>',
    "term": '<mrk id="{0}" type="term" translate="yes">{1}</mrk>',
    "kept": '<mrk id="{0}" translate="no">{1}</mrk>',
    "sc": '<sc id="{0}"/>{1}<ec startRef="{0}"/>',
    "sm": '<sm id="{0}" translate="no"/>{1}<em startRef="{0}"/>',
    "alone": '<ph id="{0}"/>{1}<cp hex="0001"/><sc id="s{0}" isolated="yes"/>',
}


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(sources=st.lists(_tree2, min_size=1, max_size=3), existing=st.sampled_from(["keep", "replace"]))
def test_any_unit_goes_there_and_back(sources: list[str | list[tuple[str, object]]], existing: str) -> None:
    ids = itertools.count(1)
    segments = "".join(f"<segment><source>{_written2(tree, ids)}</source></segment>" for tree in sources)
    data = xliff_2(f'<unit id="1">{segments}<segment><source>Text</source></segment></unit>')
    _check_there_and_back(data, existing)


def _check_there_and_back(data: bytes, existing: str) -> None:
    document = extract(data, existing=existing)
    own = {unit.id: unit.target for unit in document.units if unit.target is not None}
    assert rebuild(data, own, existing=existing) == data
    result = translate(data, existing=existing)
    after = by_id(extract(result))
    assert without_targets(result) == without_targets(data)
    for unit in document.units:
        if unit.reason is None and shout(unit.segment) != unit.target:
            found = after[unit.id].target
            assert found is not None
            assert keeps_codes(unit.segment, found)
            assert found == shout(unit.segment)


@settings(max_examples=100, deadline=None)
@given(content=_content1)
def test_what_is_read_is_written_the_same(content: str) -> None:
    body = f"<s>{content}</s>".encode()
    _check_written_again(body, first)


@settings(max_examples=100, deadline=None)
@given(tree=_tree2)
def test_what_is_read_of_version_2_is_written_the_same(tree: str | list[tuple[str, object]]) -> None:
    body = f"<s>{_written2(tree, itertools.count(1))}</s>".encode()
    _check_written_again(body, second)


def _check_written_again(body: bytes, version: object) -> None:
    trees: list[XmlNode] = []
    scan_xml(body, opened=lambda _: True, closed=trees.append)
    read = read_content(body, trees[0], version.read_inline, TranslateState())  # type: ignore[attr-defined]
    written = b"<s>" + render(read.segment, (read,), {}) + b"</s>"
    again: list[XmlNode] = []
    scan_xml(written, opened=lambda _: True, closed=again.append)
    assert read_content(written, again[0], version.read_inline, TranslateState()).segment == read.segment  # type: ignore[attr-defined]
