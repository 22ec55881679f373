"""An installation's own SRX files: what is read, what is refused, and how rules decide."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.errors import Misconfigured
from dragoman.segmentation import load_rules, sentences
from dragoman.segmentation.srx import MOST_BYTES, MOST_RULES, RuleSet, read_srx

ENGLISH = """
  <languagerule languagerulename="English">
    <rule break="no"><beforebreak>\\bfoo\\.</beforebreak><afterbreak>\\s</afterbreak></rule>
    <rule break="yes"><beforebreak>[.?!]+</beforebreak><afterbreak>\\s+\\p{Lu}</afterbreak></rule>
  </languagerule>"""
ANY = """
  <languagerule languagerulename="Any">
    <rule break="yes"><beforebreak>;</beforebreak><afterbreak></afterbreak></rule>
  </languagerule>"""
EN_MAP = '<languagemap languagepattern="EN.*" languagerulename="English"/>'
ANY_MAP = '<languagemap languagepattern=".*" languagerulename="Any"/>'


def srx(rules: str = ENGLISH, maps: str = EN_MAP, *, cascade: str = "yes", version: str = "2.0") -> bytes:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<srx xmlns="http://www.lisa.org/srx20" xmlns:okpsrx="http://okapi.sf.net/srx-extensions" version="{version}">
  <header segmentsubflows="yes" cascade="{cascade}">
    <formathandle type="start" include="no"/>
    <okpsrx:options oneSegmentIncludesAll="no"/>
  </header>
  <body><languagerules>{rules}</languagerules><maprules>{maps}</maprules></body>
</srx>""".encode()


def rule(before: str, after: str = r"\s", *, breaks: str = "yes") -> RuleSet:
    """A file of one rule for every language."""
    text = (
        f'<languagerule languagerulename="Any"><rule break="{breaks}"><beforebreak>{before}</beforebreak>'
        f"<afterbreak>{after}</afterbreak></rule></languagerule>"
    )
    return read_srx(srx(text, ANY_MAP), origin="test.srx")


def test_a_file_decides_for_the_languages_it_maps(tmp_path: Path) -> None:
    """The pattern matches in any case; other languages keep the built-in rules."""
    path = tmp_path / "own.srx"
    path.write_bytes(srx())
    rules = load_rules(path)
    text = "A foo. Bar here. Dr. Baz. Done"
    assert sentences(text, language="en-GB", rules=rules) == ["A foo. Bar here. ", "Dr. ", "Baz. ", "Done"]
    assert sentences(text, language="fr", rules=rules) == ["A foo. ", "Bar here. ", "Dr. Baz. ", "Done"]


def test_the_first_rule_that_matches_decides() -> None:
    early = ENGLISH + ANY.replace("<beforebreak>;", "<beforebreak>foo\\.")
    exceptions_last = read_srx(srx(early, ANY_MAP + EN_MAP), origin="test.srx")
    assert sentences("A foo. Bar", language="en", rules=exceptions_last) == ["A foo. ", "Bar"]
    exceptions_first = read_srx(srx(early, EN_MAP + ANY_MAP), origin="test.srx")
    assert sentences("A foo. Bar", language="en", rules=exceptions_first) == ["A foo. Bar"]


def test_maps_cascade_only_where_the_file_says_so() -> None:
    both = ENGLISH + ANY
    text = "One; two. Three"
    for cascade, expected in (("yes", ["One; ", "two. ", "Three"]), ("no", ["One; two. ", "Three"])):
        rules = read_srx(srx(both, EN_MAP + ANY_MAP, cascade=cascade), origin="test.srx")
        assert sentences(text, language="en", rules=rules) == expected


