"""Writing presentations: translations, and nothing else changes."""

from __future__ import annotations

import pytest

from dragoman.formats.format import Languages
from dragoman.formats.pptx import FORMAT, writing
from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed
from scripts.corpus_checks import differences
from tests.formats.pptx import samples
from tests.formats.pptx.packages import (
    Piece,
    paragraph,
    part,
    presentation,
    run,
    shape,
    slide,
    text_slide,
    tree,
    unzipped,
    zipped,
)
from tests.formats.pptx.roundtrip import extract, rebuild_all, source, texts, translate

SLIDE = "ppt/slides/slide1.xml"
ALL = {"hiddenText": True, "comments": True, "masters": True, "properties": True}
TO_ARABIC = Languages(source="en", target="ar")
every_sample = pytest.mark.parametrize("name", samples.SAMPLES)


@every_sample
@pytest.mark.parametrize("options", [{}, ALL], ids=["usual", "all"])
def test_every_unit_written_anew_changes_nothing(name: str, options: dict[str, object]) -> None:
    data = samples.SAMPLES[name]
    assert list(differences(data, rebuild_all(data, **options), xml=False)) == []


@every_sample
@pytest.mark.parametrize("options", [{}, ALL], ids=["usual", "all"])
def test_translations_are_read_back(name: str, options: dict[str, object]) -> None:
    data = samples.SAMPLES[name]
    translated = translate(data, how=lambda text: text.replace("s", "š"), **options)
    assert texts(translated, **options) == [text.replace("s", "š") for text in texts(data, **options)]


def test_runs_are_written_anew_and_all_else_stays() -> None:
    before, after = unzipped(samples.FORMATTED)[SLIDE], unzipped(translate(samples.FORMATTED))[SLIDE]
    start, _, rest = before.partition(b"<a:r>")
    assert after.startswith(start)
    assert after.endswith(rest[rest.rindex(b"<a:endParaRPr") :])
    assert (
        b'<a:r><a:rPr lang="fr-FR" dirty="0"></a:rPr><a:t>ONE </a:t></a:r>'
        b'<a:r><a:rPr lang="fr-FR" b="1" dirty="0"></a:rPr><a:t>BOLD</a:t></a:r>'
    ) in after


def test_paragraphs_without_a_new_text_stay_byte_for_byte() -> None:
    first, second = extract(samples.PLAIN).units
    targets = {first.id: first.segment, second.id: (Text(text="Il rêve de souris & co."),)}
    parts, before = (unzipped(data) for data in (_rebuilt(samples.PLAIN, targets), samples.PLAIN))
    assert parts[SLIDE] == before[SLIDE].replace(
        b'lang="en-US" dirty="0"></a:rPr><a:t>It dreams of mice.',
        'lang="fr-FR" dirty="0"></a:rPr><a:t>Il rêve de souris &amp; co.'.encode(),
    )
    assert _rebuilt(samples.PLAIN, {first.id: first.segment}) == samples.PLAIN


def _rebuilt(data: bytes, targets: dict[str, tuple[Text, ...]]) -> bytes:
    return FORMAT.rebuild(source(data), targets, Languages(source="en", target="fr"))  # type: ignore[arg-type]


def test_tips_follow_whether_their_paragraph_changes_or_not() -> None:
    tip = next(unit for unit in extract(samples.LINKED).units if "garden" in str(unit.segment))
    alone = unzipped(_rebuilt(samples.LINKED, {tip.id: (Text(text='"Maison"'),)}))[SLIDE]
    assert alone.count(b'tooltip="&quot;Maison&quot;"') == 2
    both = unzipped(translate(samples.LINKED))[SLIDE]
    assert both.count(b'tooltip="OUR HOUSE &amp; GARDEN"') == 2
    assert b'tooltip="GO THERE"' in both
    assert b"<a:t>THE HOUSE</a:t>" in both


def test_a_diagram_and_its_picture_have_the_same_text() -> None:
    parts = unzipped(translate(samples.DRAWN))
    for name in ("ppt/diagrams/data1.xml", "ppt/diagrams/drawing1.xml"):
        assert b"<a:t>IDEA</a:t>" in parts[name]


def test_choice_and_fallback_have_the_same_text() -> None:
    slide_xml = unzipped(translate(samples.ALTERNATIVE))[SLIDE]
    assert slide_xml.count(b"BOTH SAY THIS.") == 2
    assert b"<a14:m><m:oMath><m:r><m:t>x</m:t>" in slide_xml


def test_hidden_things_stay() -> None:
    parts = unzipped(translate(samples.HIDDEN))
    assert (
        b"In a hidden shape" in parts["ppt/slides/slide1.xml"]
        or b"In a hidden shape" in parts["ppt/slides/slide2.xml"]
    )
    assert unzipped(samples.HIDDEN)["ppt/slides/slide2.xml"] == parts["ppt/slides/slide2.xml"]


def test_wrong_codes_are_refused() -> None:
    unit = extract(samples.FORMATTED).units[0]
    with pytest.raises(ConversionFailed, match="codes"):
        _rebuilt(samples.FORMATTED, {unit.id: (Text(text="x"),)})


