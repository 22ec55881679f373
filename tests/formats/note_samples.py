"""Files with comments for translators, and the note of each of their texts."""

from __future__ import annotations

PO = """# Licence of the file.
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=3; plural=0;\\n"

# Written by the translator.
#. Shown on the button,
#. at most 12 letters
#: main.c:12
#, fuzzy
#| msgid "Write"
msgctxt "verb"
msgid "Save"
msgstr ""

#. Counts files
msgid "One file"
msgid_plural "%d files"
msgstr[0] ""

#. Of what is no more
#~ msgid "Old"
#~ msgstr "Alt"

msgid "Bare"
msgstr ""
"""

XLIFF1 = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a"
source-language="en" target-language="pl" datatype="plaintext"><body>
<trans-unit id="1"><source>Save</source><note from="developer">On the button</note>
<note>Be brief</note></trans-unit>
<trans-unit id="2"><source>Bare</source></trans-unit></body></file></xliff>
"""

XLIFF2 = """<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="pl">
<file id="f"><unit id="1"><notes><note>On the button</note><note category="length">Be brief</note></notes>
<segment><source>Save</source></segment><segment><source>Again</source></segment></unit>
<unit id="2"><segment><source>Bare</source></segment></unit></file></xliff>
"""

QT = """<?xml version="1.0" encoding="utf-8"?><!DOCTYPE TS><TS version="2.1" language="pl">
<context><name>Main</name>
<message><source>Save</source><comment>verb</comment><extracomment>On the button</extracomment>
<translatorcomment>As in the handbook</translatorcomment>
<translation type="unfinished"></translation></message>
<message numerus="yes"><source>%n file(s)</source><extracomment>Counts</extracomment>
<translation type="unfinished"></translation></message>
<message><source>Bare</source><translation type="unfinished"></translation></message></context></TS>
"""

RESX = """<root><resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>
<data name="save"><value>Save</value><comment>On the button</comment></data>
<data name="bare"><value>Bare</value></data></root>
"""

ARB = """{"save": "Save", "@save": {"description": "On the button", "type": "text"},
 "files": "{n, plural, one{One file} other{Some files}}", "@files": {"description": "Counts",
 "placeholders": {"n": {"description": "how many"}}}, "bare": "Bare", "@bare": {}}
"""

STRINGS = """/*
 * Localizable.strings
 */

/* On the button,
 * of the toolbar */
"save" = "Save";   // about the line before
// Seldom seen
"again" = "Again";
/* No comment provided by engineer. */
"bare" = "Bare";
"""

XCSTRINGS = """{"sourceLanguage": "en", "strings": {
 "Save": {"comment": "On the button"},
 "Bare": {}}, "version": "1.0"}
"""

STRINGSDICT = """<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
<!-- Counts files -->
<key>files</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict>
<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
<key>one</key><string>One file</string><key>other</key><string>Some files</string></dict></dict>
</dict></plist>
"""

ANDROID = """<?xml version="1.0" encoding="utf-8"?>
<!-- Licence of the file. -->
<resources>

    <!-- The buttons -->

    <!-- On the button,
         of the toolbar -->
    <string name="save">Save</string> <!-- about the line before -->
    <string name="bare">Bare</string>
    <!-- Days --><string-array name="days">
        <!-- the first -->
        <item>Monday</item>
        <item>Tuesday</item>
    </string-array>
    <!-- Counts -->
    <plurals name="files">
<item quantity="one">One file</item><item quantity="other">Some files</item></plurals>
</resources>
"""

PROPERTIES = """# Licence of the file

# On the button,
! of the toolbar
save = Save
again = Again and \\
    # again
bare = Bare now
# --------
ruled = Under the line
"""

INI = """[menu]
; On the button
save = "Save the file"
bare = Nothing is said here
"""

FLUENT = """### The file

## The group

# On the button,
# of the toolbar
save = Save
    .title = Save it

text = First
    # no comment
bare = Bare
"""

YAML = """en:
  # On the button
  save: "Save the file"
  text: |
    Some text
    # no comment
  bare: Nothing is said here  # about this line
  next: Neither is here
  # Counts
  files:
    one: One file
    other: "%{count} files"
"""

TOML = """# On the button
save = "Save the file"
bare = "Nothing is said here"

# Counts
[files]
description = "In the list"
one = "One file"
other = "Some files"
"""

FORMATJS = """{"a1": {"defaultMessage": "Save", "description": "On the button"},
 "b2": {"defaultMessage": "Bare"}}
