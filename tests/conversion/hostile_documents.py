"""Documents that want to do harm, or are broken as real ones are, for each family; made by code.

Each case names a file, its contents and the ends that it may have: "KEPT" (there and back, nothing lost) or a
code of an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scripts.mutations.campaign import sample_subjects
from scripts.mutations.on_archives import Entry, read_entries, write_entries

CORRUPT, FAILED, EMPTY, ENCRYPTED = (
    "DOCUMENT_CORRUPT",
    "CONVERSION_FAILED",
    "DOCUMENT_EMPTY",
    "DOCUMENT_ENCRYPTED",
)
REFUSED, KEPT = "UNSUPPORTED_DOCUMENT", "KEPT"
PACKAGES = ("docx", "pptx", "xlsx", "odt", "ods", "odp", "epub", "idml")
OLE = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(2000)
FLAT = (
    '<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>'
)
XLIFF1 = 'xmlns="urn:oasis:names:tc:xliff:document:1.2"'


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A hostile document."""

    name: str
    data: bytes = field(repr=False)
    ends: tuple[str, ...]
    about: str = ""


def first_sample(format_name: str) -> tuple[str, bytes]:
    """A sound file of a format."""
    subject = next(s for s in sample_subjects() if s.name.startswith(f"{format_name}/"))
    return subject.name.rpartition("/")[2], subject.data


