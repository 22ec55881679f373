"""Writing OpenDocument texts: translations, and all other content byte for byte."""

from __future__ import annotations

import pytest

from dragoman.formats.format import Languages
from dragoman.formats.odt import FORMAT
from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed
from tests.formats.odt import samples
from tests.formats.odt.packages import note, p, package, span, styles_xml, text, unzipped, zipped
from tests.formats.odt.roundtrip import LANGUAGES, canonical, extract, rebuild_all, source, texts, translate

ARABIC = Languages(source="en", target="ar")


def written(data: bytes, *targets: str) -> str:
    """The body of a document whose units, in order, were replaced by texts."""
    units = extract(data).units
    new = {unit.id: (Text(text=target),) for unit, target in zip(units, targets, strict=True)}
    return body(FORMAT.rebuild(source(data), new, LANGUAGES))


def body(data: bytes) -> str:
    content = unzipped(data)["content.xml"].decode()
    return content.partition("<office:text>")[2].partition("</office:text>")[0]


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_every_unit_written_anew_with_its_own_text_changes_nothing(name: str) -> None:
    data = samples.SAMPLES[name]
    again = rebuild_all(data)
    if data.startswith(b"PK"):
        before, after = unzipped(data), unzipped(again)
        assert before.keys() == after.keys()
        for part, old in before.items():
            assert old == after[part] or canonical(old) == canonical(after[part])
    else:
        assert canonical(again) == canonical(data)


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_translations_are_read_back_and_taken_back(name: str) -> None:
    data = samples.SAMPLES[name]
    same = Languages(source="en", target="en")
    there = translate(data, languages=same)
    assert [line.upper() for line in texts(there)] == [line.upper() for line in texts(data)]
    assert texts(there) != texts(data)
    old = extract(data).units
    back = FORMAT.rebuild(source(there), {unit.id: unit.segment for unit in old}, same)
    assert texts(back) == texts(data)


def test_only_paragraphs_with_a_new_text_change() -> None:
    data = text(p("One."), p("<text:span   text:style-name='T3'>Two</text:span>."))
    units = extract(data).units
    new = FORMAT.rebuild(source(data), {units[0].id: (Text(text="Un."),)}, LANGUAGES)
    assert body(new) == body(data).replace("One.", "Un.")


def test_blanks_that_programs_would_drop_become_elements() -> None:
    assert written(text(p("One.")), "  two   blanks\tand\na line ") == (
        '<text:p><text:s text:c="2"/>two <text:s text:c="2"/>blanks<text:tab/>and<text:line-break/>'
        "a line </text:p>"
    )
    assert written(text(p("One.")), " one") == "<text:p><text:s/>one</text:p>"


def test_signs_of_xml_are_escaped_and_what_xml_cannot_hold_is_left_out() -> None:
    assert written(text(p("One.")), "a < b & \x00c") == "<text:p>a &lt; b &amp; c</text:p>"


def test_notes_and_boxes_inside_a_paragraph_are_translated_with_it() -> None:
    data = text(p("A " + span("T1", "word" + note(p("Note."))) + " here."))
    assert texts(translate(data)) == ["A <fmt>WORD</fmt>[note] HERE.", "NOTE."]


def test_codes_may_change_their_order() -> None:
    data = text(p("Red " + span("T1", "cat") + '<text:line-break/><text:a xlink:href="x">link</text:a> end'))
    (unit,) = extract(data).units
    red, opening, cat, closing, line, begin, link, end, last = unit.segment
    target = (begin, link, end, Text(text=" und "), line, opening, cat, closing, red, last)
    new = FORMAT.rebuild(source(data), {unit.id: target}, LANGUAGES)
    assert body(new) == (
        '<text:p><text:a xlink:href="x">link</text:a> und <text:line-break/>'
        '<text:span text:style-name="T1">cat</text:span>Red  end</text:p>'.replace(
            "Red  end", "Red <text:s/>end"
        )
    )


def test_a_translation_without_its_codes_is_refused() -> None:
    (unit,) = extract(samples.RUBY).units
    with pytest.raises(ConversionFailed):
        FORMAT.rebuild(source(samples.RUBY), {unit.id: (Text(text="x"),)}, LANGUAGES)


def test_entries_keep_their_order_and_the_mimetype_is_stored_first() -> None:
    there = translate(samples.HEADED)
    assert list(unzipped(there)) == list(unzipped(samples.HEADED))
    assert there[30:38] == b"mimetype"
    assert there[38:].startswith(b"application/vnd.oasis.opendocument.text")


