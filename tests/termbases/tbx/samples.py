"""Small documents of every dialect of TBX."""

from __future__ import annotations

import io

from dragoman.termbases.drafts import TermDefaults
from dragoman.termbases.model import Concept
from dragoman.termbases.problems import TermEntry
from dragoman.termbases.tbx import read_tbx

VERSION_2 = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif PUBLIC "ISO 12200:1999A//DTD MARTIF core//EN" "TBXcoreStructV02.dtd"
  [ <!-- " nothing > --> ]>
<martif type="TBX" xml:lang="en">
  <martifHeader><fileDesc><sourceDesc><p>made <!-- <termEntry> --> for a test</p></sourceDesc></fileDesc>
  </martifHeader>
  <text><body>
    <termEntry id="c1">
      <descripGrp><descrip type="definition">A thing
          one counts with.</descrip><admin type="source">A book</admin></descripGrp>
      <descrip type="subjectField">IT</descrip>
      <transacGrp><transac type="transactionType">origination</transac>
        <transacNote type="responsibility">x</transacNote>
        <date>2010-04-17</date></transacGrp>
      <transacGrp><transac type="transactionType">modification</transac>
        <date>2011-05-01T10:00:00</date></transacGrp>
      <transacGrp><transac type="transactionType">modification</transac><date>2010-05-01</date></transacGrp>
      <note>About it all.</note>
      <xref type="externalCrossReference" target="http://example.com/">there</xref>
      <langSet xml:lang="en-us">
        <note>Of English.</note>
        <ntig><termGrp>
            <term id="t1">computer</term>
            <termNote type="partOfSpeech">noun</termNote>
            <termNoteGrp><termNote type="administrativeStatus">preferredTerm-admn-sts</termNote>
              <note>x</note></termNoteGrp>
            <termCompList type="hyphenation"><termComp>com</termComp><termComp>puter</termComp></termCompList>
          </termGrp>
          <descrip type="context">The computer hums.</descrip>
        </ntig>
        <ntig><termGrp><term>PC</term><termNote type="termType">abbreviation</termNote></termGrp></ntig>
      </langSet>
      <langSet lang="de">
        <tig><term>Rechner</term><termNote type="grammaticalGender">masculine</termNote>
          <termNote type="administrativeStatus">admittedTerm-admn-sts</termNote></tig>
        <tig><term>H<hi type="subscript">2</hi>O<ph>&lt;b></ph>-Zähler</term>
          <termNote type="administrativeStatus">supersededTerm-admn-sts</termNote><note>Wet.</note></tig>
      </langSet>
    </termEntry>
    <termEntry id="c2"><descrip type="Translation needed">No</descrip>
      <langSet xml:lang="en"><tig><term>SYS_ERR_406</term></tig></langSet></termEntry>
  </body><back><refObjectList type="x"/></back></text>
</martif>
"""
VERSION_3 = """<?xml version="1.0" encoding="UTF-8"?>
<?xml-model href="x.rng"?>
<tbx type="TBX-Basic" style="{style}" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"
  xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic">
<tbxHeader><fileDesc><sourceDesc><p>x</p></sourceDesc></fileDesc></tbxHeader><text><body>
{entry}
</body></text></tbx>"""
DCA = VERSION_3.format(
    style="dca",
    entry="""<conceptEntry id="k"><descrip type="subjectField">Stars</descrip>
<langSec xml:lang="en"><descrip type="definition">Many stars.</descrip>
<termSec><term>cluster</term>
<termNote type="partOfSpeech">noun</termNote>
<termNote type="administrativeStatus">preferredTerm-admn-sts</termNote>
<descrip type="context">One cluster.</descrip></termSec></langSec>
<langSec xml:lang="es"><termSec><term>cúmulo</term></termSec></langSec></conceptEntry>""",
)
DCT = VERSION_3.format(
    style="dct",
    entry="""<conceptEntry id="k"><basic:subjectField>Stars</basic:subjectField>
<langSec xml:lang="en"><descripGrp><basic:definition>Many stars.</basic:definition>
<basic:source>x</basic:source>
</descripGrp><termSec><term>cluster</term><min:partOfSpeech>noun</min:partOfSpeech>
<min:administrativeStatus>preferredTerm-admn-sts</min:administrativeStatus>
<descripGrp><basic:context>One cluster.</basic:context></descripGrp></termSec></langSec>
<langSec xml:lang="es"><termSec><term>cúmulo</term></termSec></langSec></conceptEntry>""",
)
MIN = """<?xml version='1.0' encoding="UTF-8"?>
<TBX dialect="TBX-Min"><header><id>x</id><languages source="en" target="es"/></header><body>
<entry id="k"><subjectField>Stars</subjectField>
<langGroup xml:lang="en"><termGroup><term>cluster</term><partOfSpeech>noun</partOfSpeech>
<termStatus>preferred</termStatus>
</termGroup></langGroup>
<langGroup xml:lang="es"><termGroup><term>cúmulo</term></termGroup></langGroup></entry></body></TBX>"""


def document(*entries: str) -> str:
    """A document of version 2 with these entries, each in its own lines."""
    return "\n".join(("<martif type='TBX'><text><body>", *entries, "</body></text></martif>"))


def entry(*terms: str, id_: str = "c") -> str:
    """An entry with English terms."""
    sections = "".join(f"<tig><term>{term}</term></tig>" for term in terms)
    return f'<termEntry id="{id_}"><langSet xml:lang="en">{sections}</langSet></termEntry>'


def read(data: bytes | str, defaults: TermDefaults | None = None) -> list[TermEntry]:
    return list(read_tbx(io.BytesIO(data.encode() if isinstance(data, str) else data), defaults=defaults))


def concepts_of(data: bytes | str) -> list[Concept]:
    return [entry.concept for entry in read(data) if entry.concept is not None]


def texts_of(data: bytes | str) -> list[list[str]]:
    return [[term.text for term in concept.terms] for concept in concepts_of(data)]
