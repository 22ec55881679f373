"""The lists of abbreviations: every one can be read, and says nothing that its rules would contradict."""

from __future__ import annotations

from importlib import resources

import pytest

from dragoman.segmentation import sentences
from dragoman.segmentation.abbreviations import find_list, list_rules

FOLDER = resources.files("dragoman.segmentation") / "data" / "abbreviations"
NAMES = sorted(file.name.removesuffix(".txt") for file in FOLDER.iterdir())
SECTIONS = ["[always]", "[number]", "[end]", "[starters]"]


def read(name: str) -> dict[str, list[str]]:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for line in text.splitlines()[1:]:
        if line.startswith("["):
            found[line] = []
        else:
            found[list(found)[-1]] += line.split()
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_list_has_its_sections_and_no_word_says_two_things(name: str) -> None:
    found = read(name)
    assert list(found) == SECTIONS
    words = found["[always]"] + found["[number]"] + found["[end]"]
    assert [word for word in words if word.endswith(".") or word.startswith(".")] == []
    assert set(found["[always]"]) & set(found["[end]"] + found["[number]"]) == set()
    assert len(list_rules(name)) >= 2
    assert find_list(name) == name


@pytest.mark.parametrize("name", NAMES)
def test_a_word_of_the_list_does_not_end_a_sentence(name: str) -> None:
    for word in read(name)["[always]"]:
        text = f"Abc {word}. Xyzzy abc."
        assert sentences(text, language=name) == [text], word
        spaced = text.replace(word, word.replace(".", ". "))
        assert sentences(spaced, language=name) == [spaced], word


@pytest.mark.parametrize("name", [name for name in NAMES if name not in {"ar", "hi"}])
def test_a_word_that_may_end_a_sentence_does_before_one_that_begins_them(name: str) -> None:
    found = read(name)
    starter = next(word for word in found["[starters]"] if len(word) > 2 and word.isalpha())
    for word in found["[end]"]:
        text = f"Abc {'12' if word == '#' else word}. {starter} xyzzy."
        assert len(sentences(text, language=name)) == 2, word


def test_languages_without_a_list_know_initials() -> None:
    assert find_list("tlh") == find_list("x-a") == find_list("../en") == find_list("") == ""
    assert sentences("Abc J. R. Xyzzy abc. Then", language="tlh") == ["Abc J. R. Xyzzy abc. ", "Then"]
