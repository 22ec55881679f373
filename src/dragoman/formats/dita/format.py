"""The DITA format: topics and maps, read by the rules in `rules.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from dragoman.formats import find_entry
from dragoman.formats.families.xml_rules.document import XmlReadingPlan, extract_xml, rebuild_xml
from dragoman.formats.families.xml_rules.rules import load_rules
from dragoman.formats.families.xml_rules.tokens import open_xml
from dragoman.formats.format import Document, FormatInfo, Languages, Recognition, Sample, Source
from dragoman.segments import Segment

_PLAN: Final = XmlReadingPlan(rules=load_rules(__package__, "rules.toml"))
_DOCTYPE: Final = re.compile(r"<!DOCTYPE[^>\[]{1,300}\bDITA\b", re.IGNORECASE)
_CLASS: Final = re.compile(r"[-+] (?:topic|map)/")
_MODEL: Final = re.compile(r"urn:oasis:names:tc:dita:|/dita\b", re.IGNORECASE)
_NAMES: Final = """
    dita topic concept task generalTask machineryTask reference troubleshooting glossentry glossgroup map
    bookmap learningMap learningGroupMap learningAssessment learningContent learningOverview learningPlan
    learningSummary subjectScheme classifyMap val
"""
_ROOTS: Final = frozenset(_NAMES.split())


class DitaFormat:
    """Reads and writes DITA. Everything but the texts is unchanged byte for byte."""

    info: ClassVar[FormatInfo] = FormatInfo(
        file_type=find_entry("dita"),
        title="DITA topic or map",
        translated=(
            "titles, short descriptions, paragraphs, lists, tables, steps, notes, glossary entries",
            "navigation titles of maps, keywords, footnotes, index terms: each a text of its own",
            "texts that an element pushes to another one (conaction)",
            "texts beside flags in files of conditions (ditaval)",
            "alternative texts; the attributes navtitle, alt, title of maps, reftitle, spectitle, specentry",
            "controls and windows of programs (uicontrol, wintitle), preformatted text that is not code",
        ),
        left_alone=(
            "code, commands, file names, parameters, options, variables, what users type and programs answer",
            "draft comments and required clean-up",
            "elements whose content comes from elsewhere (conref, conkeyref), keys and addresses",
            "data about the document: authors, dates, rights, versions",
            "elements marked by translate=no or ITS attributes, text in other languages",
        ),
        notes="localization notes of ITS: `its:locNote` and `its:locNoteRef`",
    )

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise a document by its document type, model or classes, or by its root and file name."""
        root = sample.root
        if root is None:
            is_empty = sample.suffix in ("dita", "ditamap") and not sample.data.strip()
            return Recognition.POSSIBLE if is_empty else Recognition.NO
        if root.namespace:
            return Recognition.NO
        named = sample.suffix in self.info.media_types and sample.suffix != "xml"
        declared = (
            bool(sample.text and _DOCTYPE.search(sample.text))
            or _CLASS.match(root.attributes.get("class", "")) is not None
            or "ditaarch:DITAArchVersion" in root.attributes
            or any("SchemaLocation" in key and _MODEL.search(v) for key, v in root.attributes.items())
        )
        if declared or (named and root.name in _ROOTS):
            return Recognition.CERTAIN
        return Recognition.POSSIBLE if named else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        return extract_xml(open_xml(source.data), _PLAN, languages)

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the file with the translations; the source where no translation differs."""
        result = rebuild_xml(open_xml(source.data), _PLAN, languages, targets)
        return source.data if result is None else result


FORMAT: Final = DitaFormat()
