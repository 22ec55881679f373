"""Small XLIFF files of every kind, for round trips."""

from __future__ import annotations

from collections.abc import Mapping

NAMESPACE_1 = "urn:oasis:names:tc:xliff:document:1.2"
NAMESPACE_2 = "urn:oasis:names:tc:xliff:document:2.0"


def xliff_1_2(units: str, *, root: str = "", file: str = ' target-language="fr"') -> bytes:
    """A file of version 1.2 from English with these trans-units."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<xliff version="1.2" xmlns="{NAMESPACE_1}"{root}>\n'
        f'  <file original="a.txt" source-language="en" datatype="plaintext"{file}>\n'
        f"    <body>\n{units}\n    </body>\n  </file>\n</xliff>\n"
    ).encode()


def xliff_2(units: str, *, root: str = ' trgLang="fr"', version: str = "2.0") -> bytes:
    """A file of version 2 from English with these units."""
    namespace = NAMESPACE_2 if version != "2.2" else "urn:oasis:names:tc:xliff:document:2.2"
    return (
        '<?xml version="1.0"?>\n'
        f'<xliff xmlns="{namespace}" version="{version}" srcLang="en"{root}>\n'
        f' <file id="f1">\n{units}\n </file>\n</xliff>\n'
    ).encode()


_PLAIN = """      <trans-unit id="1" resname="title">
        <source>Hello <g id="1" ctype="bold">big</g> world<x id="2" ctype="lb"/></source>
        <note>Greeting</note>
        <alt-trans match-quality="70"><source>Hello</source><target>Salut</target></alt-trans>
      </trans-unit>
      <group id="g" translate="no">
        <trans-unit id="2"><source>Locked</source></trans-unit>
        <trans-unit id="3" translate="yes"><source>Open</source><target/></trans-unit>
      </group>
      <trans-unit id="4" approved="yes">
        <source>Done</source>
        <target state="final">Fini</target>
      </trans-unit>
      <bin-unit id="b" mime-type="image/png"><bin-source><external-file href="a.png"/></bin-source>
        <trans-unit id="5"><source>A caption</source></trans-unit>
      </bin-unit>"""

_INLINE = """      <trans-unit id="1">
        <source>One <bpt id="1" rid="1" ctype="bold">&lt;b&gt;</bpt>two<ept id="2" rid="1">&lt;/b&gt;</ept>
 <ph id="3">&lt;img alt="<sub>A picture</sub>"/&gt;</ph> <it id="4" pos="open">[i]</it>three</source>
      </trans-unit>
      <trans-unit id="2"><source>A <bx id="1" rid="9"/>b <g id="2">c<ex id="3" rid="9"/></g> d</source>
      </trans-unit>
      <trans-unit id="3"><source>Buy <mrk mtype="protected">Dragoman</mrk><!-- now --> or
 <mrk mtype="term">never</mrk><?break soft?></source><target state="new">Buy</target></trans-unit>"""

_SEGMENTED = """      <trans-unit id="1">
        <source><g id="1">First. Second.</g> Third.</source>
        <seg-source><g id="1"><mrk mtype="seg" mid="1">First.</mrk> <mrk mtype="seg" mid="2">Second.</mrk></g>
 <mrk mtype="seg" mid="3">Third.</mrk></seg-source>
      </trans-unit>
      <trans-unit id="2">
        <source>Done. Open.</source>
        <seg-source><mrk mtype="seg" mid="1">Done.</mrk> <mrk mtype="seg" mid="2">Open.</mrk></seg-source>
        <target><mrk mtype="seg" mid="1">Fini.</mrk> <mrk mtype="seg" mid="2"/></target>
      </trans-unit>"""

TRADOS = xliff_1_2(
    """<trans-unit id="a"><source>One. Two. Three.</source><seg-source><mrk mtype="seg" mid="1">One.</mrk>
 <mrk mtype="seg" mid="2">Two.</mrk> <mrk mtype="seg" mid="3">Three.</mrk></seg-source>
