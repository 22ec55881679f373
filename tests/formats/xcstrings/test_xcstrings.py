"""String catalogs: where a localization is put, in what shape, and what stays."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.conversion.sampling import take_sample
from dragoman.formats.format import Reason, Recognition, WarningCode
from dragoman.formats.xcstrings import FORMAT
from dragoman.segments import Text, render
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from tests.formats.translating import extract, rebuild, shouted, texts
from tests.formats.xcstrings.samples import STRINGS, catalog, plural, unit

DATA = catalog(STRINGS)


def localized(data: bytes, target: str, **options: object) -> dict[str, Any]:
    strings: dict[str, Any] = json.loads(shouted(FORMAT, data, target, **options))["strings"]
    return {key: value["localizations"][target] for key, value in strings.items() if "localizations" in value}


def test_what_a_language_lacks_is_translated() -> None:
    document = extract(FORMAT, DATA, "de")
    assert [(u.id, render(u.segment), u.reason) for u in document.units] == [
        ("1", "", Reason.NO_TEXT),
        ("2/plural.one", "%lld file", None),
        ("2/plural.other", "%lld files", None),
        ("3", "Bye", None),
        ("4", "Hello %@", Reason.TRANSLATED),
        ("6", "%#@photos@ of %@", None),
        ("6/substitutions.photos.plural.one", "%arg photo", None),
        ("6/substitutions.photos.plural.other", "%arg photos", None),
        ("7/device.iphone", "Tap it", None),
        ("7/device.mac", "Click it", None),
    ]
    assert document.left_alone == {Reason.LOCKED: 1}


def test_localizations_have_the_forms_of_their_language() -> None:
    found = localized(DATA, "ru")
    assert list(found["%lld files"]["variations"]["plural"]) == ["few", "many", "one", "other"]
    assert found["photos"]["substitutions"]["photos"]["argNum"] == 1
    assert found["Bye"] == unit("BYE", "needs_review")
    assert localized(DATA, "ja")["%lld files"] == {
        "variations": {"plural": {"other": unit("%LLD FILES", "needs_review")}}
    }
    assert localized(DATA, "ja", markNeedsReview=False)["Bye"] == unit("BYE")


def test_the_file_is_laid_out_as_xcode_does() -> None:
    data = catalog({"Bye": {}, "Hi": {"localizations": {"fr": unit("Salut")}, "shouldTranslate": True}})
    assert (
        shouted(FORMAT, data, "de")
        == catalog(
            {
                "Bye": {"localizations": {"de": unit("BYE", "needs_review")}},
                "Hi": {
                    "localizations": {"de": unit("HI", "needs_review"), "fr": unit("Salut")},
                    "shouldTranslate": True,
                },
            }
        ).decode()
    )
    compact = catalog({"Bye": {}}, indent=None, separators=(",", ":"))
    assert '"Bye":{"localizations":{"de":{"stringUnit":{"state":"needs_review","value":"BYE"}}}}' in shouted(
        FORMAT, compact, "de"
    )


def test_what_is_finished_stays_and_what_is_new_does_not() -> None:
    data = catalog(
        {"Hi": {"localizations": {"fr": unit("", "new")}}, "Yes": {"localizations": {"fr": unit("Oui")}}}
    )
    assert localized(data, "fr") == {"Hi": unit("HI", "needs_review"), "Yes": unit("Oui")}
    assert localized(data, "fr", existing="replace")["Yes"] == unit("YES", "needs_review")


def test_a_translation_may_vary_otherwise_than_its_source() -> None:
    data = catalog({"%d cats": {"localizations": {"fr": plural(one="%d chat", other="")}}})
    document = extract(FORMAT, data, "fr")
    assert [(u.id, render(u.segment), u.reason) for u in document.units] == [
        ("1/plural.one", "%d cats", Reason.TRANSLATED),
        ("1/plural.other", "%d cats", None),
    ]
    assert localized(data, "fr")["%d cats"]["variations"]["plural"]["one"] == unit("%d chat")


def test_phrases_of_app_shortcuts_stay() -> None:
    data = catalog({"a": {"localizations": {"en": {"stringSet": {"state": "new", "values": ["Do it"]}}}}})
    document = extract(FORMAT, data, "fr")
    assert (document.units, document.left_alone) == ((), {Reason.KEY: 1})


def test_languages_are_named_as_the_catalog_names_them() -> None:
    data = catalog({"a": {"localizations": {"zh-Hans": unit("x"), "pt_BR": unit("y")}}, "Text": {}})
    for target, name in (("zh-CN", "zh-Hans"), ("pt-BR", "pt_BR"), ("zh-TW", "zh-Hant"), ("nl", "nl")):
        assert name in json.loads(shouted(FORMAT, data, target))["strings"]["Text"]["localizations"]
    with pytest.raises(ConversionFailed, match="source language"):
        extract(FORMAT, DATA, "en")
    french = DATA.replace(b'"sourceLanguage" : "en"', b'"sourceLanguage" : "fr"')
    assert [w.code for w in extract(FORMAT, french, "de").warnings] == [WarningCode.LANGUAGE_DIFFERS]


def test_codes_and_numbers_stay() -> None:
    with pytest.raises(ConversionFailed):
        rebuild(FORMAT, DATA, {"6": (Text(text="none"),)})
    odd = DATA.replace(b'"argNum" : 1', b'"argNum" : 1.0E+400')
    assert shouted(FORMAT, odd, "de").count('"argNum" : 1.0E+400') == 2


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ('{"sourceLanguage": "en"}', "no strings"),
        ('{"strings": {}}', "no source language"),
        ('{"sourceLanguage": "en", "strings": {"a": 1}}', "not an object"),
        ('{"sourceLanguage": "en",\n "strings": {"a": {}}', "line 2"),
        ('{"sourceLanguage": NaN, "strings": {}}', "not JSON"),
        ('{"a":' * 5_000, "nested|missing"),
        ("[]", "an object"),
    ],
)
def test_what_is_not_a_catalog_is_refused(data: str, message: str) -> None:
    with pytest.raises(DocumentCorrupt, match=message):
        extract(FORMAT, data)


def test_recognition() -> None:
    assert FORMAT.recognise(take_sample(DATA, "a.xcstrings")) is Recognition.CERTAIN
    assert FORMAT.recognise(take_sample(DATA, "a.json")) is Recognition.NO
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, "")
    assert texts(FORMAT, catalog({})) == []


LEAVES = st.builds(
    unit, st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=10)
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda kind, forms: {"variations": {kind: forms}},
        st.sampled_from(["plural", "device"]),
        st.dictionaries(st.sampled_from(["one", "few", "other", "mac", "zero"]), inner, max_size=3),
    ),
    max_leaves=5,
)
ENTRIES = st.fixed_dictionaries(
    {},
    optional={
        "localizations": st.dictionaries(st.sampled_from(["en", "de", "fr"]), TREES, max_size=3),
        "comment": st.text(max_size=5),
    },
)


@settings(max_examples=80, deadline=None)
@given(
    strings=st.dictionaries(st.text(max_size=8), ENTRIES, max_size=4), indent=st.sampled_from([None, 2, "\t"])
)
def test_any_catalog_goes_there_and_back(strings: dict[str, Any], indent: int | str | None) -> None:
    try:
        whole = {"sourceLanguage": "en", "strings": strings}
        data = json.dumps(whole, indent=indent, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return
    try:
        units = extract(FORMAT, data).units
    except ConversionFailed as problem:
        assert "told apart" in problem.message
        return
    kept = {u.id: u.target for u in units if u.target is not None}
    assert rebuild(FORMAT, data, kept) == data
    result = shouted(FORMAT, data)
    again = extract(FORMAT, result).units
    assert [u.id for u in again] == [u.id for u in units]
    assert all(u.reason is not None for u in again)
    after = json.loads(result)["strings"]
    for key, value in strings.items():
        for language in ("en", "fr"):
            assert after[key].get("localizations", {}).get(language) == value.get("localizations", {}).get(
                language
            )
