"""Small files of Android resources."""

from __future__ import annotations

from collections.abc import Mapping

STRINGS = """<?xml version="1.0" encoding="utf-8"?>
<!-- the app -->
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2" xmlns:tools="http://schemas.android.com/tools"
    tools:locale="en">
    <string name="escapes">Don\\'t say \\"hi\\" &amp; leave\\nnow \\u00e9 &#8230; 1 &lt; 2</string>
    <string name="quoted">"Don't   move"</string>
    <string name="inline">
        Hello <xliff:g id="name" example="a > b">%1$s</xliff:g>, read <b>this <i>page</i></b><br/> now
    </string>
    <string name="html"><![CDATA[<b>Bold</b> it\\'s <a href="https://example.com/">here</a>]]></string>
    <string name="same" translatable="false">Brand name</string>
    <string name="reference">@string/escapes</string>
    <string name="nothing"/>
    <string name="twice" tools:ignore="x">Text<!-- in between --> and more</string>
    <string-array name="days">
        <item>Monday</item>
        <item>Tuesday</item>
    </string-array>
    <array name="mixed"><item>@drawable/x</item><item>Plain text here</item><item>#ff0000</item></array>
    <plurals name="files">
        <!-- how many -->
        <item quantity="one">%d file</item>
        <item quantity="other">%d files</item>
    </plurals>
    <color name="accent">#123456</color>
    <item type="string" name="old">An old way</item>
</resources>
"""
WINDOWS = '\ufeff<resources>\r\n\t<string name="a">One  text\r\n here</string>\r\n</resources>\r\n'

SAMPLES: Mapping[str, bytes] = {
    "strings.xml": STRINGS.encode(),
    "windows.xml": WINDOWS.encode(),
    "wide.xml": '<?xml version="1.0"?><resources><string name="a">A text</string></resources>'.encode(
        "utf-16"
    ),
    "latin.xml": (
        '<?xml version="1.0" encoding="iso-8859-1"?><resources>'
        '<string name="a"><![CDATA[Größe here]]></string><string name="b">Größe there</string></resources>'
    ).encode("latin-1"),
}
