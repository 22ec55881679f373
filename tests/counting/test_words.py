"""What counts as a word: values counted by hand, in many scripts."""

from __future__ import annotations

import json
import unicodedata
from importlib import metadata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.counting import (
    COUNTING_RULE,
    NOTHING,
    Count,
    count_characters,
    count_segment,
    count_text,
    count_words,
)
from dragoman.segments import Code, CodeKind, Text
from tests.processor_time import least_processor_time


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "", 0),
        ("en", " \t\r\n … — !? 😀 ", 0),
        ("en", "The quick brown fox", 4),
        ("en", "It doesn't stop, can’t it?", 5),
        ("en", "state-of-the-art", 4),
        ("en", "3.14 costs $5 or 1,000.50", 5),
        ("en", "snake_case and a1b2", 3),
        ("en", "Write to info@example.com", 4),  # an address is divided at @
        ("fr", "l'eau est à côté de la forêt", 7),
        ("de", "Donaudampfschifffahrtsgesellschaft", 1),
        ("pl", "Zażółć gęślą jaźń", 3),
        ("tr", "İstanbul'da ışık", 2),
        ("el", "Καλημέρα κόσμε", 2),
        ("ru", "Съешь ещё этих мягких булок", 5),
        ("hy", "Բարեւ աշխարհ", 2),
        ("ka", "გამარჯობა მსოფლიო", 2),
        ("he", 'צה"ל הוא צבא', 3),
        ("ar", "مرحبا بالعالم ٢٠٢٤", 3),
        ("hi", "नमस्ते दुनिया क्षत्रिय", 3),
        ("bn", "ওহে বিশ্ব", 2),
        ("ta", "வணக்கம் உலகம்", 2),
        ("am", "ሰላም ለዓለም", 2),
        ("bo", "བོད་སྐད་", 2),  # syllables: Tibetan does not show words
        ("mn", "ᠮᠣᠩᠭᠣᠯ ᠬᠡᠯᠡ", 2),
        ("en", "naïve", 1),
        ("en", "nai\u0308ve", 1),
    ],
)
def test_words_between_boundaries(language: str, text: str, words: int) -> None:
    assert count_words(text, language=language) == words


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("zh", "今天天气很好我们去公园", 4),  # 11 / 2.8 = 3.93
        ("zh-Hant", "今天天氣很好，我們去公園。", 4),  # punctuation does not count
        ("zh", "好", 1),  # 0.36, but at least one
        ("zh", "字" * 28, 10),
        ("ja", "これはペンです", 2),  # 7 / 3.0 = 2.33
        ("ja", "東京都庁舎展望室", 3),  # 8 / 3.0 = 2.67: Han characters are Japanese here
        ("ja", "ｶﾀｶﾅ", 1),  # 4 / 3.0 = 1.33
        ("ja", "サーバー", 1),
        ("ko", "안녕하세요 세계 여러분", 3),  # 10 / 3.3 = 3.03; spaces do not count
        ("ko", "大韓民國 만세", 2),  # 6 / 3.3 = 1.82: Han characters are Korean here
        ("th", "สวัสดีชาวโลก", 2),  # 12 / 6.0
        ("lo", "ສະບາຍດີ", 1),  # 7 / 6.0 = 1.17
        ("km", "សួស្តីពិភពលោក", 2),  # 13 / 6.0 = 2.17
        ("my", "မင်္ဂလာပါကမ္ဘာလောက", 3),  # 18 / 6.0
    ],
)
def test_scripts_without_spaces_count_by_characters(language: str, text: str, words: int) -> None:
    assert count_words(text, language=language) == words


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("ja", "iPhone 15を買いました", 4),  # iPhone, 15, and 7 / 3.0 = 2.33
        ("ja", "DeepLとGoogle翻訳", 3),  # DeepL, Google, and 3 / 3.0
        ("en", "The word 今天天气很好 means good weather", 7),  # 5 and 6 / 2.8 = 2.14
        ("en", "The word 今日はいい天気 means good weather", 7),  # 5 and 7 / 3.0: beside kana
        ("zh", "今天の天气很好", 2),  # 6 / 2.8 + 1 / 3.0 = 2.48
        ("zh", "共2024年", 2),  # 2024, and 2 / 2.8 = 0.71
        ("th", "ราคา ๑๐๐ บาท", 2),  # ๑๐๐ is a number, and 7 / 6.0 = 1.17
        ("ko", "API는 좋다", 2),  # API, and 3 / 3.3 = 0.91
        ("en", "漢A字", 2),  # 2 / 2.8 = 0.71 and A
    ],
)
def test_mixed_scripts_count_each_by_its_own_rule(language: str, text: str, words: int) -> None:
    assert count_words(text, language=language) == words


@pytest.mark.parametrize("text", ["한국어입니다", "ガギグゲゴ パピプ", "Crème brûlée", "Việt Nam"])
def test_a_text_counts_the_same_however_its_letters_are_coded(text: str) -> None:
    decomposed = unicodedata.normalize("NFD", text)
    assert decomposed != text
    assert count_words(decomposed, language="en") == count_words(text, language="en")


def test_characters_are_code_points() -> None:
    assert count_characters("a b\u00a0c\n😀") == 7
    assert count_characters("a b\u00a0c\n😀", spaces=False) == 4


def test_counts_of_texts_add_up() -> None:
    counts = [count_text(text, language="en") for text in ("One two.", "", "三")]
    assert sum(counts, NOTHING) == Count(segments=3, words=3, characters=9, characters_without_spaces=8)


def test_codes_do_not_count_and_only_breaks_divide_words() -> None:
    bold = {"type": "tag", "data": "<strong>"}
    segment = (
        Text(text="T"),
        Code(id="1", kind=CodeKind.OPEN, **bold),
        Text(text="ika c"),
        Code(id="1", kind=CodeKind.CLOSE, type="tag", data="</strong>"),
        Text(text="an"),
        Code(id="2", kind=CodeKind.STANDALONE, type="tag", data="<BR/>"),
        Text(text="swim"),
        Code(id="3", kind=CodeKind.STANDALONE, type="break", data="\n"),
        Text(text="far"),
    )
    assert count_segment(segment, language="en") == 4
    assert count_segment((Text(text="two words"),), language="en") == 2
    assert count_segment((), language="en") == 0


def test_lone_surrogates_do_no_harm() -> None:
    assert count_words("one \ud800 two", language="en") == 2
    assert count_words("\udfff字", language="zh") == 1


@pytest.mark.slow
@given(st.text())
def test_any_text_can_be_counted(text: str) -> None:
    words = count_words(text, language="ja")
    assert 0 <= words <= count_characters(text, spaces=False)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["a.", "字 ", "ก", "'", "👩\u200d", "\u0301", "か\u3099", "\ud800é"])
def test_long_texts_take_time_in_proportion(text: str) -> None:
    short, long = (
        least_processor_time(lambda size=size: count_words(text * size, language="en"))
        for size in (20_000, 200_000)
    )
    assert long < 40 * short + 0.05


def test_the_rule_names_the_unicode_version_of_the_boundaries() -> None:
    """A newer one may count differently: change the rule's name with it."""
    boundaries = next(
        file
        for file in metadata.files("unicode-segmentation-rs") or []
        if file.name.endswith(".cyclonedx.json")
    )
    parts = {part["name"]: part["version"] for part in json.loads(boundaries.read_text())["components"]}
    assert parts["unicode-segmentation"].startswith("1.13.")
    assert "uax29-17.0.0" in COUNTING_RULE
