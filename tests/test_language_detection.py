"""Detection of a text's language, or that it is unknown (T8)."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.language_detection import detect_language, load_model
from dragoman.languages import canonical

GOLDEN = Path(__file__).parent / "segmentation" / "golden"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Please restart your computer.", "en"),
        ("¿Dónde está la biblioteca?", "es"),
        ("Je suis allé au marché hier matin.", "fr"),
        ("Das ist gut, aber noch nicht fertig.", "de"),
        ("El gat dorm sobre la taula de casa meva.", "ca"),
        ("O gato não está em casa hoje.", "pt"),
        ("Il gatto dorme sul tavolo della cucina.", "it"),
        ("Lo cat dormís sus la taula de l'ostal.", "oc"),
        ("Onte fun ao mercado coa miña nai e mercamos peixe.", "gl"),
        ("De kat slaapt op de tafel in de keuken.", "nl"),
        ("Dette er en norsk setning som handler om været.", "nb"),
        ("Dette er ein setning på nynorsk som handlar om vêret, ikkje noko anna.", "nn"),
        ("Dette er en dansk sætning om vejret i dag.", "da"),
        ("Det här är en svensk mening om vädret.", "sv"),
        ("Þetta er setning á íslensku.", "is"),
        ("To jest zdanie po polsku.", "pl"),
        ("Это предложение на русском языке.", "ru"),
        ("Українською мовою написане речення.", "uk"),
        ("Ово је српска реченица о времену.", "sr"),
        ("Bu bir Türkçe cümledir.", "tr"),
        ("هذه جملة باللغة العربية اليوم", "ar"),
        ("این یک جمله فارسی است", "fa"),
        ("یہ اردو کا ایک جملہ ہے", "ur"),
        ("यह हिन्दी का एक वाक्य है", "hi"),
    ],
)
def test_tells_ordinary_sentences(text: str, code: str) -> None:
    """T8: a sentence of four words or more."""
    assert detect_language(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("한국어", "ko"),
        ("これは本です", "ja"),
        ("日本語", None),
        ("カタカナ", "ja"),
        ("这是一个简单的句子。", "zh-Hans"),
        ("這是一個簡單的句子。", "zh-Hant"),
        ("我在北京大学上班，你在上海吗", "zh-Hans"),
        ("我在上海工作了三年半", "zh"),
        ("你好", None),
        ("Αθήνα", "el"),
        ("שלום", "he"),
        ("ไทย", "th"),
        ("Հայերեն", "hy"),
        ("ქართული", "ka"),
        ("தமிழ்", "ta"),
        ("ខ្មែរ", "km"),
        ("අ", None),
    ],
)
def test_a_script_of_one_language_is_enough(text: str, code: str | None) -> None:
    assert detect_language(text) == code


@pytest.mark.parametrize(
    "text",
    [
        "", " \n\t", "12345", "12.50 €", "🎉🎉", "..", "\x00", "a", "no", "taxi", "Berlin", "Hello", "Hola",
        "asdf qwer zxcv", "asdkjh qweoiu zmxncb poiqwe laksjd", "xkcd zqpt wvnm rrtl", "AAAAAAAAAAAAA",
        "bla bla bla bla bla", "user@example.com", "https://www.example.com/de/index.html", "{name} %s <b>",
        "hello world bonjour monde hola mundo", "Hello 你好 мир",
        "I went to the market this morning. Je suis allé au marché ce matin avec mes amis.",
        "This is a long English sentence about today. Das ist ein langer deutscher Satz über das Wetter.",
    ],
)  # fmt: skip
def test_says_nothing_when_unsure(text: str) -> None:
    """T8: null for what is too short, mixed, made up, or no language at all."""
    assert detect_language(text) is None


def test_markup_and_addresses_say_nothing_about_the_language() -> None:
    text = "<p class='this is english'>Das ist <b>gut</b>, aber noch nicht {name_of_thing} fertig.</p>"
    assert detect_language(text) == "de"


def test_nearly_all_answers_are_right() -> None:
    """T8: over the sentences of the golden files, each answer is the language or the answer is None."""
    right = wrong = unsure = 0
    languages = [
        "en",
        "es",
        "fr",
        "de",
        "ca",
        "pt",
        "it",
        "nl",
        "ru",
        "uk",
        "pl",
        "cs",
        "el",
        "hu",
        "fi",
        "tr",
        "ro",
    ]
    for language in languages:
        for line in (GOLDEN / f"{language}.txt").read_text(encoding="utf-8").splitlines():
            code = detect_language(line)
            right, wrong, unsure = (
                right + (code == language),
                wrong + (code not in {language, None}),
                unsure + (not code),
            )
    assert right / (right + wrong) >= 0.97
    assert unsure / (right + wrong + unsure) < 0.2


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_gets_a_canonical_code_or_none(text: str) -> None:
    code = detect_language(text)
    assert code is None or code == canonical(code)


def test_long_and_hostile_texts_are_quick() -> None:
    for text in (
        "word " * 400_000,
        "<" * 1_000_000,
        "{" * 1_000_000,
        "a@" * 500_000,
        "好" * 1_000_000,
        "%1" * 500_000,
    ):
        detect_language(text)


def test_threads_share_one_model() -> None:
    with ThreadPoolExecutor(4) as pool:
        models = {id(model) for model in pool.map(lambda _: load_model(), range(8))}
    assert len(models) == 1


def test_nothing_is_loaded_before_the_first_text() -> None:
    """The model is 75 MB: a service without requests for languages does not load it."""
    program = (
        "import sys, dragoman.language_detection as d;"
        "print('numpy' in sys.modules, 'py3langid' in sys.modules);"
        "d.detect_language('한국어'); print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "False"]
