"""The TTML format: the texts of paragraphs are replaced in place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from dragoman.formats import find_entry
from dragoman.formats.families.cues.document import CueChange, CueNotation, changes, extract_units
from dragoman.formats.format import (
    Document,
    DocumentWarning,
    FormatInfo,
    Languages,
    Recognition,
    Sample,
    Source,
    WarningCode,
)
from dragoman.formats.ttml.reading import NAMESPACE, TtmlReader
from dragoman.messages.placeholder_grammars import PROSE
from dragoman.segments import Segment
from dragoman.text_io.xml import encoding as xml_bytes
from dragoman.text_io.xml.splice import XmlEdit, XmlSplicer
from dragoman.text_io.xml.start_tags import change_attributes
from dragoman.text_io.xml.tree import tag_end, written_name

_NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class TtmlFormat:
    """Timed text in XML: TTML and its profiles IMSC, EBU-TT-D, SMPTE-TT, and DFXP."""

    info: ClassVar[FormatInfo] = FormatInfo(
        file_type=find_entry("ttml"),
        title="Timed text (TTML)",
        translated=(
            "the texts of paragraphs; those of one sentence are one, distributed again by time and length",
            "each speaker of a paragraph with dashes separately",
        ),
        left_alone=(
            "times, regions, styles, metadata, titles of the file, pictures",
            "spans, which stay around their words; pronunciations (ruby)",
            'elements marked by its:translate="no"',
        ),
        placeholders=PROSE,
    )

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise TTML by its root element and namespace."""
        root = sample.root
        if root is None:
            named = sample.suffix in self.info.media_types
            return (
                Recognition.POSSIBLE
                if named and sample.text is not None and not sample.text.strip()
                else Recognition.NO
            )
        if root.name != "tt":
            return Recognition.NO
        return Recognition.CERTAIN if NAMESPACE.match(root.namespace) else Recognition.POSSIBLE

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        scan = _scan(xml_bytes.decode_xml(source.data).body, languages)
        units = extract_units(lambda: scan.cues, scan.left_alone)
        warnings: list[DocumentWarning] = []
        if scan.is_other_language:
            message = "The file declares another language than the source language of the job."
            warnings.append(DocumentWarning(code=WarningCode.LANGUAGE_DIFFERS, message=message))
        return Document(units=units, left_alone=dict(+scan.left_alone), warnings=tuple(warnings))

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the file with the translations; the source where no translation differs."""
        decoded = xml_bytes.decode_xml(source.data)
        scan = _scan(decoded.body, languages)
        notation = CueNotation(line_end=_line_end(scan), encode=_encode)
        edits = [_edit(scan, change) for change in changes(lambda: scan.cues, targets, notation, languages)]
        if not edits:
            return source.data
        splicer = XmlSplicer(decoded.body)
        splicer.put([*edits, *_name_target(scan, languages)])
        return xml_bytes.encode_xml(splicer.finish(), decoded)


def _scan(body: bytes, languages: Languages) -> TtmlReader:
    scan = TtmlReader(body, languages.source)
    scan.run()
    return scan


def _edit(scan: TtmlReader, change: CueChange) -> XmlEdit:
    """A change in bytes; cues count characters."""
    content = scan.body[change.cue.start : scan.ends[change.cue.number]].decode()
    start = change.cue.start + len(content[: change.start].encode())
    return XmlEdit(
        start=start, end=start + len(content[change.start : change.end].encode()), new=change.text.encode()
    )


def _name_target(scan: TtmlReader, languages: Languages) -> Iterator[XmlEdit]:
    """Name the target language where elements name the source language."""
    if languages.source == languages.target:
        return
    for start in scan.named:
        end = tag_end(scan.body, start)
        new = change_attributes(scan.body[start:end], {"xml:lang": languages.target})
        yield XmlEdit(start=start, end=end, new=new)


def _line_end(scan: TtmlReader) -> str:
    """A line's end with the prefix that the root element has."""
    prefix, colon, _ = written_name(scan.body, scan.root.start if scan.root else 0).rpartition(b":")
    return f"<{(prefix + colon).decode()}br/>"


def _encode(text: str) -> str:
    """Escape text as XML; characters that XML does not allow are dropped."""
    return _NOT_XML.sub("", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


FORMAT: Final = TtmlFormat()