"""

ITS = """<doc xmlns:its="http://www.w3.org/2005/11/its" its:version="2.0">
<its:rules version="2.0"><its:locNoteRule selector="//title" locNoteType="description">
<its:locNote>At most ten words</its:locNote></its:locNoteRule>
<its:locNoteRule selector="//msg[@hint]" locNoteType="alert" locNotePointer="@hint"/></its:rules>
<title>A title of this</title><msg hint="From the attribute">Some message here</msg>
<part its:locNote="For the &quot;whole&quot; part"><p>A first text here</p>
<p its:locNote="Its own note">A text with <b its:locNote="A name">Dragoman</b> within</p></part>
<p>A text and nothing on it</p></doc>
"""

DITA = """<topic xmlns:its="http://www.w3.org/2005/11/its" id="t"><title its:locNote="Be brief">Save</title>
<body><p>Bare</p></body></topic>
"""

HTML = """<!DOCTYPE html><html><body>
<section its-loc-note="For the section"><p>First here</p>
<p its-loc-note="Its &lt;own&gt;">Second <b its-loc-note="A name">Dragoman</b></p></section>
<p its-loc-note-ref="https://example.com/style">Third</p><p>Bare</p></body></html>
"""

FILES = {
    "a.po": (
        PO,
        {
            "Save": "Written by the translator.\nShown on the button,\nat most 12 letters",
            "%d files": "Plural form 3 of 3.\nCounts files",  # of Polish: the last of the units of its source
            "Bare": "",
        },
    ),
    "a.xlf": (XLIFF1, {"Save": "On the button\nBe brief", "Bare": ""}),
    "b.xlf": (XLIFF2, {"Save": "On the button\nBe brief", "Again": "On the button\nBe brief", "Bare": ""}),
    "a.ts": (
        QT,
        {
            "Save": "verb\nOn the button\nAs in the handbook",
            " file(s)": "Plural form 3 of 3.\nCounts",
            "Bare": "",
        },
    ),
    "a.resx": (RESX, {"Save": "On the button", "Bare": ""}),
    "a.arb": (ARB, {"Save": "On the button", "One file": "Counts", "Some files": "Counts", "Bare": ""}),
    "a.strings": (STRINGS, {"Save": "On the button,\nof the toolbar", "Again": "Seldom seen", "Bare": ""}),
    "a.xcstrings": (XCSTRINGS, {"Save": "On the button", "Bare": ""}),
    "a.stringsdict": (STRINGSDICT, {"One file": "Counts files", "Some files": "Counts files"}),
    "a.xml": (
        ANDROID,
        {
            "Save": "On the button,\nof the toolbar",
            "Bare": "",
            "Monday": "Days\nthe first",
            "Tuesday": "Days",
            "One file": "Counts",
            "Some files": "Counts",
        },
    ),
    "a.properties": (
        PROPERTIES,
        {
            "Save": "On the button,\nof the toolbar",
            "Again and # again": "",
            "Bare now": "",
            "Under the line": "",
        },
    ),
    "a.ini": (INI, {"Save the file": "On the button", "Nothing is said here": ""}),
    "a.ftl": (
        FLUENT,
        {
            "Save": "On the button,\nof the toolbar",
            "Save it": "On the button,\nof the toolbar",
            "First\n# no comment": "",
            "Bare": "",
        },
    ),
    "a.yml": (
        YAML,
        {
            "Save the file": "On the button",
            "Some text\n# no comment": "",
            "Nothing is said here": "",
            "Neither is here": "",
            "One file": "Counts",
            "%{count} files": "Counts",
        },
    ),
    "a.toml": (
        TOML,
        {
            "Save the file": "On the button",
            "Nothing is said here": "",
            "One file": "Counts\nIn the list",
            "Some files": "Counts\nIn the list",
        },
    ),
    "a.json": (FORMATJS, {"Save": "On the button", "Bare": ""}),
    "its.xml": (
        ITS,
        {
            "A title of this": "At most ten words",
            "Some message here": "From the attribute",
            "A first text here": 'For the "whole" part',
            "A text with Dragoman within": "Its own note\nA name",
            "A text and nothing on it": "",
        },
    ),
    "a.dita": (DITA, {"Save": "Be brief", "Bare": ""}),
    "a.html": (
        HTML,
        {
            "First here": "For the section",
            "Second Dragoman": "Its <own>\nA name",
            "Third": "https://example.com/style",
            "Bare": "",
        },
    ),
}
