"""Readers see as one what a format may write in two ways, and as a fault what it may not."""

from __future__ import annotations

import pytest

from scripts.structure.checking import check_document
from scripts.structure.laws import ANY_ENGINE

ODT = """<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink">
<office:body><office:text><text:h>A bold step</text:h>
<text:p><text:a xlink:href="#1.1.{link}|outline">there</text:a></text:p>
<text:p>{caption} <text:sequence text:ref-name="a">1</text:sequence>: The cat</text:p>
<text:p>In <text:sequence-ref text:ref-name="a">{reference}</text:sequence-ref> it is.</text:p>
</office:text></office:body></office:document>"""
USUAL = {"link": "A bold step", "caption": "Figure", "reference": "Figure 1"}


def faults(name: str, source: str, result: str) -> list[str]:
    return [broken.law for broken in check_document(name, source.encode(), result.encode(), ANY_ENGINE)]


@pytest.mark.parametrize(
    ("changed", "is_fault"),
    [
        ({"link": "step bold A"}, False),
        ({"link": "A bold"}, True),
        ({"caption": "Cat", "reference": "Cat 1"}, False),
        ({"reference": "Dog 1"}, True),
    ],
)
def test_references_repeat_words_wherever_these_are(changed: dict[str, str], is_fault: bool) -> None:
    found = faults("odt", ODT.format(**USUAL), ODT.format(**(USUAL | changed)))
    assert bool(found) is is_fault


@pytest.mark.parametrize(
    ("source", "result", "is_fault"),
    [
        ("'a b ' . \"c $x\"", '"c a b $x"', False),
        ('"c $x"', '"c {$x}"', False),
        ('"a $x"', '"a \\$x"', True),
        ('"a \\$x b"', '"a $x b"', True),
        ("<<<X\n  a b\n  X", "<<<X\n  b a\n  X", False),
        ("'a b', 'c'", "'a b c'", True),
        ("foo('a b')", "bar('a b')", True),
    ],
)
def test_strings_of_php_are_read_as_php_reads_them(source: str, result: str, is_fault: bool) -> None:
    found = faults("php", f"<?php return [{source}];", f"<?php return [{result}];")
    assert bool(found) is is_fault


@pytest.mark.parametrize(
    ("result", "is_fault"),
    [
        ('<p>The <cite><ph conref="a.dita#b/c"/></cite> tells more.</p>', False),
        ('<p>The <cite/> tells <ph conref="a.dita#b/c"/> more.</p>', True),
        ("<p>The <cite/> tells more.</p>", True),
        ('<p>The <cite><ph conref="a.dita#b/d"/></cite> tells more.</p>', True),
    ],
)
def test_a_content_reference_is_a_word_of_its_sentence(result: str, is_fault: bool) -> None:
    """It may move with the others, inside its element."""
    source = '<p>More tells the <cite><ph conref="a.dita#b/c"></ph></cite>.</p>'
    whole = "<concept id='a'><conbody>{}</conbody></concept>"
    assert bool(faults("dita", whole.format(source), whole.format(result))) is is_fault