def test_a_signature_is_dropped_only_when_something_changes() -> None:
    units = extract(samples.SIGNED).units
    same = {unit.id: unit.segment for unit in units}
    assert FORMAT.rebuild(source(samples.SIGNED), same, LANGUAGES) == samples.SIGNED
    assert "META-INF/documentsignatures.xml" not in unzipped(translate(samples.SIGNED))


def test_languages_of_styles_follow() -> None:
    parts = unzipped(translate(samples.HEADED))
    assert b'fo:language="fr" fo:country="FR" style:language-asian="zh"' in parts["styles.xml"]
    assert b'fo:language="fr" fo:country="FR" fo:font-weight' in parts["content.xml"]
    japanese = unzipped(translate(samples.HEADED, languages=Languages(source="en", target="ja")))
    assert (
        b'fo:language="en" fo:country="US" style:language-asian="ja" style:country-asian="JP"'
        in (japanese["styles.xml"])
    )


def test_other_names_of_a_language_are_taken_away() -> None:
    common = (
        '<style:style style:name="A" style:family="text"><style:text-properties fo:language="en" '
        'fo:script="Latn" style:rfc-language-tag="en-GB-oxendict" fo:country="GB"/></style:style>'
        '<style:style style:name="B" style:family="text"><style:text-properties fo:language="de"/>'
        "</style:style>"
    )
    styles = unzipped(translate(text(p("x"), styles=styles_xml("", common))))["styles.xml"]
    assert b'<style:text-properties fo:language="fr" fo:country="FR"/>' in styles
    assert b'fo:language="de"' in styles


def test_paragraphs_turn_with_the_direction_of_the_language() -> None:
    styles = unzipped(translate(samples.HEADED, languages=ARABIC))["styles.xml"]
    assert b'style:writing-mode="rl-tb"' in styles
    assert b'style:language-complex="ar"' in styles
    kept = unzipped(translate(samples.HEADED, languages=ARABIC, options={"setDirection": False}))
    assert b'style:writing-mode="page"' in kept["styles.xml"]
    plain = styles_xml(
        "",
        '<style:default-style style:family="paragraph"><style:paragraph-properties/></style:default-style>',
    )
    turned = unzipped(translate(text(p("x"), styles=plain), languages=ARABIC))["styles.xml"]
    assert b'<style:paragraph-properties fo:text-align="right" style:writing-mode="rl-tb"/>' in turned


def test_a_default_style_without_paragraph_properties_changes_direction_too() -> None:
    common = '<style:default-style style:family="{}"><style:text-properties/></style:default-style>'
    plain = styles_xml("", common.format("paragraph") + common.format("table"))
    turned = unzipped(translate(text(p("x"), styles=plain), languages=ARABIC))["styles.xml"].decode()
    new = (
        '<style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="right"/><style:text-properties'
    )
    assert turned.count(new) == turned.count("paragraph-properties") == 1
    back = Languages(source="ar", target="en")
    assert (
        b"paragraph-properties"
        not in unzipped(translate(text(p("x"), styles=plain), languages=back))["styles.xml"]
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('fo:text-align="start"', b'fo:text-align="right"'),
        ('fo:text-align="end"', b'fo:text-align="left"'),
        ('fo:text-align="center"', b'fo:text-align="center"'),
        ('fo:text-align="start" style:writing-mode="lr-tb"', b'"right" style:writing-mode="rl-tb"'),
        ('fo:text-align="end" style:writing-mode="rl-tb"', b'"end" style:writing-mode="rl-tb"'),
    ],
)
def test_sides_change_with_the_direction(before: str, after: bytes) -> None:
    style = (
        '<style:style style:name="P" style:family="paragraph">'
        f"<style:paragraph-properties {before}/></style:style>"
    )
    data = text(p("x"), styles=styles_xml("", style))
    assert after in unzipped(translate(data, languages=ARABIC))["styles.xml"]


def test_parts_in_other_encodings_keep_them() -> None:
    data = unzipped(text(p("One.")))
    wide = data["content.xml"].decode().replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16")
    there = translate(_with(data, wide))
    assert "ONE." in unzipped(there)["content.xml"].decode("utf-16")


def _with(parts: dict[str, bytes], content: bytes) -> bytes:
    return zipped({**parts, "content.xml": content})


def test_charts_of_templates_and_texts_are_written_in_their_own_part() -> None:
    there = unzipped(translate(samples.CHARTED))
    assert b"MICE PER CAT" in there["Object 1/content.xml"]
    assert b"<text:p>Tom</text:p>" in there["Object 1/content.xml"]
    assert translate(package("text", "")) == package("text", "")
