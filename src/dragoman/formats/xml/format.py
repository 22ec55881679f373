"""Any XML: by its own rules (ITS), those of DocBook, the options of the job, or its structure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from dragoman.formats import find_entry
from dragoman.formats.families.xml_rules.document import XmlReadingPlan, extract_xml, rebuild_xml
from dragoman.formats.families.xml_rules.rules import ITS
from dragoman.formats.families.xml_rules.tokens import OpenedXml, open_xml
from dragoman.formats.format import (
    Document,
    FormatInfo,
    Languages,
    Option,
    Recognition,
    Sample,
    Source,
)
from dragoman.formats.xml.detection import find_rules_for
from dragoman.formats.xml.element_options import choose
from dragoman.formats.xml.its import ItsFindings, find_rules
from dragoman.segments import Segment

_PATHS: Final = "each a name or a path such as `menu/item` or `/book/title`"


class XmlFormat:
    """Reads and writes XML of any vocabulary."""

    info: ClassVar[FormatInfo] = FormatInfo(
        file_type=find_entry("xml"),
        title="XML file, with ITS 2.0 rules; DocBook",
        translated=(
            "text of elements; an element amid text is part of it",
            "elements and attributes chosen by ITS rules in the file and the options of the job",
            "of files with several languages side by side: texts in the source language, in their place",
            "DocBook: paragraphs, titles, tables, footnotes, index terms, alternative texts",
        ),
        left_alone=(
            "attributes, unless rules or options name them",
            "numbers, dates, addresses, identifiers and values that are meant for programs",
            "elements marked by its:translate, translate=no or rules of the file",
            "elements that the file excludes for the target language",
            "texts in other languages, texts beside a translation, and targets of ITS rules",
            "comments, instructions, references to entities, the kind of CDATA sections",
            "DocBook: code, listings, commands, file names, remarks, data about the document",
            "ITS rules in other files",
        ),
        notes="localization notes of ITS: `its:locNote`, `its:locNoteRef` and `its:locNoteRule`",
        options=(
            Option(
                name="translate",
                default=(),
                description=f"Translate only what is in these elements, {_PATHS}.",
            ),
            Option(name="skip", default=(), description=f"Leave what is in these elements, {_PATHS}."),
            Option(
                name="inline",
                default=(),
                description=f"Take these elements as part of the text around them, {_PATHS}.",
            ),
            Option(
                name="attributes",
                default=(),
                description="Translate these attributes too: `label`, or `item@label` of one element only.",
            ),
        ),
    )

    def recognise(self, sample: Sample) -> Recognition:
        """Any XML may be of this format; other formats recognise their own."""
        if sample.root is None:
            is_empty = sample.suffix in self.info.media_types and not sample.data.strip()
            return Recognition.POSSIBLE if is_empty or _begins_as_xml(sample) else Recognition.NO
        return Recognition.POSSIBLE

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        opened = open_xml(source.data)
        return extract_xml(opened, _plan(opened, source, languages), languages)

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the file with the translations; the source where no translation differs."""
        opened = open_xml(source.data)
        result = rebuild_xml(opened, _plan(opened, source, languages), languages, targets)
        return source.data if result is None else result


def _begins_as_xml(sample: Sample) -> bool:
    """Whether contents begin as XML does. The root element may be far away or invalid: reading shows it."""
    return sample.text is not None and sample.text.lstrip("\ufeff \t\r\n").startswith("<?xml")


def _plan(opened: OpenedXml, source: Source, languages: Languages) -> XmlReadingPlan:
    rules = find_rules_for(opened.text, opened.start)
    found = (
        find_rules(source.data, languages)
        if f'"{ITS}"' in opened.text or f"'{ITS}'" in opened.text
        else ItsFindings()
    )
    marks = dict(found.marks)
    for number, chosen in choose(opened, source.options).items():
        mark = marks.get(number)
        if mark is None:
            marks[number] = chosen
        else:
            translate = mark.translate if chosen.translate is None else chosen.translate
            marks[number] = mark._replace(translate=translate, within=chosen.within or mark.within)
    attributes = source.options.get("attributes") or ()
    return XmlReadingPlan(
        rules=rules,
        marks=marks,
        attributes=tuple(map(str, attributes)) if isinstance(attributes, tuple | list) else (),
        translate=not source.options.get("translate"),
        warnings=found.warnings(),
    )


FORMAT: Final = XmlFormat()
