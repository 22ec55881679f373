"""Small DITA files: a task, a concept with classes, a map, a glossary entry."""

from __future__ import annotations

from collections.abc import Mapping

TASK = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE task PUBLIC "-//OASIS//DTD DITA Task//EN" "task.dtd">
<task id="save" xml:lang="en-US">
  <title>Saving a <term>file</term></title>
  <shortdesc>Save what you did,
    again &amp; again.</shortdesc>
  <prolog><author>Ann Author</author><metadata><keywords>
    <indexterm>saving<indexterm>files</indexterm></indexterm><keyword>save</keyword>
  </keywords></metadata></prolog>
  <taskbody>
    <context><p>Only <b>saved</b> <b>files</b> stay<fn>Unless the <i>disk</i> breaks.</fn>.</p></context>
    <steps>
      <step><cmd>Choose <menucascade><uicontrol>File</uicontrol><uicontrol>Save</uicontrol></menucascade>
        or type <cmdname>save</cmdname> <filepath>a.txt</filepath>.</cmd>
        <info>A window <draft-comment>Which?</draft-comment> opens.
          <fig><title>The window</title><image href="w.png"><alt>A window</alt></image></fig>
        </info></step>
      <step><cmd conref="other.dita#x/y">Not this</cmd></step>
    </steps>
    <example><codeblock>x = "text"
  y</codeblock><pre>First  line
  second line</pre></example>
    <result><p translate="no">Brand <ph translate="yes">is one</ph></p>
      See <xref keyref="help"/> or <xref href="http://example.org">this page</xref>.</result>
  </taskbody>
</task>
"""
CONCEPT = """<concept class="- topic/topic concept/concept " id="c">
<title class="- topic/title ">Birds</title>
<conbody class="- topic/body concept/conbody ">
<p class="- topic/p ">Birds <flying class="+ topic/ph our-d/flying ">fly</flying> and <song
 class="+ topic/ph pr-d/codeph our-d/song ">tirili</song> sing.</p>
<ul><li>One bird</li><li>Two birds<ul><li>and a nest</li></ul></li></ul>
<simpletable spectitle="Sizes"><strow><stentry specentry="Bird">Tit</stentry><stentry>12</stentry></strow>
</simpletable></conbody></concept>
"""
MAP = """<?xml version="1.0"?>
<!DOCTYPE map PUBLIC "-//OASIS//DTD DITA Map//EN" "map.dtd">
<map title="A guide to birds">
<topicref href="c.dita" navtitle="About birds"><topicmeta><navtitle>All about birds</navtitle>
<linktext>birds</linktext></topicmeta></topicref>
<keydef keys="product"><topicmeta><keywords><keyword>Bird Watcher</keyword></keywords></topicmeta></keydef>
</map>
"""
GLOSSARY = """<!DOCTYPE glossentry PUBLIC "-//OASIS//DTD DITA Glossary Entry//EN" "g.dtd">\r
<glossentry id="g"><glossterm>nest</glossterm>\r
<glossdef>Where birds&nbsp;live &mdash; in caf&eacute;s, too.</glossdef></glossentry>\r
"""

SAMPLES: Mapping[str, bytes] = {
    "task.dita": TASK.encode(),
    "concept.xml": CONCEPT.encode(),
    "birds.ditamap": MAP.encode("utf-16"),
    "glossary.dita": GLOSSARY.encode(),
}
