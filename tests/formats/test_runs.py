"""Runs of text documents: a formatting is exactly where its codes are, in any order of a translation.

Each result is read by lxml: its runs in order, with the formatting that the file gives them.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from dragoman.formats import find_format
from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, normalise
from tests.formats.docx import packages as word
from tests.formats.idml import documents as idml
from tests.formats.odt import packages as odf
from tests.formats.pptx import packages as pptx
from tests.formats.translating import extract, rebuild
from tests.formats.xlsx import packages as xlsx

Runs = Sequence[tuple[str, str]]  # styles, one letter each (b, i, u), and text

_ATTRIBUTES = {"b": ' b="1"', "i": ' i="1"', "u": ' u="sng"'}
_SPANS = {"b": "T1", "i": "T2", "u": "Under"}
_IDML = {"": "", "b": 'FontStyle="Bold"', "i": 'Position="Superscript"', "u": 'Underline="true"'}


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A format whose paragraphs consist of runs."""

    name: str
    part: str
    make: Callable[[Runs], bytes]
    read: Callable[[etree._Element], Iterator[tuple[str, str]]]


def _word(runs: Runs) -> bytes:
    return word.body(
        word.paragraph(*(word.run(text, "".join(f"<w:{one}/>" for one in look)) for look, text in runs))
    )


def _read_word(root: etree._Element) -> Iterator[tuple[str, str]]:
    for run in root.iter("{*}r"):
        yield (
            _letters(e.tag for e in run.findall("{*}rPr/*")),
            "".join(t.text or "" for t in run.iter("{*}t")),
        )


def _slides(runs: Runs) -> bytes:
    made = (pptx.run(text, "".join(_ATTRIBUTES[one] for one in look)) for look, text in runs)
    return pptx.text_slide(pptx.paragraph(*made))


def _read_slides(root: etree._Element) -> Iterator[tuple[str, str]]:
    for run in root.iter("{*}r"):
        (look,) = run.findall("{*}rPr")
        yield _letters(look.attrib), run.findtext("{*}t") or ""


def _odt(runs: Runs) -> bytes:
    def span(look: str, text: str) -> str:
        for one in reversed(look):
            text = f'<text:span text:style-name="{_SPANS[one]}">{text}</text:span>'
        return text

    return odf.text(f"<text:p>{''.join(span(*run) for run in runs)}</text:p>")


def _read_odt(root: etree._Element) -> Iterator[tuple[str, str]]:
    names = {name: letter for letter, name in _SPANS.items()}

    def read(element: etree._Element, look: str) -> Iterator[tuple[str, str]]:
        yield look, element.text or ""
        for child in element:
            style = child.get(f"{{{odf.PREFIXES['text']}}}style-name")
            yield from read(child, look + names.get(style or "", ""))
            yield look, child.tail or ""

    return read(next(root.iter("{*}p")), "")


def _idml(runs: Runs) -> bytes:
    made = (idml.run(idml.text(text), " ".join(_IDML[one] for one in look)) for look, text in runs)
    return idml.simple(idml.paragraphs(*made))


def _read_idml(root: etree._Element) -> Iterator[tuple[str, str]]:
    for run in root.iter("CharacterStyleRange"):
        looks = {one for one, said in _IDML.items() if one and said.split('"')[1] in run.attrib.values()}
        yield "".join(sorted(looks)), "".join(content.text or "" for content in run.iter("Content"))


def _book(runs: Runs) -> bytes:
    made = "".join(
        f'<r><rPr>{"".join(f"<{one}/>" for one in look)}<sz val="11"/></rPr>'
        f'<t xml:space="preserve">{text}</t></r>'
        for look, text in runs
    )
    return xlsx.package(xlsx.Book(sheets=(xlsx.Sheet(rows=xlsx.column(0)),), strings=(made,)))


def _letters(names: Iterable[object]) -> str:
    return "".join(sorted({str(name).rpartition("}")[2] for name in names} & {"b", "i", "u"}))


KINDS = [
    Kind(name="docx", part="word/document.xml", make=_word, read=_read_word),
    Kind(name="pptx", part="ppt/slides/slide1.xml", make=_slides, read=_read_slides),
    Kind(name="odt", part="content.xml", make=_odt, read=_read_odt),
    Kind(name="idml", part="Stories/Story_u1.xml", make=_idml, read=_read_idml),
    Kind(name="xlsx", part="xl/sharedStrings.xml", make=_book, read=_read_word),
]
ROWS: list[Runs] = [
    [("b", "Warning"), ("i", "big"), ("", "dog")],
    [("", "dog"), ("b", "Warning"), ("i", "big")],
    [("b", "Save"), ("i", "Cancel")],
    [("b", "a very long text in bold letters, and then"), ("", "short")],
    [("", "Hello "), ("b", "big"), ("i", "red"), ("u", "dog"), ("", " there")],
    [("b", "New item"), ("", " "), ("b", "Hot offer")],
    [("bi", "one"), ("b", "two"), ("i", "three")],
    [("b", "one"), ("i", "two"), ("b", "three"), ("i", "four")],
    [("", "Hello "), ("b", "big "), ("i", "red "), ("", "dog")],
    [("", "one"), ("b", "two"), ("bi", "three"), ("biu", "four"), ("u", "five")],
    [("b", "first"), ("", "second"), ("b", "third"), ("", "fourth")],
]