@pytest.mark.parametrize(
    ("before", "after", "text", "expected"),
    [
        (r"\Q.)\E", r"\s", "a.) b. c", ["a.) ", "b. c"]),
        (r"[\Q.]\E]", r"\s", "a. b] c d", ["a. ", "b] ", "c d"]),
        (r"\.", r"\h+x", "a.\u00a0x. y.\nx", ["a.\u00a0", "x. y.\nx"]),
        (r"[\h.]x", r"", "ax .x x", ["ax .x ", "x"]),
        (r"(\.)(\w)", r"\s", "a.b c", ["a.b ", "c"]),
        (r"\.++", r"\s", "a... b", ["a... ", "b"]),
        (r"(?&lt;!Dr)\.", r"\s", "Dr. a. b", ["Dr. a. ", "b"]),
        (r"(?&lt;end>\.)", r"\s", "a. b", ["a. ", "b"]),
        (r"(?i)END\.", r"\s", "x. end. b", ["x. end. ", "b"]),
        (r"\x{2E}", r"\x20\u0062", "a. b. c", ["a. ", "b. c"]),
        (r"\056", r"\cI", "a. b.\tc", ["a. b.\t", "c"]),
        (r"[\p{P}&amp;&amp;[^,]]", r"\s", "a, b; c", ["a, b; ", "c"]),
        (r"[[:punct:]--[,]]", r"\s", "a, b; c", ["a, b; ", "c"]),
        (r"[|~]", r"\s", "a| b~ c. d", ["a| ", "b~ ", "c. d"]),
        (r"\.{1,}", r"\s{1,2}\Z", "a. b. ", ["a. b. "]),
        (r"\p{Lu}\.|;", r"\s", "a. B. c; d", ["a. B. ", "c; ", "d"]),
        (r"\{", r"", "a{b", ["a{", "b"]),
    ],
)
def test_understands_icus_regular_expressions(
    before: str, after: str, text: str, expected: list[str]
) -> None:
    assert sentences(text, language="en", rules=rule(before, after)) == expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "test.srx is not well-formed: no element found, line 1, column 1."),
        (b"<srx version='2.0'><header", "test.srx is not well-formed: unclosed token, line 1, column 20."),
        (b"<!DOCTYPE srx [<!ENTITY a 'a'>]><srx/>", "line 1: a DOCTYPE is not accepted; remove it."),
        (b"<tmx version='1.4'/>", "test.srx, line 1: this is not an SRX file: its root is 'tmx'."),
        (srx(version="1.0"), "test.srx, line 2: SRX version '1.0' cannot be read, only 2.0."),
        (srx(maps=""), "there is no language map, so no language has rules."),
        (srx(maps=ANY_MAP), "a language map names the rules 'Any', which are not there."),
        (srx(maps=EN_MAP.replace("EN.*", "(EN")), "the language pattern '(EN' is not a regular expression"),
        (srx(ENGLISH.replace("[.?!]+", "(a")), "line 10: rule 2 of 'English': its beforebreak is not"),
        (srx(ENGLISH.replace(r"\s+", r"\1")), "line 10: rule 2 of 'English': its afterbreak is not"),
        (srx(ENGLISH.replace(r"\s+", r"a\\"[:-1])), "its afterbreak is not a regular expression"),
        (srx(ENGLISH.replace(r"\s+", "a{2")), "its afterbreak is not a regular expression"),
        (srx(ENGLISH.replace(r"\s+", r"\p")), "its afterbreak is not a regular expression"),
        (srx(ENGLISH.replace(r"\s+", r"\x{110000}")), "its afterbreak is not a regular expression"),
        (srx(ENGLISH.replace(r"\s+", "a" * 20_001)), "its afterbreak is longer than 20000 characters"),
        (b"<srx version='2.0'>" + b"<a>" * 100, "elements are nested too deeply."),
        (srx(f"<languagerule>{'<rule/>' * (MOST_RULES + 1)}</languagerule>"), "more than 20000 rules"),
        (b" " * (MOST_BYTES + 1), "The segmentation rules test.srx are larger than 4 MB."),
    ],
)  # fmt: skip
def test_refuses_a_file_with_the_line_and_the_rule(data: bytes, message: str) -> None:
    with pytest.raises(Misconfigured) as refused:
        read_srx(data, origin="test.srx")
    assert message in refused.value.message


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match=r"none\.srx cannot be read: No such file"):
        load_rules(tmp_path / "none.srx")


def test_open_repetitions_reach_only_so_far() -> None:
    """A hostile text cannot make an operator's careless rule take quadratic time."""
    careless = rule(r"\w+\s*\.+", r"\s+\w")
    for text in ("a" * 50_000, "." * 50_000, "a." * 25_000, " " * 50_000):
        assert "".join(sentences(text, language="en", rules=careless)) == text
