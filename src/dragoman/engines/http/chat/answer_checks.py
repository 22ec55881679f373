"""Whether a language model's text for a segment can be its translation. Problems are told to the model."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import Final

import regex

from dragoman import language_detection, languages
from dragoman.engines.http.chat.tagging import TagAlphabet, has_new_markup, name_tags
from dragoman.segments import Segment, codes, plain_text, render

_LETTER: Final = regex.compile(r"[\p{L}\p{N}]")
_DENSE: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")
_DENSE_WEIGHT: Final = 3  # letters of an alphabet
_MOST_TIMES: Final = 3.5
_MOST_MORE: Final = 40
_LEAST_SHARE: Final = 0.2
_LEAST_JUDGED: Final = 25  # weight from which a translation can be too short
_LEAST_DETECTED: Final = 40  # letters from which the language is examined
_LEAST_SCRIPT: Final = 12  # letters from which the script is
_LEAST_COPIED: Final = 20  # letters
_LEAST_COPIED_WORDS: Final = 4
_LEAST_COPIED_DENSE: Final = 8
_CANDIDATES: Final = 5
_PREAMBLE: Final = regex.compile(
    r"\A\s*(?:sure|certainly|of course|okay|ok|here(?:'s|’s| is| are)|the translation|translation|translated"
    r"|note"
    r"|i(?:'m| am) sorry|i can(?:not|'t|’t)|as an ai|gerne|natürlich|hier ist|übersetzung|voici|traduction"
    r"|claro|aquí|traducción|ecco|traduzione|tradução)\b[^\n]{0,80}?[:,!.]",
    regex.IGNORECASE,
)
_FENCE: Final = regex.compile(r"```")
_ANSWER_PART: Final = regex.compile(r'"(?:translations|id|text|source|segments)"\s*:')
_ADDRESS: Final = regex.compile(r"(?:https?://|www\.)[^\s<>]{1,200}|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}")
_AFTER_ADDRESS: Final = ".,;:!?)]}'\"»”’"  # marks of the sentence around it
_REMARK: Final = regex.compile(
    r"\((?:note|translator'?s? note|literally|anmerkung|nota|remarque)\s?:", regex.IGNORECASE
)

# Languages that are detected as each other.
_ALIKE: Final = tuple(
    map(
        frozenset,
        (
            ("nb", "nn", "no", "da", "sv"),
            ("hr", "sr", "bs", "sh", "cnr", "sl"),
            ("cs", "sk"),
            ("id", "ms", "jv", "su"),
            ("gl", "pt"),
            ("es", "ast", "an", "gl"),
            ("ca", "oc"),
            ("zu", "xh", "st", "tn", "ss"),
            ("hi", "mr", "ne", "sa", "mai", "bho"),
            ("af", "nl"),
            ("az", "tr", "tk"),
            ("kk", "ky", "tt", "ba"),
            ("be", "uk", "ru", "bg", "mk"),
            ("it", "co", "sc", "scn"),
            ("de", "lb", "nds", "gsw"),
            ("fa", "ps", "ur", "sd", "ckb"),
            ("as", "bn"),
            ("ga", "gd"),
            ("eo", "ia", "ie"),
            ("fil", "tl", "ceb"),
        ),
    )
)


def find_code_problem(source: Segment, answer: Segment, alphabet: TagAlphabet) -> str | None:
    """What is wrong with an answer's tags: lost or doubled ones."""
    had, has = Counter(codes(source)), Counter(codes(answer))
    if had == has:
        return None
    missing, surplus = had - has, has - had
    problems = []
    if missing:
        problems.append(f"These tags were missing: {name_tags(missing, source, alphabet)}.")
    if surplus:
        problems.append(f"These tags were there more than once: {name_tags(surplus, source, alphabet)}.")
    return " ".join(problems)


def find_text_problem(
    source: Segment, answer: Segment, *, source_tag: str, target_tag: str, draft: Segment = ()
) -> str | None:
    """What is wrong with an answer's text; it may have what the draft has from which it was made.

    Blocks for milliseconds; for a second at the first call.
    """
    before, after = plain_text(source).strip(), plain_text(answer).strip()
    problem = _find_form_problem(source, answer)
    if problem is not None and draft and _find_form_problem(draft, answer) is None:
        problem = None
    return problem or _find_language_problem(before, after, source_tag, target_tag)


def _find_form_problem(source: Segment, answer: Segment) -> str | None:
    before, after = plain_text(source).strip(), plain_text(answer).strip()
    return _find_length_problem(before, after) or _find_addition(before, after, source, answer)


