"""ITS 2.0: rules within a document, and attributes of its elements."""

from __future__ import annotations

import pytest

from dragoman.formats.format import Languages, WarningCode
from dragoman.formats.xml import FORMAT
from dragoman.text_io.errors import DocumentCorrupt
from tests.formats.xml.reading import extract, rebuilt, texts

ITS = 'xmlns:its="http://www.w3.org/2005/11/its"'


def with_rules(rules: str, content: str, more: str = "") -> str:
    return f'<d {ITS}><its:rules version="2.0" {more}>{rules}</its:rules>{content}</d>'


@pytest.mark.parametrize(
    ("rules", "content", "expected"),
    [
        ('<its:translateRule selector="//c" translate="no"/>', "<p>One</p><c>Two</c>", ["One"]),
        (
            (
                '<its:translateRule selector="//d" translate="no"/>'
                '<its:translateRule selector="//p" translate="yes"/>'
            ),
            "<p>One <b>two</b></p><c>Three</c>",
            ["One [two]"],
        ),
        (
            '<its:translateRule selector="//p/@t" translate="yes"/>',
            '<p t="Tip" u="x">One</p>',
            ["Tip", "One"],
        ),
        (
            (
                '<its:translateRule selector="//@t" translate="yes"/>'
                '<its:translateRule selector="//q/@t" translate="no"/>'
            ),
            '<p t="Tip">One</p><q t="no">Two</q>',
            ["Tip", "One", "Two"],
        ),
        ('<its:withinTextRule selector="//b" withinText="yes"/>', "<b>One</b> <b>two</b>", ["[One] [two]"]),
        ('<its:withinTextRule selector="//b" withinText="no"/>', "<p>One <b>two</b></p>", ["One", "two"]),
        (
            '<its:withinTextRule selector="//n" withinText="nested"/>',
            "<p>One<n>two</n> three</p>",
            ["two", "One{note} three"],
        ),
        ('<its:localeFilterRule selector="//p" localeFilterList="fr"/>', "<p>One</p><q>Two</q>", ["Two"]),
        (
            '<its:localeFilterRule selector="//p" localeFilterList="de" localeFilterType="exclude"/>',
            "<p>One</p><q>Two</q>",
            ["Two"],
        ),
        ('<its:preserveSpaceRule selector="//p" space="preserve"/>', "<p>One\n two</p>", ["One\n two"]),
        (
            '<its:targetPointerRule selector="//s" targetPointer="../t"/>',
            "<e><s>One</s><t>Eins</t></e>",
            ["One"],
        ),
        (
            '<its:param name="x">c</its:param><its:translateRule selector="//*[name()=$x]" translate="no"/>',
            "<c>One</c><p>Two</p>",
            ["Two"],
        ),
        ('<its:termRule selector="//p" term="yes"/>', "<p>One</p>", ["One"]),
    ],
)
def test_global_rules(rules: str, content: str, expected: list[str]) -> None:
    assert texts(extract(FORMAT, with_rules(rules, content))) == expected


def test_ids_name_their_units() -> None:
    rules = '<its:idValueRule selector="//p" idValue="concat(../@n, \'.\', @k)"/>'
    document = extract(FORMAT, with_rules(rules, '<e n="a"><p k="b">One</p></e>'))
    assert [unit.context for unit in document.units] == ["a.b/p"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('<p its:translate="no">One <b its:translate="yes">two</b></p>', ["two"]),
        ('<p>One <its:span translate="no">two</its:span> three</p>', ["One {variable} three"]),
        ('<p><b its:withinText="yes">One</b> <c its:withinText="yes">two</c></p>', ["[One] [two]"]),
        ('<p its:localeFilterList="*-CH, fr">One</p><p its:localeFilterList="*">Two</p>', ["Two"]),
        ('<p its:localeFilterList="">One</p><p>Two</p>', ["Two"]),
        ('<p its:term="yes" its:locNote="x">One</p>', ["One"]),
    ],
)
def test_local_attributes(content: str, expected: list[str]) -> None:
    assert texts(extract(FORMAT, f"<d {ITS}>{content}</d>")) == expected


@pytest.mark.parametrize(
    ("target", "expected"),
    [("de-CH", 1), ("de-Latn-CH", 1), ("de", 0), ("fr-CA", 1), ("it-x-CH", 0)],
)
def test_locales_are_compared_by_extended_filtering(target: str, expected: int) -> None:
    content = f'<d {ITS}><p its:localeFilterList="*-CH, fr">One</p></d>'
    assert len(extract(FORMAT, content, Languages(source="en", target=target)).units) == expected


def test_rules_that_cannot_be_applied_are_reported() -> None:
    document = with_rules(
        '<its:translateRule selector="//[" translate="no"/>'
        '<its:translateRule selector="//p" translate="perhaps"/>'
        '<its:translateRule selector="document(\'/etc/passwd\')" translate="no"/>'
        '<its:translateRule selector="re:test(//p, \'x\')" translate="no"/>',
        "<p>One</p>",
        'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="rules.xml" '
        'xmlns:re="http://exslt.org/regular-expressions"',
    )
    found = extract(FORMAT, document)
    assert texts(found) == ["One"]
    assert [warning.code for warning in found.warnings] == [WarningCode.PART_LEFT] * 2
    assert found.warnings[1].message.startswith("4 ")


def test_rules_in_another_query_language_are_reported() -> None:
    rules = '<its:rules version="2.0" queryLanguage="css"><its:translateRule selector="p" translate="no"/>'
    found = extract(FORMAT, f"<d {ITS}>{rules}</its:rules><p>One</p></d>")
    assert texts(found) == ["One"]
    assert [warning.code for warning in found.warnings] == [WarningCode.PART_LEFT]


def test_documents_with_rules_may_declare_plain_entities() -> None:
    rules = '<its:translateRule selector="//c" translate="no"/>'
    document = with_rules(rules, "<p>The &product; and <c>ls</c> here</p>")
    document = document.replace("<d ", '<!DOCTYPE d [<!ENTITY product "Dragoman">]><d ', 1)
    assert texts(extract(FORMAT, document)) == ["The {variable} and {variable} here"]
    assert rebuilt(FORMAT, document) == document.replace("The", "THE").replace(" and ", " AND ").replace(
        " here", " HERE"
    )


def test_the_rules_themselves_stay() -> None:
    document = with_rules(
        '<its:locNoteRule selector="//p"><its:locNote>A note</its:locNote></its:locNoteRule>', "<p>One</p>"
    )
    assert rebuilt(FORMAT, document) == document.replace("One", "ONE")


def test_rules_need_a_tree_of_some_depth_at_most() -> None:
    deep = "<x>" * 300 + "text" + "</x>" * 300
    with pytest.raises(DocumentCorrupt):
        extract(FORMAT, with_rules('<its:translateRule selector="//p" translate="no"/>', deep))
