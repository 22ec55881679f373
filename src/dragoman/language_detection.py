"""Detect the language of a text (T8), or find that it is uncertain.

A script that only one language uses decides by itself; for all other scripts a statistical model decides. The
model (about 75 MB) is loaded when it is first needed. Everything here blocks: call it in a thread.

The thresholds were measured on FLORES-200 devtest in ten languages, seven of them Romance: of the answers for
whole sentences 99.9 % are right (99 % are answered), for their first four words 98.5 % (75 %).
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Final, TypeAlias

import regex

from dragoman import languages

# Languages by likelihood, best first; the likelihoods add up to 1.
Model: TypeAlias = Callable[[str], list[tuple[str, float]]]

LONGEST: Final = 20_000  # characters that are examined; more do not improve the result
_NOT_LANGUAGE: Final = regex.compile(
    r"<[^<>]{0,500}>|\{[^{}]{0,100}\}|%[\d$]{0,4}[a-z@]|&#?\w{1,20};"
    r"|\b(?:https?://|www\.)\S+|[\w.+-]{1,64}@[\w.-]+|[#@]\w+"
)
_LETTER: Final = regex.compile(r"[\p{L}\p{M}]")

# Scripts by ISO 15924, with the language where there is but one in common use.
_SCRIPTS: Final = {
    "Latn": (r"\p{Latin}", None),
    "Cyrl": (r"\p{Cyrillic}", None),
    "Arab": (r"\p{Arabic}", None),
    "Deva": (r"\p{Devanagari}", None),
    "Beng": (r"\p{Bengali}", None),
    "Hani": (r"[\p{Han}\p{Hiragana}\p{Katakana}]", None),
    "Hang": (r"\p{Hangul}", "ko"),
    "Grek": (r"\p{Greek}", "el"),
    "Hebr": (r"\p{Hebrew}", "he"),
    "Thai": (r"\p{Thai}", "th"),
    "Armn": (r"\p{Armenian}", "hy"),
    "Geor": (r"\p{Georgian}", "ka"),
    "Laoo": (r"\p{Lao}", "lo"),
    "Khmr": (r"\p{Khmer}", "km"),
    "Mymr": (r"\p{Myanmar}", "my"),
    "Ethi": (r"\p{Ethiopic}", "am"),
    "Taml": (r"\p{Tamil}", "ta"),
    "Telu": (r"\p{Telugu}", "te"),
    "Knda": (r"\p{Kannada}", "kn"),
    "Mlym": (r"\p{Malayalam}", "ml"),
    "Gujr": (r"\p{Gujarati}", "gu"),
    "Guru": (r"\p{Gurmukhi}", "pa"),
    "Orya": (r"\p{Oriya}", "or"),
    "Sinh": (r"\p{Sinhala}", "si"),
    "Tibt": (r"\p{Tibetan}", "bo"),
    "Thaa": (r"\p{Thaana}", "dv"),
}
_SCRIPT_PATTERNS: Final = {name: regex.compile(pattern) for name, (pattern, _) in _SCRIPTS.items()}
_HAN_LANGUAGES: Final = ("zh-Hans", "zh-Hant", "ja")
_DENSE: Final = 3  # one character of these weighs as much as three letters of an alphabet
_DENSE_SCRIPTS: Final = frozenset({"Hani", "Hang"})
_MAJORITY: Final = 0.6

_KANA: Final = regex.compile(r"[\p{Hiragana}\p{Katakana}]")
_SIMPLIFIED: Final = regex.compile(
    "[们这来说时个国对发会过样动还进种后么开经现实无问间长见关头题点体业话声书电门车东马学气让认给"
    "吗应当习语写听读买卖钱边远难欢谢请爱乐觉岁岛处务变号战报场总数万与为两产从云亲众优传伤价]"
)
_TRADITIONAL: Final = regex.compile(
    "[們這來說時個國對發會過樣動還進種後麼開經現實無問間長見關頭題點體業話聲書電門車東馬學氣讓認給"
    "嗎應當習語寫聽讀買賣錢邊遠難歡謝請愛樂覺歲島處務變號戰報場總數萬與為兩產從雲親眾優傳傷價]"
)
_LEAST_HAN: Final = 4
_PLENTY_HAN: Final = 8  # surely Chinese, even where every character is in both its scripts

# Labels of the model that are rarely right, but take likelihood from similar languages.
_SELDOM: Final = frozenset({
    "ace", "ary", "arz", "bcl", "crh", "dz", "ext", "fuv", "gcf", "gcr", "gom", "grc", "gug", "guw", "hbo",
    "kab", "kik", "lij", "ltg", "nso", "pcm", "sdh", "uzs", "vo", "wuu", "yue",
})  # fmt: skip
_NO_LANGUAGE: Final = "zxx"
_CODES: Final = {"no": "nb"}
_SHORT: Final = 15  # letters; below it the model must be surer
_LEAST: Final = 8  # letters below which no language is detected
_POSSIBLE: Final = 0.01  # likelihood from which a language is a candidate
_MIXED: Final = 60  # letters from which the two halves must not contradict each other


def detect_language(text: str) -> str | None:
    """The canonical code of a text's language, or None when unsure: too short, mixed, or no language.

    Chinese is `zh-Hans` or `zh-Hant` (`zh` where every character is in both), Norwegian is `nb` or `nn`.
    Blocks for some milliseconds, and for about a second at the first text that needs the model.
    """
    plain = _NOT_LANGUAGE.sub(" ", text[:LONGEST])
    script = _main_script(plain)
    if script is None:
        return None
    if script == "Hani":
        return _chinese_or_japanese(plain)
    letters = len(_LETTER.findall(plain))
    only = _SCRIPTS[script][1]
    if only is not None:
        return only if letters > 1 else None
    if letters < _LEAST:
        return None
    found = _classify(plain, letters)
    if found is None or _contradicts_itself(plain, letters):
        return None
    return _in_script(found, script)


def find_candidates(text: str, *, most: int) -> list[str]:
    """Languages that a text may be in, the likeliest first: for one of which `detect_language` is unsure."""
    return [code for code, _ in rank_languages(text)[:most]]


def rank_languages(text: str) -> list[tuple[str, float]]:
    """Languages that a text may be in, the likeliest first, each with its likelihood; none for no language.

    Blocks as `detect_language` does.
    """
    plain = _NOT_LANGUAGE.sub(" ", text[:LONGEST])
    script = _main_script(plain)
    if script is None:
        return []
    if script == "Hani":
        sure = _chinese_or_japanese(plain)
        others = [code for code in _HAN_LANGUAGES if code != sure]
        return (
            [(code, 1 / 3) for code in others]
            if sure is None
            else [(sure, 1.0), *((code, 0.0) for code in others)]
        )
    only = _SCRIPTS[script][1]
    if only is not None:
        return [(only, 1.0)]
    found: dict[str, float] = {}
    for label, likelihood in load_model()(plain):
        if likelihood < _POSSIBLE:
            break
        code = None if label == _NO_LANGUAGE else _in_script(label, script)
        if code is not None:
            found[code] = found.get(code, 0.0) + likelihood
    return list(found.items())


def known_languages() -> frozenset[str]:
    """The canonical codes, without scripts and regions, of the languages that can be detected."""
    labels = (label for label, _ in load_model()(""))
    by_model = {languages.primary(_CODES.get(label, label)) for label in labels if label != _NO_LANGUAGE}
    return frozenset(by_model | {only for _, only in _SCRIPTS.values() if only is not None})


def count_script(text: str, script: str) -> int | None:
    """Count the letters of a script by ISO 15924, `Hani` being Chinese and Japanese. None: it is unknown."""
    pattern = _SCRIPT_PATTERNS.get(script)
    return len(pattern.findall(text[:LONGEST])) if pattern is not None else None


def count_letters(text: str) -> int:
    """Count the letters by which a language can be detected: none of tags, placeholders and addresses."""
    return len(_LETTER.findall(_NOT_LANGUAGE.sub(" ", text[:LONGEST])))


@functools.lru_cache(maxsize=1)
def _model() -> Model:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # noqa: PLC0415 - loads numpy; only when needed

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages([label for label in identifier.labels if label not in _SELDOM])
    rank: Model = identifier.rank
    return rank


_loading: Final = threading.Lock()


def load_model() -> Model:
    """The model, loaded at the first call; callers in other threads wait for it."""
    with _loading:
        return _model()


def _main_script(text: str) -> str | None:
    """The script that most of the text is in; None when there is none."""
    weights = {
        name: len(pattern.findall(text)) * (_DENSE if name in _DENSE_SCRIPTS else 1)
        for name, pattern in _SCRIPT_PATTERNS.items()
    }
    # Japanese mixes scripts as a matter of course, and Korean may have Chinese characters.
    main = max(weights, key=weights.__getitem__)
    return main if weights[main] > _MAJORITY * sum(weights.values()) else None


def _chinese_or_japanese(text: str) -> str | None:
    characters = len(_SCRIPT_PATTERNS["Hani"].findall(text))
    kana = len(_KANA.findall(text))
    if kana >= 2 and kana >= 0.1 * characters:
        return "ja"
    simplified, traditional = len(_SIMPLIFIED.findall(text)), len(_TRADITIONAL.findall(text))
    if simplified == traditional:
        return "zh" if characters >= _PLENTY_HAN else None
    if characters < _LEAST_HAN:
        return None
    return "zh-Hans" if simplified > traditional else "zh-Hant"


def _classify(text: str, letters: int) -> str | None:
    (best, likelihood), (_, next_likelihood) = load_model()(text)[:2]
    least, times = (0.5, 3) if letters < _SHORT else (0.3, 2)
    sure = likelihood >= least and likelihood >= times * next_likelihood
    return best if sure and best != _NO_LANGUAGE else None


def _contradicts_itself(text: str, letters: int) -> bool:
    """Whether the halves of a longer text are surely in two languages."""
    if letters < _MIXED:
        return False
    middle = len(text) // 2
    halves = {_classify(half, letters // 2) for half in (text[:middle], text[middle:])}
    return len(halves - {None}) > 1


def _in_script(label: str, script: str) -> str | None:
    """The model's answer as a code; None where that language is not written so."""
    code = languages.canonical(_CODES.get(label, label))
    if languages.script(code) == script:
        return code
    return (
        f"{code}-{script}" if code in {"sr", "uz", "az", "kk", "ky", "mn", "ku", "tg", "tk", "tt"} else None
    )
