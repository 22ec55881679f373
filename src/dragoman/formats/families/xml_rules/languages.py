"""The languages of an XML document: which texts are in the source language, and which attributes name it.

A document may hold several languages side by side. Texts in other languages than the source are not
translated; nor is a text of the source language beside an element of the same name in the target language,
which is its translation. Where nothing is in the source language, the first declared language counts as the
source.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.formats.families.xml_rules.start_tags import StartTagReader
from dragoman.formats.families.xml_rules.tokens import EMPTY, END, START, OpenedXml, XmlAttribute, tokenize
from dragoman.formats.format import DocumentWarning, Languages, WarningCode
from dragoman.formats.units.locales import is_same_language
from dragoman.text_io.splice import Replacement

_MOST_KNOWN: Final = 1_000


class DocumentLanguages:
    """The languages that a document declares, as far as it has been read."""

    def __init__(self, languages: Languages, root: str | None = None) -> None:
        self.languages = languages
        self.translated: frozenset[int] = frozenset()  # elements beside their translations
        self._named: list[Replacement] = []
        self.differs = root is not None and not is_same_language(root, languages.source)
        self._root = root
        self._known: dict[str, bool] = {}

    def is_source(self, language: str) -> bool:
        """Whether texts in a language are translated: it is the job's source, or the whole document's."""
        known = self._known.get(language)
        if known is None:
            known = is_same_language(language, self.languages.source) or (
                self.differs and self._root is not None and is_same_language(language, self._root)
            )
            if len(self._known) < _MOST_KNOWN:
                self._known[language] = known
        return known

    def note(self, language: str, start: int, named: Sequence[XmlAttribute]) -> None:
        """Record the language that the tag at `start` declares for a translated text."""
        target = self.languages.target
        if is_same_language(language, self.languages.source) and not is_same_language(language, target):
            self._named += (Replacement(start + one.start, start + one.end, target) for one in named)

    def take(self) -> list[Replacement]:
        """Replacements for the names of the source language since the last call: the target language's."""
        named, self._named = self._named, []
        return named

    def warnings(self) -> tuple[DocumentWarning, ...]:
        """Warnings about the document's languages."""
        if not self.differs:
            return ()
        message = f"The document declares another language than {self.languages.source}."
        return (DocumentWarning(code=WarningCode.LANGUAGE_DIFFERS, message=message),)


def find_languages(opened: OpenedXml, tags: StartTagReader, languages: Languages) -> DocumentLanguages:
    """Find the language of a document, and the texts that have a translation already."""
    _, start, end, name = next(tokenize(opened.text, opened.start))
    root = tags.read(opened.text[start:end], name).language
    found = DocumentLanguages(languages, root)
    if opened.text.count("lang=") <= (root is not None):
        return found
    survey = _Survey(opened.text, tags, found)
    survey.run(opened.start)
    if root is None and survey.first is not None and not survey.has_source:
        return DocumentLanguages(languages, survey.first)
    if not is_same_language(languages.source, languages.target):
        found.translated = frozenset(survey.translated)
    return found


class _Survey:
    """One pass over the tags: the languages declared, and elements beside their translations."""

    def __init__(self, text: str, tags: StartTagReader, found: DocumentLanguages) -> None:
        self.first: str | None = None
        self.has_source = False
        self.translated: set[int] = set()  # elements beside one of the same name in the target language
        self._text = text
        self._tags = tags
        self._languages = found
        self._siblings: list[tuple[dict[str, list[int]], set[str]] | None] = [None]

    def run(self, start: int) -> None:
        number = -1
        siblings = self._siblings
        for kind, at, end, name in tokenize(self._text, start):
            if kind == END:
                if (among := siblings.pop()) is not None:
                    for one in among[1]:
                        self.translated.update(among[0].get(one, ()))
            elif kind in (START, EMPTY):
                number += 1
                tag = self._text[at:end]
                if "lang=" in tag and (language := self._tags.read(tag, name).language):
                    self._add_language(language, name, number)
                if kind == START:
                    siblings.append(None)

    def _add_language(self, language: str, name: str, number: int) -> None:
        """Record the language of an element."""
        among = self._siblings[-1]
        if among is None:
            among = self._siblings[-1] = ({}, set())
        if self.first is None:
            self.first = language
        if self._languages.is_source(language):
            self.has_source = True
            among[0].setdefault(name, []).append(number)
        elif is_same_language(language, self._languages.languages.target):
            among[1].add(name)
