"""Translations by the installed Apertium, with the source words of every target word.

Each word of a sentence travels in a word-bound blank with its number, which Apertium moves with the word.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MODES: Final = {
    ("en", "es"): "eng-spa",
    ("en", "ca"): "eng-cat",
    ("es", "en"): "spa-eng",
    ("es", "ca"): "spa-cat",
    ("ca", "en"): "cat-eng",
    ("ca", "es"): "cat-spa",
}

# A word, a number with its separators, a code such as `AB-12`; single marks are words of their own.
WORD: Final = re.compile(r"[\w·'’]+(?:[-.:,][\w·]+)*|[^\w\s]")
_BLANK: Final = re.compile(
    r"\[\[(?P<ids>[^\]]*)\]\](?P<text>.*?)\[\[/\]\]|\\(?P<escaped>.)|(?P<other>.)", re.DOTALL
)
_SPECIAL: Final = re.compile(r"[\\/@^$<>{}\[\]]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A sentence and its translation."""

    source: str
    target: str
    links: tuple[tuple[int, int], ...]  # numbers of words as `WORD` finds them: source, target


def translate(sentences: Sequence[str], *, source: str, target: str) -> list[Pair]:
    """Translate sentences with the `apertium` command; raises `CalledProcessError` when it fails."""
    sent = "".join(f"{_mark_words(sentence)}.[]\0" for sentence in sentences)
    command = ["apertium", "-f", "none", "-z", "-u", MODES[source, target]]
    run = subprocess.run(command, input=sent.encode(), capture_output=True, check=True)
    answers = run.stdout.decode().split("\0")[: len(sentences)]
    return [_read_answer(*both) for both in zip(sentences, answers, strict=True)]


def _mark_words(sentence: str) -> str:
    """The sentence with each word in a numbered blank, and Apertium's own characters escaped."""
    marked, end = [], 0
    for number, found in enumerate(WORD.finditer(sentence)):
        word = _SPECIAL.sub(r"\\\g<0>", found[0])
        is_mark = not re.match(r"\w", word)
        marked += [sentence[end : found.start()], word if is_mark else f"[[t:w:{number}]]{word}[[/]]"]
        end = found.end()
    return "".join([*marked, sentence[end:]])


def _read_answer(source: str, answer: str) -> Pair:
    """Parse an answer into its text and links; the added full stop and doubled blanks are removed."""
    characters: list[tuple[str, tuple[int, ...]]] = []
    for found in _BLANK.finditer(answer.replace(".[]", "")):
        ids = tuple(map(int, re.findall(r"t:w:(\d+)", found["ids"] or "")))
        text = found["text"] or found["escaped"] or found["other"] or ""
        for character in re.sub(r"\\(.)", r"\1", text):
            if not (character.isspace() and (not characters or characters[-1][0] == " ")):
                characters.append((" " if character.isspace() else character, ids))
    while characters and characters[-1][0] == " ":
        characters.pop()
    target = "".join(character for character, _ in characters)
    links = _links(source, target, [ids for _, ids in characters])
    return Pair(source=source, target=_restore_case(source, target, links), links=links)


def _restore_case(source: str, target: str, links: tuple[tuple[int, int], ...]) -> str:
    """Write the first word as in the source, and others in lower case whose source words all are.

    Apertium writes the word after an unknown name at the start of a sentence with a capital.
    """
    words = [found[0] for found in WORD.finditer(source)]

    def restore(found: re.Match[str]) -> str:
        number = next(numbers)
        own = [words[link[0]] for link in links if link[1] == number]
        if number and own and all(word.islower() for word in own):
            return found[0].lower()
        return found[0][:1].upper() + found[0][1:] if number == 0 and source[:1].isupper() else found[0]

    numbers = iter(range(len(target)))
    return WORD.sub(restore, target)


def _links(source: str, target: str, owners: Sequence[tuple[int, ...]]) -> tuple[tuple[int, int], ...]:
    """Links of words, from the blanks of their letters; marks are linked to the same marks in order."""
    links = set()
    marks: dict[str, list[int]] = {}
    for number, found in enumerate(WORD.finditer(source)):
        marks.setdefault(found[0], []).append(number)
    for number, found in enumerate(WORD.finditer(target)):
        own = {owner for position in range(found.start(), found.end()) for owner in owners[position]}
        if not own and not re.match(r"\w", found[0]) and marks.get(found[0]):
            own = {marks[found[0]].pop(0)}
        links |= {(owner, number) for owner in own}
    return tuple(sorted(links))