<target><mrk mtype="seg" mid="1"/>
 <mrk mtype="seg" mid="2">Deux.</mrk> <mrk mtype="seg" mid="3">Trois.</mrk></target><sdl:seg-defs>
<sdl:seg id="1" origin="not-translated"/><sdl:seg id="2" conf="Translated" origin="tm" percent="100"/>
<sdl:seg id="3" locked="true"/></sdl:seg-defs></trans-unit>""",
    root=' xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" sdl:version="1.0"',
)

MEMOQ = xliff_1_2(
    """<trans-unit id="1" mq:status="NotStarted" mq:locked="no"><source xml:space="preserve">One</source>
<target xml:space="preserve"></target></trans-unit>
<trans-unit id="2" mq:status="ManuallyConfirmed" mq:locked="locked"><source>Two</source>
<target>Deux</target></trans-unit>""",
    root=' xmlns:mq="MQXliff"',
)

PHRASE = xliff_1_2(
    """<group id="0"><trans-unit id="x:0" m:confirmed="0" m:locked="false" m:trans-origin="null">
<source>One</source><target></target></trans-unit></group>
<group id="1"><trans-unit id="x:1" m:confirmed="1" m:locked="true" m:trans-origin="tm"><source>Two</source>
<target>Deux</target></trans-unit></group>""",
    root=' xmlns:m="http://www.memsource.com/mxlf/2.0"',
)

_SECOND = """  <group id="g1" translate="no">
   <unit id="u0"><segment><source>Locked</source></segment></unit>
  </group>
  <unit id="u1" name="greeting">
   <notes><note id="n1">For people</note></notes>
   <originalData><data id="d1">&lt;b&gt;</data><data id="d2">&lt;/b&gt;</data></originalData>
   <segment id="s1">
    <source>Hello <pc id="1" type="fmt" subType="xlf:b" dataRefStart="d1" dataRefEnd="d2">big</pc>
     <ph id="2"/>world</source>
   </segment>
   <ignorable><source> </source></ignorable>
   <segment id="s2" state="final">
    <source>Done <cp hex="0001"/><mrk id="m1" type="term">now</mrk>.</source>
    <target>Fini <cp hex="0001"/><mrk id="m1" type="term">maintenant</mrk>.</target>
   </segment>
  </unit>
  <unit id="u2">
   <segment><source>Go <sc id="1"/>from <sm id="m" type="comment" value="x"/>here</source></segment>
   <segment><source>to <ec startRef="1"/>there<em startRef="m"/>
    <mrk id="k" translate="no">Dragoman</mrk></source></segment>
  </unit>"""

SAMPLES: Mapping[str, bytes] = {
    "plain.xlf": xliff_1_2(_PLAIN),
    "inline.xlf": xliff_1_2(_INLINE),
    "segmented.xliff": xliff_1_2(_SEGMENTED),
    "source-only.xlf": xliff_1_2('<trans-unit id="1"><source>Hello</source></trans-unit>', file=""),
    "windows.xlf": xliff_1_2(_PLAIN).replace(b"\n", b"\r\n"),
    "latin.xlf": xliff_1_2('<trans-unit id="1"><source>Caf\u00e9</source></trans-unit>')
    .replace(b"UTF-8", b"ISO-8859-1")
    .decode()
    .encode("latin-1"),
    "wide.xlf": xliff_1_2(_PLAIN).replace(b"UTF-8", b"UTF-16").decode().encode("utf-16"),
    "trados.sdlxliff": b"\xef\xbb\xbf" + TRADOS,
    "memoq.mqxliff": MEMOQ,
    "phrase.mxliff": PHRASE,
    "second.xlf": xliff_2(_SECOND),
    "second-2.1.xlf": xliff_2(_SECOND, version="2.1"),
    "second-2.2.xliff": xliff_2(_SECOND, version="2.2"),
}