def read(kind: Kind, data: bytes) -> list[tuple[str, str]]:
    """Each non-blank character of a file, with its style."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        root = etree.fromstring(archive.read(kind.part))
    return characters(kind.read(root))


def characters(runs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [("".join(sorted(look)), sign) for look, text in runs for sign in text if not sign.isspace()]


def items(segment: Segment) -> list[list[Part]]:
    """The parts outside of all pairs, and each outermost pair as a whole."""
    found: list[list[Part]] = []
    depth = 0
    for part in segment:
        if not depth:
            found.append([])
        found[-1].append(part)
        if isinstance(part, Code) and part.kind is not CodeKind.STANDALONE:
            depth += 1 if part.kind is CodeKind.OPEN else -1
    return found


def _same_order(parts: list[list[Part]]) -> list[list[Part]]:
    return parts


def _backwards(parts: list[list[Part]]) -> list[list[Part]]:
    return parts[::-1]


def _rotated(parts: list[list[Part]]) -> list[list[Part]]:
    return [*parts[1:], parts[0]]


def _twisted(parts: list[list[Part]]) -> list[list[Part]]:
    return [*parts[::2], *parts[1::2]]


def _parted(parts: list[list[Part]]) -> list[list[Part]]:
    return [[*item, Text(text=" ")] for item in parts]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("runs", ROWS, ids=lambda runs: "-".join(look or "plain" for look, _ in runs))
@pytest.mark.parametrize("change", [_same_order, _backwards, _rotated, _twisted, _parted])
def test_formatting_goes_with_its_words(
    kind: Kind, runs: Runs, change: Callable[[list[list[Part]]], list[list[Part]]]
) -> None:
    entry, data = find_format(kind.name), kind.make(runs)
    (unit,) = extract(entry, data).units
    moved = [part for item in change(items(unit.segment)) for part in item]
    looks = {text.strip(): look for look, text in runs}
    texts = [(looks.get(part.text.strip(), ""), f"{part.text}S") for part in moved if isinstance(part, Text)]
    target = normalise(
        Text(text=f"{p.text}S") if isinstance(p, Text) and p.text.strip() else p for p in moved
    )
    result = rebuild(entry, data, {unit.id: target})
    assert read(kind, result) == characters((look, text) for look, text in texts if text != " S")
    assert read(kind, data) == characters(runs)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("runs", ROWS, ids=lambda runs: "-".join(look or "plain" for look, _ in runs))
def test_an_empty_pair_takes_its_formatting_with_it(kind: Kind, runs: Runs) -> None:
    entry, data = find_format(kind.name), kind.make(runs)
    (unit,) = extract(entry, data).units
    looks = {text.strip(): look for look, text in runs}
    pairs = [index for index, item in enumerate(items(unit.segment)) if len(item) > 1]
    for emptied in pairs:
        parts = items(unit.segment)
        parts[emptied] = [part for part in parts[emptied] if isinstance(part, Code)]
        flat = [part for item in parts for part in item]
        result = rebuild(entry, data, {unit.id: normalise(flat)})
        expected = [(looks[part.text.strip()], part.text) for part in flat if isinstance(part, Text)]
        assert read(kind, result) == characters(expected)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("runs", ROWS, ids=lambda runs: "-".join(look or "plain" for look, _ in runs))
def test_each_formatting_beside_others_has_codes_of_its_own(kind: Kind, runs: Runs) -> None:
    """Only text whose formatting all other text shares is outside of pairs."""
    entry = find_format(kind.name)
    (unit,) = extract(entry, kind.make(runs)).units
    outside = {item[0].text.strip() for item in items(unit.segment) if isinstance(item[0], Text)}
    inside = {
        "".join(p.text for p in item if isinstance(p, Text)).strip() for item in items(unit.segment)
    } - outside
    looks = {text.strip(): set(look) for look, text in runs}
    common = set.intersection(*looks.values())
    assert all(looks[text] == common for text in outside)
    assert all(looks[text] != common for text in inside)
    assert len(list(codes(unit.segment))) == 2 * sum(set(look) != common for look, _ in runs)


_LOOKS = st.lists(st.sampled_from(["", "b", "i", "u", "bi", "bu", "biu"]), min_size=2, max_size=8)
_BLANKS = st.sampled_from(["", "", " "])


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@settings(max_examples=60, deadline=None)
@given(looks=_LOOKS, data=st.data())
def test_any_formatting_in_any_order(kind: Kind, looks: list[str], data: st.DataObject) -> None:
    """Runs of any styles, with and without blanks between them, in any order of their codes."""
    runs = [(look, f"w{chr(97 + n) * 3}{data.draw(_BLANKS)}") for n, look in enumerate(looks)]
    document, entry = kind.make(runs), find_format(kind.name)
    (unit,) = extract(entry, document).units
    moved = [part for item in data.draw(st.permutations(items(unit.segment))) for part in item]
    where = {text.strip(): look for look, text in runs}
    target = normalise(
        Text(text=f"{part.text.upper()}.") if isinstance(part, Text) else part for part in moved
    )
    expected = [
        (where[word], f"{word.upper()}{'.' * (word == last)}")
        for part in moved
        if isinstance(part, Text) and (said := [found[0] for found in _WORD.finditer(part.text)])
        for last in [said[-1]]
        for word in said
    ]
    assert read(kind, rebuild(entry, document, {unit.id: target})) == characters(expected)


_WORD: Final = re.compile(r"w(?:([a-z])\1\1)")