def truncated() -> Iterator[Case]:
    """Archives that end too soon; `test_every_format` cuts off all samples."""
    for format_name in PACKAGES:
        name, data = first_sample(format_name)
        for part in (1, 2, 3):
            yield Case(name=name, data=data[: len(data) * part // 4], ends=(CORRUPT,), about=f"{part}/4")
        yield Case(name=name, data=data[:-1], ends=(CORRUPT,), about="its last byte")


def encrypted() -> Iterator[Case]:
    """Documents behind a password, or with rights managed."""
    for format_name in PACKAGES:
        name, data = first_sample(format_name)
        entries = [replace(entry, flags=1) for entry in read_entries(data)]
        yield Case(name=name, data=write_entries(entries), ends=(ENCRYPTED,), about="zip")
    for format_name in ("docx", "pptx", "xlsx"):
        data = OLE + "EncryptedPackage".encode("utf-16-le") + bytes(500)
        yield Case(name=f"a.{format_name}", data=data, ends=(ENCRYPTED,), about="OLE")
    for format_name in ("odt", "ods", "odp"):
        name, data = first_sample(format_name)
        locked = with_part(
            data,
            "META-INF/manifest.xml",
            lambda xml: xml.replace(
                b'full-path="content.xml" manifest:media-type="text/xml"/>',
                b'full-path="content.xml" manifest:media-type="text/xml"><manifest:encryption-data/>'
                b"</manifest:file-entry>",
            ),
        )
        yield Case(name=name, data=locked, ends=(ENCRYPTED,), about="manifest")
    name, data = first_sample("epub")
    locked = (
        b'<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" '
        b'xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>'
        b'<enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><enc:CipherData>'
        b'<enc:CipherReference URI="%s"/></enc:CipherData></enc:EncryptedData></encryption>'
    )
    page = next(e.name for e in read_entries(data) if e.name.endswith((".xhtml", ".html")))
    entries = [*read_entries(data), Entry(name="META-INF/encryption.xml", data=locked % page.encode())]
    yield Case(name=name, data=write_entries(entries), ends=(ENCRYPTED,), about="rights")


def path_names() -> Iterator[Case]:
    """Entries whose names lead outside, or are the same twice."""
    for format_name in PACKAGES:
        name, data = first_sample(format_name)
        for path in ("../evil.xml", "/etc/evil", "C:/evil", "a\\..\\evil", "a/../../evil", "x\0.xml", ""):
            entries = [*read_entries(data), Entry(name=path, data=b"<x/>")]
            yield Case(name=name, data=write_entries(entries), ends=(CORRUPT,), about=path)
        entries = [*read_entries(data), Entry(name="link", data=b"/etc/passwd", external=0o120777 << 16)]
        yield Case(name=name, data=write_entries(entries), ends=(CORRUPT,), about="a link")
        twice = read_entries(data)
        yield Case(name=name, data=write_entries([*twice, twice[-1]]), ends=(CORRUPT,), about="twice")
        shouting = replace(twice[-1], name=twice[-1].name.swapcase())
        yield Case(name=name, data=write_entries([*twice, shouting]), ends=(CORRUPT,), about="in capitals")


def bombs() -> Iterator[Case]:
    """Archives that unpack to very much, say wrong sizes, or hold archives."""
    for format_name in PACKAGES:
        name, data = first_sample(format_name)
        entries = read_entries(data)
        inner = write_entries([Entry(name="0", data=write_entries([Entry(name="0", data=bytes(3_000_000))]))])
        yield Case(
            name=name,
            data=write_entries([*entries, Entry(name="z", data=bytes(30_000_000))]),
            ends=(CORRUPT,),
        )
        yield Case(
            name=name,
            data=write_entries([*entries, Entry(name="z", data=bytes(3_000_000), size=3_000)]),
            ends=(CORRUPT, KEPT),  # what is not read is not unpacked
            about="a wrong size",
        )
        yield Case(name=name, data=write_entries([*entries, Entry(name="z.zip", data=inner)]), ends=(KEPT,))
        many = [Entry(name=f"z{number}", data=b"") for number in range(10_001)]
        yield Case(name=name, data=write_entries([*entries, *many]), ends=(CORRUPT,), about="many entries")


def with_part(data: bytes, name: str, change: object) -> bytes:
    """An archive with one part changed."""
    assert callable(change)
    entries = [replace(e, data=change(e.data)) if e.name == name else e for e in read_entries(data)]
    return write_entries(entries)


DEEP: Mapping[str, tuple[str, str, str]] = {  # opening, inside, closing: the first and last very often
    "html": ("<div>", "<p>Some words</p>", "</div>"),
    "xhtml": ("<b>", "Some words", "</b>"),
    "md": ("> ", "Some words", ""),
    "markdown": ("- ", "Some words", ""),
    "txt": ("[", "Some words", "]"),
    "json": ('{"a":', '"Some words"', "}"),
    "arb": ("[", '"Some words"', "]"),
    "xcstrings": ("[", '"Some words"', "]"),
    "yaml": ("[", "Some words", "]"),
    "yml": ("- ", "Some words", ""),
    "toml": ("a = [", "'Some words'", "]"),
    "properties": ("a={0, plural, other {", "Some words", "}}"),
    "strings": ("a = {", 'b = "Some words";', "};"),
    "ftl": ("a = { $n ->\n *[other] {", "Some words", "}}"),
    "php": ("<?php return [", "'a' => 'Some words'", "];"),
    "ini": ("[", "a=Some words", "]"),
    "csv": ('"', "Some words", '"'),
    "po": ('msgid "', "Some words", '"'),
    "srt": ("1\n00:00:01,000 --> 00:00:02,000\n<i>", "Some words", "</i>"),
    "vtt": ("WEBVTT\n\n00:01.000 --> 00:02.000\n<b>", "Some words", "</b>"),
    "ass": ("{\\i1", "Some words", "}"),
    "xml": ("<a>", "Some words", "</a>"),
    "dita": ("<p>", "Some words", "</p>"),
    "svg": ("<g>", "<text>Some words</text>", "</g>"),
    "resx": ("<data>", "<value>Some words</value>", "</data>"),
    "ts": ("<context>", "<source>Some words</source>", "</context>"),
    "stringsdict": ("<dict>", "<string>Some words</string>", "</dict>"),
    "xlf": ("<group>", "<x/>", "</group>"),
    "ttml": ("<span>", "Some words", "</span>"),
    "icml": ("<Story>", "<Content>Some words</Content>", "</Story>"),
    "fodt": ("<text:p>", "Some words", "</text:p>"),
}
ROOTS: Mapping[str, tuple[str, str]] = {  # so that it is taken for what it is named
    "html": ("<!DOCTYPE html><html><body>", "</body></html>"),
    "xhtml": ('<html xmlns="http://www.w3.org/1999/xhtml"><body><p>', "</p></body></html>"),
    "dita": ("<topic id='t'><title>T</title><body>", "</body></topic>"),
    "svg": ('<svg xmlns="http://www.w3.org/2000/svg">', "</svg>"),
    "resx": ("<root><resheader name='resmimetype'><value>text/microsoft-resx</value></resheader>", "</root>"),
    "ts": ("<TS version='2.1'>", "</TS>"),
    "stringsdict": ("<plist version='1.0'>", "</plist>"),
    "xlf": (f'<xliff version="1.2" {XLIFF1}><file original="a" source-language="en">', "</file></xliff>"),
    "ttml": (
        '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">',
        "</p></div></body></tt>",
    ),
    "icml": ('<?aid SnippetType="InCopyInterchange"?><Document>', "</Document>"),
    "fodt": (
        FLAT,
        "</office:text></office:body></office:document>",
    ),
    "ass": ("[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,", ""),
}


def nested(depths: Sequence[int] = (300, 20_000)) -> Iterator[Case]:
    """Things inside themselves, closed and not."""
    for suffix, (opening, inside, closing) in DEEP.items():
        before, after = ROOTS.get(suffix, ("", ""))
        for depth in depths:
            for end in (closing * depth + after, ""):
                text = f"{before}{opening * depth}{inside}{end}"
                about = f"{depth}, {'closed' if end else 'open'}"
                ends = (KEPT, CORRUPT, FAILED, EMPTY, REFUSED)
                yield Case(name=f"a.{suffix}", data=text.encode(), ends=ends, about=about)
