"""Small PO files."""

from __future__ import annotations

from collections.abc import Mapping

TEMPLATE = r"""# A template.
#
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: program 1\n"
"Language: \n"
"Content-Type: text/plain; charset=CHARSET\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\n"

#. For translators
#: src/a.c:1
#, c-format
msgid "One file\n"
msgid_plural "%d files\n"
msgstr[0] ""
msgstr[1] ""

msgctxt "menu|file"
msgid ""
"A long message that goes on until the margin of the file is near, and then "
"goes on.\n"
"Its \"second\" line\t\101 \\ %s"
msgstr ""

#~ msgid "old"
#~ msgstr ""
"""
GERMAN = r"""msgid ""
msgstr ""
"Language: de\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "Open"
msgstr "Öffnen"

#, fuzzy, c-format
#| msgid "Close it"
msgid "Close %s"
msgstr "Schließen"

msgid "%d page"
msgid_plural "%d pages"
msgstr[0] "%d Seite"
msgstr[1] ""

msgid "---"
msgstr ""

msgid "translator-credits"
msgstr ""
"""
RUSSIAN = """msgid ""
msgstr ""
"Language: ru\\n"
"Content-Type: text/plain; charset=windows-1251\\n"

msgid "Hello"
msgstr "Привет"
"""

SAMPLES: Mapping[str, bytes] = {
    "template.po": TEMPLATE.encode(),
    "de.po": GERMAN.encode(),
    "dos.po": GERMAN.replace("\n", "\r\n").encode(),
    "ru.po": RUSSIAN.encode("cp1251"),
    "bare.po": b'msgid "Hello"\nmsgstr ""',
    "bom.po": ("\ufeff" + GERMAN).encode(),
}