def test_signatures_are_dropped() -> None:
    data = zipped(unzipped(samples.PLAIN) | {"_xmlsignatures/sig1.xml": b"<x/>"})
    assert _rebuilt(data, {}) == data
    assert "_xmlsignatures/sig1.xml" not in unzipped(translate(data))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '<a:pPr rtl="1" algn="r"/>'),
        ('<a:pPr lvl="1"/>', '<a:pPr lvl="1" rtl="1" algn="r"/>'),
        ('<a:pPr algn="l" rtl="0"/>', '<a:pPr algn="r" rtl="1"/>'),
        ('<a:pPr algn="r"><a:buNone/></a:pPr>', '<a:pPr algn="l" rtl="1"><a:buNone/></a:pPr>'),
        ('<a:pPr algn="ctr"/>', '<a:pPr algn="ctr" rtl="1"/>'),
        ('<a:pPr rtl="1"/>', '<a:pPr rtl="1"/>'),
    ],
)
def test_paragraphs_turn_with_their_language(before: str, after: str) -> None:
    data = text_slide(paragraph(run("Words"), properties=before))
    turned = unzipped(translate(data, languages=TO_ARABIC))[SLIDE].decode()
    assert f'<a:p>{after}<a:r><a:rPr lang="ar-EG"' in turned
    kept = unzipped(translate(data, languages=TO_ARABIC, setDirection=False))[SLIDE].decode()
    assert f"<a:p>{before}<a:r>" in kept


def test_tables_change_direction_with_their_content() -> None:
    turned = translate(samples.TABLE, languages=TO_ARABIC)
    assert b'<a:tblPr rtl="1"/>' in unzipped(turned)[SLIDE]
    back = translate(turned, str.lower, Languages(source="ar", target="en"))
    assert b'<a:tblPr rtl="0"/>' in unzipped(back)[SLIDE]
    assert b"<a:tblPr/>" in unzipped(translate(samples.TABLE))[SLIDE]


def test_paragraphs_turn_back() -> None:
    data = text_slide(paragraph(run("Words"), properties='<a:pPr algn="r" rtl="1"/>'))
    back = unzipped(translate(data, languages=Languages(source="ar", target="en")))[SLIDE]
    assert b'<a:pPr algn="l" rtl="0"/>' in back


def test_many_slides_are_written_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    slides = [slide(shape(paragraph(run(f"Words {n}"))), number=n) for n in range(1, 5)]
    data = presentation(*slides)
    at_once = translate(data)
    monkeypatch.setattr(writing, "_MOST_BUFFERED", 0)
    assert translate(data) == at_once
    assert all(b"WORDS" in unzipped(at_once)[f"ppt/slides/slide{n}.xml"] for n in range(1, 5))


_BODY = '<a:lvl1pPr algn="l"/><a:lvl2pPr algn="just"/>'
_LAYOUT = Piece(
    kind="slideLayout",
    path="slideLayouts/slideLayout1.xml",
    xml=part(
        "p:sldLayout",
        tree(
            shape(paragraph(), place=' type="title"', style='<a:lvl1pPr algn="ctr"/>')
            + shape(paragraph(), place=' idx="7"', style='<a:lvl1pPr algn="r"/>')
            + shape(paragraph(), place=' type="body" idx="8"')
        ),
    ),
    owned=(
        Piece(
            kind="slideMaster",
            path="slideMasters/slideMaster1.xml",
            xml=part(
                "p:sldMaster", tree("") + f"<p:txStyles><p:bodyStyle>{_BODY}</p:bodyStyle></p:txStyles>"
            ),
        ),
    ),
)


@pytest.mark.parametrize(
    ("place", "style", "before", "after"),
    [
        (' type="title"', "", "", '<a:pPr rtl="1"/>'),
        (' type="ctrTitle"', "", "", '<a:pPr rtl="1"/>'),
        (' idx="7"', "", "", '<a:pPr rtl="1" algn="l"/>'),
        (' type="body" idx="8"', "", "", '<a:pPr rtl="1" algn="r"/>'),
        (' type="body" idx="8"', "", '<a:pPr lvl="1"/>', '<a:pPr lvl="1" rtl="1"/>'),
        (' idx="7"', '<a:lvl1pPr algn="ctr"/>', "", '<a:pPr rtl="1"/>'),
        ("", "", "", '<a:pPr rtl="1" algn="r"/>'),
    ],
)
def test_what_a_layout_aligns_counts(place: str, style: str, before: str, after: str) -> None:
    text = shape(paragraph(run("Words"), properties=before), place=place, style=style)
    data = presentation(slide(text, _LAYOUT))
    turned = unzipped(translate(data, languages=TO_ARABIC))[SLIDE].decode()
    assert f'<a:p>{after}<a:r><a:rPr lang="ar-EG"' in turned


def test_charts_and_diagrams_turn_without_changing_sides() -> None:
    parts = unzipped(translate(samples.DRAWN, languages=TO_ARABIC))
    assert b'<a:pPr rtl="1"/>' in parts["ppt/diagrams/data1.xml"]


def test_a_broken_layout_does_no_harm() -> None:
    parts = unzipped(presentation(slide(shape(paragraph(run("Words"))), _LAYOUT)))
    data = zipped(parts | {"ppt/slideLayouts/slideLayout1.xml": b"<broken"})
    assert b'<a:pPr rtl="1" algn="r"/>' in unzipped(translate(data, languages=TO_ARABIC))[SLIDE]
