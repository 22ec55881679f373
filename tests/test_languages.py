"""Language codes: their shape, their canonical spelling, and look-up (T3)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.languages import (
    candidates,
    canonical,
    is_rtl,
    is_well_formed,
    lookup,
    primary,
    script,
)
from tests.processor_time import least_processor_time

WELL_FORMED = [
    "en", "EN", "eng", "en-GB", "zh-Hant-TW", "es-419", "ca-valencia", "de-CH-1901", "sl-rozaj-biske",
    "x-dragon", "english", "en-x-dragoman", "i-klingon", "en-GB-oed", "sgn-BE-FR", "zh-cmn-Hans",
    "en-u-ca-gregory", "art-lojban", "qaa-Qaaa-QM-x-southern",
]  # fmt: skip
MALFORMED = [
    "", "e", "x", "x-", "en-", "-en", "en--GB", "en_GB", "en GB", " en", "en\n", "12", "en-a", "ｅｎ",
    "en-toolongsubtag", "en-x-abcdefghijklmnopqrstu", "abcdefghijklmnopqrstuvwxyz", "i-unknown", "ſe",
]  # fmt: skip


@pytest.mark.parametrize("code", WELL_FORMED)
def test_accepts_every_form_of_bcp_47(code: str) -> None:
    """T3: a code is BCP 47 of 2 to 25 characters, in any case."""
    assert is_well_formed(code)
    assert is_well_formed(code.upper())
    assert is_well_formed(code.lower())


@pytest.mark.parametrize("code", MALFORMED)
def test_refuses_what_is_not_a_code(code: str) -> None:
    """T3: one letter, 26 characters, spaces and underscores are no language codes."""
    assert not is_well_formed(code)
    assert candidates(code) == ()
    assert lookup(code, {"en"}) is None
    with pytest.raises(ValueError, match="not a language code"):
        canonical(code)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("EN-gb", "en-GB"),
        ("eng", "en"),
        ("ZH-hant-tw", "zh-Hant-TW"),
        ("iw", "he"),
        ("in", "id"),
        ("nob", "nb"),
        ("arb", "ar"),
        ("cmn-hans", "zh-Hans"),
        ("i-klingon", "tlh"),
        ("zh-cmn-Hans", "zh-Hans"),
        ("sh", "sr-Latn"),
        ("CA-VALENCIA", "ca-valencia"),
        ("X-Dragoman", "x-dragoman"),
        ("oc-GASCON", "oc-gascon"),
    ],
)
def test_spells_a_code_canonically(code: str, expected: str) -> None:
    assert canonical(code) == expected


@pytest.mark.parametrize(
    ("requested", "available", "expected"),
    [
        ("en-GB", {"en"}, "en"),
        ("en-GB", {"en", "en-GB"}, "en-GB"),
        ("EN-gb", {"en-GB"}, "en-GB"),
        ("eng", {"en"}, "en"),
        ("en", {"en-US"}, None),
        ("es-419", {"es"}, "es"),
        ("pt-BR", {"pt", "pt-BR"}, "pt-BR"),
        ("pt-PT", {"pt", "pt-BR"}, "pt"),
        ("ca-ES-valencia", {"ca", "ca-ES", "ca-valencia"}, "ca-valencia"),
        ("ca-ES-valencia-x-a", {"ca"}, "ca"),
        ("ca-ES", {"ca", "ca-valencia"}, "ca"),
        ("en-x-private", {"en"}, "en"),
        ("x-private", {"en"}, None),
        ("X-Private", {"x-private"}, "x-private"),
        ("no", {"nb"}, "nb"),
        ("no-NO", {"nb", "nn"}, "nb"),
        ("nb", {"no"}, "no"),
        ("nn", {"nb", "no"}, None),
        ("xx", {"en"}, None),
    ],
)
def test_looks_up_the_most_specific_code(requested: str, available: set[str], expected: str | None) -> None:
    """T3: RFC 4647 look-up drops subtags from the end."""
    assert lookup(requested, available) == expected


@pytest.mark.parametrize(
    ("requested", "available", "expected"),
    [
        ("zh-TW", {"zh-Hans", "zh"}, None),
        ("zh-Hant", {"zh-Hans", "zh"}, None),
        ("zh-TW", {"zh-Hans", "zh-Hant"}, "zh-Hant"),
        ("zh-HK", {"zh-Hant"}, "zh-Hant"),
        ("zh-CN", {"zh-Hant", "zh-Hans"}, "zh-Hans"),
        ("zh", {"zh-Hant", "zh-Hans"}, "zh-Hans"),
        ("zh-Hans", {"zh"}, "zh"),
        ("sr-Latn", {"sr"}, None),
        ("sr-Latn-RS", {"sr", "sr-Latn"}, "sr-Latn"),
        ("sr-Cyrl", {"sr"}, "sr"),
        ("sr-ME", {"sr"}, None),
        ("uz-Latn", {"uz"}, "uz"),
        ("pa-PK", {"pa"}, None),
        ("hi-Latn", {"hi"}, None),
    ],
)
def test_never_crosses_scripts(requested: str, available: set[str], expected: str | None) -> None:
    """T3: `zh-TW` is not `zh-Hans`, nor is `sr-Latn` `sr`."""
    assert lookup(requested, available) == expected


def test_knows_scripts_directions_and_primary_languages() -> None:
    assert [script(code) for code in ("en", "sr", "zh-TW", "ru")] == ["Latn", "Cyrl", "Hant", "Cyrl"]
    assert [code for code in ("ar", "he", "fa", "ur", "yi", "dv", "pa-PK", "ug") if not is_rtl(code)] == []
    assert [code for code in ("en", "ru", "zh", "hi", "pa", "ar-Latn", "az") if is_rtl(code)] == []
    assert [primary(code) for code in ("pt-BR", "eng", "x-a-b")] == ["pt", "en", "x-a-b"]


def test_a_repeated_look_up_costs_microseconds() -> None:
    def look_up_often() -> None:
        for _ in range(1000):
            lookup("zh-TW", {"en"})

    assert least_processor_time(look_up_often) < 0.1


SUBTAGS = st.lists(st.from_regex(r"\A(?:[a-zA-Z]{1,8}|[0-9]{1,4}|[0-9][a-z]{3})\Z"), min_size=1, max_size=6)


@pytest.mark.slow
@given(SUBTAGS.map("-".join))
@settings(deadline=None)
def test_any_well_formed_code_can_be_looked_up(code: str) -> None:
    """Canonical spelling is stable and case does not matter; every candidate shares the script."""
    if not is_well_formed(code):
        return
    tag = canonical(code)
    assert canonical(code.upper()) == tag
    if is_well_formed(tag):
        assert canonical(tag) == tag
    assert candidates(code)[0] == tag
    assert {script(name) for name in candidates(code) if is_well_formed(name)} == {script(code)}


def test_extended_languages_that_do_not_exist_are_looked_up_like_any_code() -> None:
    assert canonical("aa-AAA-aaa-000") == "aa-aaa-aaa-000"
    assert candidates("aa-aaa-aaa-000")[0] == "aa-aaa-aaa-000"
