"""Texts that the checks send, in a few source languages, and small files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleTexts:
    """Plain sentences of a language."""

    first: str
    second: str
    noun: str  # a word of `first`
    long: str  # long enough to tell the language by it


_ENGLISH: Final = SampleTexts(
    first="The house is red.",
    second="The dog eats.",
    noun="house",
    long="Good morning everybody, the big house is red and the dog eats in the garden.",
)
_TEXTS: Final = {
    "en": _ENGLISH,
    "es": SampleTexts(
        first="La casa es roja.",
        second="El perro come.",
        noun="casa",
        long="Buenos días a todos, la casa grande es roja y el perro come en el jardín.",
    ),
    "fr": SampleTexts(
        first="La maison est rouge.",
        second="Le chien mange.",
        noun="maison",
        long="Bonjour à tous, la grande maison est rouge et le chien mange dans le jardin.",
    ),
    "de": SampleTexts(
        first="Das Haus ist rot.",
        second="Der Hund frisst.",
        noun="Haus",
        long="Guten Morgen zusammen, das große Haus ist rot und der Hund frisst im Garten.",
    ),
}


def sample_texts(language: str) -> SampleTexts:
    """Sentences of a language; English ones where there are none."""
    return _TEXTS.get(language.partition("-")[0].lower(), _ENGLISH)


def sample_page(texts: SampleTexts) -> str:
    """A small HTML page."""
    return f"<!DOCTYPE html>\n<html><title>{texts.noun}</title><p>{texts.first} <b>{texts.second}</b></p>\n"


def sample_tmx(source: str, target: str, text: str, translation: str) -> bytes:
    """A TMX file with one unit."""
    return (
        '<?xml version="1.0"?><tmx version="1.4"><header creationtool="conform" creationtoolversion="1" '
        f'segtype="sentence" o-tmf="conform" adminlang="en" srclang="{source}" datatype="plaintext"/><body>'
        f'<tu><tuv xml:lang="{source}"><seg>{text}</seg></tuv>'
        f'<tuv xml:lang="{target}"><seg>{translation}</seg></tuv></tu></body></tmx>'
    ).encode()
