"""Rule files: what they may hold, and that those that ship are sound."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from dragoman.formats.families.xml_rules.rules import (
    KINDS,
    XHTML,
    ElementRole,
    html_kind,
    load_rules,
    read_rules,
)
from dragoman.formats.format import Reason

SHIPPED = [
    ("dragoman.formats.dita", "rules.toml"),
    ("dragoman.formats.svg", "rules.toml"),
    ("dragoman.formats.xml", "docbook.toml"),
    ("dragoman.formats.xml", "plain.toml"),
]


@pytest.mark.parametrize(("package", "file"), SHIPPED)
def test_no_element_is_named_twice(package: str, file: str) -> None:
    table = tomllib.loads(files(package).joinpath(file).read_text(encoding="utf-8"))
    lists = {word: names for word, names in table.get("elements", {}).items() if word in KINDS}
    named = [name for names in lists.values() for name in names.split()]
    assert sorted(named) == sorted(set(named))
    assert load_rules(package, file).kinds.keys() == set(named)


def test_what_a_rule_file_says() -> None:
    rules = read_rules(
        {
            "namespaces": ["urn:a"],
            "foreign": "setting",
            "elements": {"block": "p li", "code": "c", "preserve": "pre", "apart": "keys"},
            "attributes": {"*": "title", "img": "alt"},
            "left_with": {"conref": "field"},
            "left_unless": {"conaction": "pushreplace pushafter"},
            "lines": {"tspan": ["x y"]},
        }
    )
    assert rules.kind("urn:a", "li") == KINDS["block"]
    assert rules.kind("urn:a", "new") is None
    assert rules.kind("urn:b", "li") == KINDS["setting"]
    assert rules.kind(XHTML, "li") == KINDS["block"]
    assert rules.attributes["img"] == {"alt"}
    assert rules.left_with == {"conref": Reason.FIELD}
    assert rules.left_unless == {"conaction": {"pushreplace", "pushafter"}}
    assert rules.lines == {"tspan": (frozenset({"x", "y"}),)}
    assert (rules.preserve, rules.apart) == ({"pre"}, {"keys"})


@pytest.mark.parametrize("table", [{"elements": {"bold": "b"}}, {"nothing": 1}, {"foreign": "x"}])
def test_words_that_mean_nothing_are_refused(table: dict[str, object]) -> None:
    with pytest.raises(KeyError):
        read_rules(table)


def test_xhtml_within() -> None:
    roles = {
        name: found.role for name in ("p", "b", "code", "img", "br", "script") if (found := html_kind(name))
    }
    assert roles == {
        "p": ElementRole.BLOCK,
        "b": ElementRole.INLINE,
        "code": ElementRole.CODE,
        "img": ElementRole.SUB,
        "br": ElementRole.CODE,
        "script": ElementRole.BLOCK,
    }
    assert html_kind("x-own") is None
