"""Small files of Qt Linguist."""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>MainWindow</name>
    <message>
        <location filename="../main.cpp" line="12"/>
        <source>&amp;Open %1 of %2&lt;br&gt;</source>
        <comment>menu</comment>
        <translation>%2: &amp;offen %1</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) here</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln day(s)</source>
        <translation><numerusform>%Ln Tag</numerusform><numerusform>%Ln Tage</numerusform></translation>
    </message>
    <message>
        <source>Tab<byte value="x9"/>here, %L1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A long text</source>
        <translation variants="yes"><lengthvariant>Langer Text</lengthvariant>
            <lengthvariant>Text</lengthvariant></translation>
    </message>
    <message>
        <source>Gone</source>
        <translation type="vanished">Weg</translation>
    </message>
    <message>
        <source>Without</source>
    </message>
    <message>
        <source>100</source>
        <translation type="unfinished"/>
    </message>
</context>
</TS>
"""

SAMPLES: Mapping[str, bytes] = {
    "app_de.ts": MESSAGES.encode(),
    "windows.ts": MESSAGES.replace("\n", "\r\n").encode(),
    "other.ts": MESSAGES.replace("de_DE", "fr").encode(),
    "old.ts": b"<!DOCTYPE TS><TS><context><name>A</name><message><source>Old text</source>"
    b"<translation/></message></context></TS>",
}
