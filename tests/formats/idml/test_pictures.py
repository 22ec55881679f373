"""Alternative texts of pictures in InDesign documents, on pages and anchored in stories."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dragoman.conversion.options import check_options
from dragoman.formats.format import Document, Languages, Reason, Source
from dragoman.formats.idml import FORMAT
from dragoman.segments import Code, CodeKind, Segment, Text, plain_text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt
from tests.formats.idml.documents import document, picture, read, spread
from tests.formats.idml.samples import PICTURES

PAIR = Languages(source="en", target="de")
PAGE = "Spreads/Spread_1.xml"
DOG = 'A dog & its "ball"\nin the garden'


def source_of(data: bytes, **options: Any) -> Source:
    return Source(data=data, suffix="idml", options=check_options(FORMAT.info, options))


def alt_text(found: Document) -> list[str]:
    return [plain_text(unit.segment) for unit in found.units]


def alternatives(data: bytes, part: str) -> list[str]:
    return re.findall(r'CustomA\w+="([^"]*)"', read(data, part))


def test_typed_alternative_texts_are_units_after_the_texts() -> None:
    found = FORMAT.extract(source_of(PICTURES), PAIR)
    assert alt_text(found)[1:] == [
        "A first sign",
        "A second sign",
        DOG,
        "A chart",
        "Sales rose by half",
        "A logo",
    ]
    assert found.left_alone == {Reason.HIDDEN: 2}
    assert len({unit.id for unit in found.units}) == len(found.units)


def test_options_decide_on_hidden_ones_and_masters() -> None:
    hidden = FORMAT.extract(source_of(PICTURES, hiddenLayers=True), PAIR)
    assert {"Unseen", "Hidden"} < set(alt_text(hidden))
    bare = FORMAT.extract(source_of(PICTURES, masterPages=False), PAIR)
    assert "A logo" not in alt_text(bare)
    assert bare.left_alone == {Reason.HIDDEN: 2, Reason.LOCKED: 1}


def test_translations_replace_the_texts_and_nothing_else_changes() -> None:
    found = FORMAT.extract(source_of(PICTURES), PAIR)
    new = {DOG: 'Ein <Hund> & sein "Ball"\nim Garten', "A logo": "Ein Logo", "A second sign": "Zweites"}
    targets: dict[str, Segment] = {
        unit.id: (Text(text=new[text]),)
        for unit, text in zip(found.units, alt_text(found), strict=True)
        if text in new
    }
    result = FORMAT.rebuild(source_of(PICTURES), targets, PAIR)
    dog = "Ein &lt;Hund&gt; &amp; sein &quot;Ball&quot;&#10;im Garten"
    before = alternatives(PICTURES, PAGE)
    assert alternatives(result, PAGE) == [dog, *before[1:]]
    assert alternatives(result, "MasterSpreads/MasterSpread_m.xml") == ["Ein Logo"]
    assert alternatives(result, "Stories/Story_u1.xml") == ["A first sign", "Zweites"]
    for part in (PAGE, "Stories/Story_u1.xml"):
        outside = [re.sub(r'CustomA\w+="[^"]*"', "", read(data, part)) for data in (PICTURES, result)]
        assert outside[0] == outside[1]
    again = FORMAT.extract(source_of(result), PAIR)
    assert alt_text(again)[1:] == [
        "A first sign",
        "Zweites",
        new[DOG],
        "A chart",
        "Sales rose by half",
        "Ein Logo",
    ]


def test_they_stay_with_their_pictures_where_a_translation_moves_these() -> None:
    found = FORMAT.extract(source_of(PICTURES), PAIR)
    line, first, second = found.units[:3]
    pictures = [part for part in line.segment if isinstance(part, Code) and part.kind is CodeKind.STANDALONE]
    others = [part for part in line.segment if part not in pictures]
    assert len(pictures) == 2
    moved = (*reversed(pictures), *others)
    targets: dict[str, Segment] = {
        line.id: moved,
        first.id: (Text(text="Erstes"),),
        second.id: (Text(text="Zweites"),),
    }
    result = FORMAT.rebuild(source_of(PICTURES), targets, PAIR)
    assert alternatives(result, "Stories/Story_u1.xml") == ["Zweites", "Erstes"]


def test_codes_are_refused_in_them() -> None:
    unit = FORMAT.extract(source_of(PICTURES), PAIR).units[1]
    code = Code(id="1", kind=CodeKind.STANDALONE, type="break", data="x")
    with pytest.raises(ConversionFailed):
        FORMAT.rebuild(source_of(PICTURES), {unit.id: (*unit.segment, code)}, PAIR)


def test_a_broken_spread_is_refused() -> None:
    broken = document({"Spreads/Spread_1.xml": spread(picture("A dog"), "<Group>")})
    with pytest.raises(DocumentCorrupt):
        FORMAT.extract(source_of(broken), PAIR)
