"""Small XML files: of no vocabulary, with ITS rules, in several languages, DocBook, CDATA sections."""

from __future__ import annotations

from collections.abc import Mapping

PLAIN = """<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="a.xsl"?>
<!-- a comment -->
<catalogue version="2">
  <plant id="p1">
    <name>Red rose</name><latin translate="no">Rosa rubra</latin>
    <price currency="EUR">12.50</price><added>2024-05-06</added><picture>img/rose.png</picture>
    <text>A <b>very</b> old<!-- how old? --> plant, see <ref to="p2"/>. It grows <b>slowly</b>
      and has <i>many</i> thorns &#8211; mind them &amp; care.</text>
    <care><tip>Water it.</tip> <tip>Cut it in spring.</tip></care>
  </plant>
  <note xml:space="preserve">First  line
Second line</note>
  <html><![CDATA[<p>Some <b>bold</b> text</p>]]></html>
  <mixed>Write <![CDATA[<b>]]> before it</mixed>
</catalogue>
"""
ITS = """<help xmlns:its="http://www.w3.org/2005/11/its" its:version="2.0" xmlns:h="urn:help">
<its:rules version="2.0" xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="more.xml">
 <its:param name="lang">code</its:param>
 <its:translateRule selector="//*[local-name()=$lang]" translate="no"/>
 <its:translateRule selector="//h:key/@title" translate="yes"/>
 <its:withinTextRule selector="//h:key | //code" withinText="yes"/>
 <its:withinTextRule selector="//remark" withinText="nested"/>
 <its:idValueRule selector="//topic" idValue="@name"/>
 <its:localeFilterRule selector="//legal" localeFilterList="*-CA"/>
 <its:preserveSpaceRule selector="//poem" space="preserve"/>
 <its:translateRule selector="//[" translate="no"/>
</its:rules>
<topic name="keys"><p>Press <h:key title="The big key">Enter</h:key> or <code>exit</code><remark>On a
 keyboard.</remark> to leave.</p><legal>Only there.</legal><poem>Roses
  are red</poem></topic>
<p its:translate="no">Not this, <em its:translate="yes">but this</em>.</p>
<p its:localeFilterList="de, fr">Not everywhere. <its:span translate="no">Brand</its:span> is left.</p>
</help>
"""
LANGUAGES = """<texts>
<entry><text xml:lang="en">Good morning</text><text xml:lang="fr">Bonjour</text></entry>
<entry><text xml:lang="en-GB">A quote: <q xml:lang="la">carpe diem</q></text></entry>
</texts>
"""
DOCBOOK = """<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd" [<!ENTITY prod "Widget">]>
<article lang="en"><articleinfo><title>About &prod;</title><author><surname>Doe</surname></author>
</articleinfo>
<para>Use <command>ls -l</command>,<footnote><para>See <xref linkend="x"/> first.</para></footnote> then
<emphasis>wait</emphasis> for the <ulink url="http://example.org/">answer</ulink>.</para>
<programlisting>int main(void);</programlisting>
<mediaobject><imageobject><imagedata fileref="a.png"/></imageobject><textobject><phrase>A cat</phrase>
</textobject></mediaobject></article>
"""

SAMPLES: Mapping[str, bytes] = {
    "plants.xml": PLAIN.encode(),
    "help.xml": ITS.encode("utf-16"),
    "languages.xml": LANGUAGES.replace("\n", "\r\n").encode(),
    "article.dbk": DOCBOOK.encode(),
}
