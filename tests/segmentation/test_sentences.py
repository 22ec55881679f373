"""The built-in rules: real-looking text in every language with a golden file, and laws that any text obeys.

A golden file is one paragraph a line; next to it are the sentences expected, one a line, an empty line
between paragraphs.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.segmentation import sentences

GOLDEN = Path(__file__).parent / "golden"
LANGUAGES = sorted(path.name.removesuffix(".expected.txt") for path in GOLDEN.glob("*.expected.txt"))
MAIN = {"en", "es", "fr", "de", "ca", "pt", "it", "ru"}


def golden(language: str) -> list[tuple[str, list[str]]]:
    paragraphs = (GOLDEN / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    expected = (GOLDEN / f"{language}.expected.txt").read_text(encoding="utf-8").strip().split("\n\n")
    return list(zip(paragraphs, (block.splitlines() for block in expected), strict=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_splits_real_looking_text(language: str) -> None:
    found = {
        text: [piece.strip() for piece in sentences(text, language=language)] for text, _ in golden(language)
    }
    assert found == dict(golden(language))


def test_the_main_languages_have_enough_cases() -> None:
    assert {language: len(golden(language)) >= 15 for language in MAIN} == dict.fromkeys(MAIN, True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("   \n ", ["   \n "]),
        ("One.", ["One."]),
        ("  One.  Two.  ", ["  One.  ", "Two.  "]),
        ("One.\n\n\nTwo", ["One.\n\n\n", "Two"]),
        (
            "A heading\n\nA paragraph\nthat goes on. Then",
            ["A heading\n\n", "A paragraph\nthat goes on. ", "Then"],
        ),
        ("Buy:\n- milk\n- bread", ["Buy:\n", "- milk\n", "- bread"]),
        ("Do this\n1. First\n2. Second", ["Do this\n", "1. First\n", "2. Second"]),
        ("Met Dr.\n\nNext paragraph", ["Met Dr.\n\n", "Next paragraph"]),
        ("Saw Dr.\nSmith. He left.", ["Saw Dr.\nSmith. ", "He left."]),
        ("One.\u2029Two", ["One.\u2029", "Two"]),
        ("one. two. three", ["one. two. three"]),
        ("No stops here", ["No stops here"]),
        ("Done.\u00a0Next.", ["Done.\u00a0", "Next."]),
        ("Done. %s files. {name} left. $5 paid.", ["Done. ", "%s files. {name} left. ", "$5 paid."]),
    ],
)
def test_keeps_white_space_with_the_sentence_before(text: str, expected: list[str]) -> None:
    assert sentences(text, language="en") == expected


def test_languages_without_marks_are_cut_at_spaces_when_long() -> None:
    phrase = "ผมกินข้าวที่บ้านกับเพื่อนทุกวัน "
    pieces = sentences(phrase * 30, language="th")
    assert "".join(pieces) == phrase * 30
    assert len(pieces) > 1
    assert max(map(len, pieces)) <= 300
    assert sentences(phrase * 3, language="th") == [phrase * 3]
    unbroken = phrase.strip() * 30
    assert sentences(unbroken, language="th-TH") == [unbroken]


def test_any_code_may_be_asked_for() -> None:
    """A variant has its language's rules; an unknown or malformed code has those of all."""
    text = "Am 3. Oktober kam J. Doe. Er ging. "
    assert sentences(text, language="de-CH-1901") == ["Am 3. Oktober kam J. Doe. ", "Er ging. "]
    for code in ("x-private", "xx", "tlh", "e", "", "en_GB"):
        assert len(sentences("It is so. He knows.", language=code)) == 2
    assert sentences("Det er f.eks. Oslo.", language="no") == ["Det er f.eks. Oslo."]
    assert sentences("Došao je 3. Svibnja.", language="sr-Latn") == ["Došao je 3. Svibnja."]


ALPHABET = st.sampled_from(
    [*"aB1 .?!…\n\t\r\"'“”«»()[]-—:;,", "。", "」", "।", "۔", "🎉", "É", "Dr", "z.B", "5.", "\u00a0", "ก"]
)


@given(
    st.lists(ALPHABET, max_size=60).map("".join) | st.text(max_size=80),
    st.sampled_from(["en", "de", "ja", "th", "xx"]),
)
@settings(max_examples=300, deadline=None)
def test_joined_sentences_are_the_text(text: str, language: str) -> None:
    pieces = sentences(text, language=language)
    assert "".join(pieces) == text
    assert all(pieces)
    assert not any(piece.isspace() for piece in pieces[1:])


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "." * 100_000, " " * 100_000, "\n" * 100_000, ". " * 50_000, "\t\n" * 50_000, '"' * 100_000,
        "A. " * 33_000, "1. " * 33_000, "." + " " * 100_000 + "A", "." + '"' * 100_000, "。" * 100_000,
        "a" * 100_000,
        ".[1]" * 25_000, "! \U0001f389" * 30_000, "z. " * 33_000, "1.1." * 25_000, "[1]" * 33_000,
        "ก " * 50_000,
    ],
    ids=lambda text: ascii(text[:4]),
)  # fmt: skip
@pytest.mark.parametrize("language", ["de", "th"])
def test_hostile_text_takes_linear_time(text: str, language: str) -> None:
    started = time.process_time()
    assert "".join(sentences(text, language=language)) == text
    assert time.process_time() - started < 5  # 0.1 s on a quiet machine; quadratic would be minutes


def test_an_ordinary_text_of_45_000_characters_takes_a_fraction_of_a_second() -> None:
    paragraph = " ".join(text for text, _ in golden("en"))
    text = (paragraph * (45_000 // len(paragraph) + 1))[:45_000]
    sentences(text, language="en")
    started = time.process_time()
    sentences(text, language="en")
    assert time.process_time() - started < 1  # 0.04 s on a quiet machine
