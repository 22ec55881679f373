"""Write concepts as TBX-Basic, version 3 (DCA style) or 2. The same concepts give the same bytes.

Case, match and forms, which TBX-Basic cannot express, are processing instructions: the file stays valid, and
other programs ignore them.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from dragoman.termbases.matching import is_usual_match
from dragoman.termbases.model import Concept, PartOfSpeech, Term, TermStatus, clean_line, is_acronym
from dragoman.termbases.tbx.names import INSTRUCTION, escape_id


class TbxVersion(enum.IntEnum):
    """The version of the standard."""

    TWO = 2  # ISO 30042:2008: martif
    THREE = 3  # ISO 30042:2019: tbx


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    opening: str
    entry: str
    language: str
    section: str
    closing: str


_VERSIONS: Final = {
    TbxVersion.THREE: _Names(
        opening='<?xml version="1.0" encoding="UTF-8"?>\n'
        '<tbx xmlns="urn:iso:std:iso:30042:ed-2" type="TBX-Basic" style="dca" xml:lang="en">\n'
        "<tbxHeader><fileDesc><titleStmt><title>{title}</title></titleStmt>"
        "<sourceDesc><p>Exported by Dragoman.</p></sourceDesc></fileDesc></tbxHeader>\n<text><body>\n",
        entry="conceptEntry",
        language="langSec",
        section="termSec",
        closing="</body></text>\n</tbx>\n",
    ),
    TbxVersion.TWO: _Names(
        opening='<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE martif SYSTEM "TBXBasiccoreStructV02.dtd">\n'
        '<martif type="TBX-Basic" xml:lang="en">\n'
        "<martifHeader><fileDesc><titleStmt><title>{title}</title></titleStmt>"
        "<sourceDesc><p>Exported by Dragoman.</p></sourceDesc></fileDesc>"
        '<encodingDesc><p type="XCSURI">TBXBasicXCSV02.xcs</p></encodingDesc></martifHeader>\n<text><body>\n',
        entry="termEntry",
        language="langSet",
        section="tig",
        closing="</body></text>\n</martif>\n",
    ),
}
_STATUSES: Final = {
    TermStatus.PREFERRED: "preferredTerm-admn-sts",
    TermStatus.ADMITTED: "admittedTerm-admn-sts",
    TermStatus.FORBIDDEN: "deprecatedTerm-admn-sts",
}


def write_tbx(
    concepts: Iterable[Concept],
    *,
    title: str = "Term base",
    version: TbxVersion = TbxVersion.THREE,
) -> Iterator[bytes]:
    """Write the file, a piece for each entry. The title, and texts without a language, are English."""
    names = _VERSIONS[version]
    opening = names.opening.format(title=escape(clean_line(title)))
    yield opening.encode()
    for number, concept in enumerate(concepts, start=1):
        yield "".join(_entry(concept, names, number)).encode()
    yield names.closing.encode()


def _entry(concept: Concept, names: _Names, number: int) -> Iterator[str]:
    identity = f' id="{escape(escape_id(concept.id or f"entry-{number}"))}"'
    yield f"<{names.entry}{identity}>\n"
    if concept.do_not_translate:
        yield f'<?{INSTRUCTION} do-not-translate="yes"?>\n'
    if concept.domain:
        yield _element("descrip", "subjectField", concept.domain)
    for line in _lines(concept.definition):
        yield _element("descrip", "definition", line)
    for kind, date in (("origination", concept.created), ("modification", concept.changed)):
        if date is not None:
            transaction = f'<transac type="transactionType">{kind}</transac>'
            yield f"<transacGrp>{transaction}<date>{date.isoformat()}</date></transacGrp>\n"
    for line in _lines(concept.note):
        yield f"<note>{escape(line)}</note>\n"
    language = None
    for term in concept.terms:
        if term.language != language:
            yield f"</{names.language}>\n" if language else ""
            language = term.language
            yield f"<{names.language} xml:lang={quoteattr(language)}>\n"
        yield from _section(term, names)
    yield f"</{names.language}>\n</{names.entry}>\n"


def _section(term: Term, names: _Names) -> Iterator[str]:
    yield f"<{names.section}>\n<term>{escape(term.text)}</term>\n"
    yield _element("termNote", "administrativeStatus", _STATUSES[term.status])
    if term.part_of_speech is not None:
        yield _element("termNote", "partOfSpeech", _part_of_speech(term.part_of_speech, names))
    if term.gender is not None:
        yield _element("termNote", "grammaticalGender", term.gender)
    if term.type is not None:
        yield _element("termNote", "termType", term.type)
    yield from _instructions(term)
    for line in _lines(term.example):
        yield _element("descrip", "context", line)
    for line in _lines(term.note):
        yield f"<note>{escape(line)}</note>\n"
    yield f"</{names.section}>\n"


def _instructions(term: Term) -> Iterator[str]:
    attributes: list[tuple[str, str]] = []
    if term.case_sensitive != is_acronym(term.text):
        attributes.append(("case-sensitive", "yes" if term.case_sensitive else "no"))
    if not is_usual_match(term):
        attributes.append(("match", term.match))
    if term.part_of_speech is PartOfSpeech.PROPER_NOUN:  # version 3 has no value for it
        attributes.append(("part-of-speech", term.part_of_speech))
    if attributes:
        yield f"<?{INSTRUCTION}{''.join(map(_attribute, attributes))}?>\n"
    for form in term.forms:
        yield f"<?{INSTRUCTION}{_attribute(('form', form))}?>\n"


def _attribute(attribute: tuple[str, str]) -> str:
    return f' {attribute[0]}="{escape(attribute[1], {chr(34): "&quot;"})}"'


def _part_of_speech(part_of_speech: PartOfSpeech, names: _Names) -> str:
    proper = part_of_speech is PartOfSpeech.PROPER_NOUN and names.entry == "conceptEntry"
    return PartOfSpeech.NOUN if proper else part_of_speech


def _element(name: str, kind: str, text: str) -> str:
    return f'<{name} type="{kind}">{escape(text)}</{name}>\n'


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []
