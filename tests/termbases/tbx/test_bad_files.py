"""Broken, hostile and oddly encoded TBX: valid entries are read, problems are reported with their line."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator
from typing import BinaryIO, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.termbases.problems import Effect, TermsUnreadable
from dragoman.termbases.tbx import read_tbx
from dragoman.termbases.tbx.reading import LONGEST_ENTRY
from tests.termbases.tbx.samples import DCA, VERSION_2, document, entry, read, texts_of


def problems(data: bytes | str) -> list[tuple[int, str]]:
    return [(problem.line, problem.effect) for one in read(data) for problem in one.problems]


@pytest.mark.parametrize(
    "broken",
    [
        '<termEntry id="x"><langSet xml:lang="en"><tig><term>R&D</term></tig></langSet></termEntry>',
        '<termEntry id="x"><langSet xml:lang="en"><tig><term>a < b</term></tig></langSet></termEntry>',
        '<termEntry id="x"><langSet xml:lang="en"><tig><term>a</trem></tig></langSet></termEntry>',
        '<termEntry id="x"><langSet xml:lang="en"><tig><term>a</tig></langSet></termEntry>',
        '<termEntry id="x"><langSet xml:lang="en"><tig><term>a&nbsp;b</term></tig></langSet></termEntry>',
        '<termEntry id="x><langSet xml:lang="en"><tig><term>a</term></tig></langSet></termEntry>',
        '<termEntry id="x" id="y"><langSet xml:lang="en"><tig><term>a</term></tig></langSet></termEntry>',
        '<termEntry id="x"><langSet xml:lang="en"><tig><term>a</term></tig></langSet>',
        '<termEntry id="x"><!-- open <langSet xml:lang="en"><tig><term>a</term></tig></langSet></termEntry>',
        '<termEntry id="x"/>',
        '<termEntry id="x"><langSet xml:lang="en"/></termEntry>',
        '<termEntry id="x"><langSet xml:lang="en"><tig><term/></tig></langSet></termEntry>',
        '<termEntry id="x"><langSet><tig><term>a</term></tig></langSet></termEntry>',
        '<termEntry id="x"><langSet xml:lang="no language"><tig><term>a</term></tig></langSet></termEntry>',
        entry("a &lt;b>tag&lt;/b>"),
        entry("x" * 10_000),
        entry("a&#0;b"),
        entry("<!DOCTYPE x>"),
        "<termEntry>" + "<a>" * 3000 + "</a>" * 3000 + "</termEntry>",
    ],
)
def test_a_broken_entry_does_not_affect_others(broken: str) -> None:
    text = document(entry("before"), broken, entry("behind", id_="d"))
    assert texts_of(text) == [["before"], ["behind"]]
    lines = {line for line, effect in problems(text) if effect == Effect.ENTRY_LEFT_OUT}
    assert lines == {3}


def test_an_invalid_term_does_not_affect_others() -> None:
    text = document(entry("good", "a\x0bbad", "", "x" * 501, "fine"))
    assert texts_of(text) == [["good", "fine"]]
    assert problems(text) == [(2, Effect.PART_LEFT_OUT)] * 3
    messages = [problem.message for one in read(text) for problem in one.problems]
    assert not any("bad" in message or "xxx" in message for message in messages)


def test_tags_in_comments_and_sections_are_ignored() -> None:
    commented = "<!-- <termEntry><x> </martif> -->"
    inside = entry("b", id_="b").replace("<tig>", "<!-- </termEntry> --><tig>", 1)
    section = entry("<![CDATA[</termEntry>]]>", id_="s").replace("/termEntry>]]", "&]]")
    assert texts_of(document(entry("a"), commented, inside, section)) == [["a"], ["b"], ["<&"]]


def test_repeated_ids() -> None:
    first, second = read(document(entry("a"), entry("b")))
    assert first.concept is not None
    assert second.concept is not None
    assert (first.concept.id, second.concept.id) == ("c", "")
    assert second.problems[0].effect is Effect.NOTICED


def test_a_truncated_file_is_read_up_to_its_end() -> None:
    whole = document(entry("a"), entry("b", id_="d"))
    for end in range(whole.index("</termEntry>") + 12, len(whole) - 1):
        *entries, last = read(whole[:end])
        assert entries[0].concept is not None, end
        assert [problem.effect for problem in last.problems] == [Effect.REST_LEFT_OUT], end
    assert problems(whole[: whole.rindex("<term>")])[-2:] == [
        (3, Effect.ENTRY_LEFT_OUT),
        (3, Effect.REST_LEFT_OUT),
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"   \n",
        b"PK\x03\x04\x00\x00",
        b"term,definition\na,b\n",
        b"<html><body/></html>",
        b'<tmx version="1.4"/>',
        b"<martif",
        b"<martif ",
        b"<!DOCTYPE martif [",
        b"<?xml version='1.0'?>",
        b"<!-- ",
        b"\x00\x01\x02\x03" * 10,
        "<".encode("utf-16"),
    ],
)
def test_a_file_that_is_not_tbx_is_refused(data: bytes) -> None:
    with pytest.raises(TermsUnreadable):
        read(data)


def test_the_refusal_of_tmx_names_translation_memories() -> None:
    with pytest.raises(TermsUnreadable, match="translation memory"):
        read('<?xml version="1.0"?><tmx version="1.4"><body/></tmx>')


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
    text = document(entry("&a;")).replace("<martif", f"<!DOCTYPE martif [ {subset} ]>\n<martif", 1)
    with pytest.raises(TermsUnreadable, match="entities"):
        read(text)


def test_a_document_type_without_entities_is_passed_over() -> None:
    for kind in ("<!DOCTYPE martif SYSTEM 'a>b.dtd'>", "<!doctype martif [<!ELEMENT x (y)><?p > ?>]>"):
        assert texts_of(kind + document(entry("a"))) == [["a"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("cp1254", "windows-1254"),
        ("iso8859_9", "ISO-8859-9"),
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16BE"),
        ("utf-32", "UTF-32"),
        ("utf-32-le", "UTF-32"),
        ("utf-8", "windows-1254"),  # declared wrong from here on
        ("utf-16", "UTF-8"),
        ("utf-16-le", "ISO-8859-9"),
        ("utf-8", "UTF-16"),
        ("utf-8", "no-such-encoding"),
        ("cp1254", "UTF-16"),
    ],
)
def test_encodings(encoding: str, declared: str) -> None:
    filler = [entry("plain", id_=f"p{number}") for number in range(1500)]  # over the first look
    turkish = entry("değişken ığşİ Sıklıkla kullanılan öğe", id_="t")
    text = f'<?xml version="1.0" encoding="{declared}"?>\n' + document(*filler, turkish)
    assert texts_of(text.encode(encoding))[-1] == ["değişken ığşİ Sıklıkla kullanılan öğe"] or (
        encoding == "cp1254" and declared == "UTF-16"  # a guess without a hint
    )


def test_bytes_that_cannot_be_decoded_affect_their_term_only() -> None:
    text = document(entry("Grüße", "fine"), entry("Straße", "Öl", "Tür", "Käse", id_="d")).encode()
    assert texts_of(text.replace("ü".encode(), b"\xff", 1)) == [["fine"], ["Straße", "Öl", "Tür", "Käse"]]


def test_line_ends_of_every_kind_count_lines() -> None:
    for end in ("\n", "\r\n", "\r"):
        text = document(entry("a"), '<termEntry id="x">\n<langSet>\n<tig/></langSet></termEntry>').replace(
            "\n", end
        )
        assert problems(text) == [(4, Effect.PART_LEFT_OUT), (3, Effect.ENTRY_LEFT_OUT)]


def test_an_entry_without_end_is_left_out() -> None:
    endless = "<termEntry><note>" + "x" * (LONGEST_ENTRY + 10) + "</note></termEntry>"
    text = document(entry("a"), endless, entry("b", id_="d"))
    assert texts_of(text) == [["a"], ["b"]]
    assert problems(text) == [(3, Effect.ENTRY_LEFT_OUT)]


class Endless:
    """A file of many entries, generated while it is read."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.seek(0)

    def seek(self, offset: int, _whence: int = 0) -> int:
        self.pieces = self.generate()
        self.buffer = b""
        self.read(offset)
        return offset

    def generate(self) -> Iterator[bytes]:
        yield b"<martif><text><body>\n"
        for number in range(self.count):
            yield entry(f"term {number}", id_=f"c{number}").encode()
        yield b"</body></text></martif>"

    def read(self, size: int = -1) -> bytes:
        while len(self.buffer) < size and (piece := next(self.pieces, b"")):
            self.buffer += piece
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken


def test_large_files_are_read_in_little_memory() -> None:
    file = Endless(2_000)
    tracemalloc.start()
    try:
        started = time.process_time()
        count = sum(one.concept is not None for one in read_tbx(cast("BinaryIO", file)))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 2_000
    assert most < 8_000_000
    assert time.process_time() - started < 20


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_mutated_files_are_read_or_refused(data: st.DataObject) -> None:
    text = bytearray(data.draw(st.sampled_from([VERSION_2, DCA])).encode())
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, len(text) - 1))
        end = start + data.draw(st.integers(0, 30))
        text[start:end] = data.draw(
            st.binary(max_size=8)
            | st.sampled_from([b"<", b">", b"<!--", b"]]>", b'"', b"</termEntry>", b"&x;", b"\0"])
        )
    try:
        entries = read(bytes(text))
    except TermsUnreadable:
        return
    assert all(one.concept is not None or one.problems for one in entries)


def test_replacement_characters_do_not_make_utf_8_another_encoding() -> None:
    text = document(entry("a").replace("<langSet", "<note>" + "\ufffd" * 40 + "ü</note><langSet"))
    (one,) = read(text)
    assert one.concept is not None
    assert one.concept.note == "\ufffd" * 40 + "ü"