def _find_length_problem(before: str, after: str) -> str | None:
    if not after:
        return "The text was empty."
    had, has = _weight(before), _weight(after)
    if has > _MOST_TIMES * had + _MOST_MORE:
        return "The text was far longer than its source."
    if had >= _LEAST_JUDGED and has < _LEAST_SHARE * had:
        return "The text was far shorter than its source: translate all of it."
    return None


def _weight(text: str) -> int:
    return len(_LETTER.findall(text)) + (_DENSE_WEIGHT - 1) * len(_DENSE.findall(text))


def _find_addition(before: str, after: str, source: Segment, answer: Segment) -> str | None:
    """What an answer has beside the translation."""
    has_preamble = _PREAMBLE.match(after) is not None and _PREAMBLE.match(before) is None
    known = set(render(source))
    additions = {
        "tags that its source does not have": has_new_markup(answer, source),
        "an address that its source does not have": any(
            address.rstrip(_AFTER_ADDRESS) not in before for address in _ADDRESS.findall(after)
        ),
        "more line breaks than its source": after.count("\n") > before.count("\n"),
        "code or JSON around it": _has_new(_FENCE, before, after) or _has_new(_ANSWER_PART, before, after),
        "a remark before the translation": has_preamble and (":" in after[:120]) > (":" in before[:120]),
        "a note in it": "(" not in before and _has_new(_REMARK, before, after),
        "control characters": any(unicodedata.category(c) in {"Cc", "Co", "Cs"} for c in set(after) - known),
    }
    found = next((what for what, is_there in additions.items() if is_there), None)
    return f"The text had {found}. Give the translation alone." if found is not None else None


def _has_new(pattern: regex.Pattern[str], before: str, after: str) -> bool:
    return pattern.search(after) is not None and pattern.search(before) is None


def _find_language_problem(before: str, after: str, source_tag: str, target_tag: str) -> str | None:
    if (
        languages.primary(source_tag) != languages.primary(target_tag)
        and before.casefold() == after.casefold()
    ):
        return f"The text was not translated. Translate it to {target_tag}." if _is_prose(before) else None
    # Names and other words that stay as they are say nothing about the language.
    known = set(_WORD.findall(before.casefold()))
    new = " ".join(word for word in _WORD.findall(after) if word.casefold() not in known)
    letters = language_detection.count_letters(new)
    script = languages.script(target_tag)
    if letters >= _LEAST_SCRIPT and language_detection.count_script(after, _SCRIPTS.get(script, script)) == 0:
        return f"The text was in another script than {target_tag} is written in."
    is_other = letters >= _LEAST_DETECTED and not _may_be(language_detection.detect_language(new), target_tag)
    if is_other or _is_left_in_source(after, new, source_tag, target_tag):
        return f"The text was not in {target_tag}. Translate it to {target_tag}."
    return None


def _is_left_in_source(after: str, new: str, source_tag: str, target_tag: str) -> bool:
    """Whether an answer is in the source's language, with few words that its source does not have."""
    if language_detection.count_letters(after) < _LEAST_DETECTED:
        return False
    found = language_detection.detect_language(after)
    if (
        found is None
        or languages.primary(found) != languages.primary(source_tag)
        or _may_be(found, target_tag)
    ):
        return False
    likely = map(languages.primary, language_detection.find_candidates(new, most=_CANDIDATES))
    return languages.primary(target_tag) not in likely


def _is_prose(text: str) -> bool:
    """Whether a text is surely of a language, so that it cannot stay as it is in another."""
    is_long = _weight(text) >= _LEAST_COPIED
    has_words = len(text.split()) >= _LEAST_COPIED_WORDS or len(_DENSE.findall(text)) >= _LEAST_COPIED_DENSE
    return is_long and has_words and language_detection.detect_language(text) is not None


def _may_be(found: str | None, target_tag: str) -> bool:
    """Whether a text of which this language was found can be in the target language."""
    target = languages.primary(target_tag)
    if found is None or target not in language_detection.known_languages():
        return True
    detected = languages.primary(found)
    if detected == target == "zh":
        return found == "zh" or languages.script(found) == languages.script(target_tag)
    return detected == target or any(detected in group and target in group for group in _ALIKE)


_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_SCRIPTS: Final = {"Hans": "Hani", "Hant": "Hani", "Jpan": "Hani", "Kore": "Hang"}
