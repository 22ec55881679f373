"""Files of strings that contradict themselves: keys twice, plurals that are none, false encodings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.conversion.hostile_documents import CORRUPT, EMPTY, KEPT, REFUSED, XLIFF1, Case

ANDROID = "<resources>%s</resources>"
PLIST = '<plist version="1.0"><dict>%s</dict></plist>'
ENTRY = (
    "<key>n</key><dict><key>NSStringLocalizedFormatKey</key><string>%%#@v@</string><key>v</key><dict>"
    "<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>%s</dict></dict>"
)
CATALOG = '{"sourceLanguage": "en", "version": "1.0", "strings": {%s}}'
PLURAL = '"n": {"localizations": {"en": {"variations": {"plural": {%s}}}}}'
VALUE = '"stringUnit": {"state": "new", "value": "%%d cats"}'
PO = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=%s\\n"\n"Plural-Forms: %s\\n"\n\n'
CATS = 'msgid "One cat"\nmsgid_plural "%d cats"\n'
TS = '<TS version="2.1" language="de"><context><name>C</name>%s</context></TS>'
XLF = (
    f'<xliff version="1.2" {XLIFF1}><file original="a" source-language="en" datatype="x"><body>%s'
    "</body></file></xliff>"
)
UNIT = '<trans-unit id="1"><source>%s</source></trans-unit>'
NUMERUS = '<message numerus="yes"><source>%%n cats</source><translation>%s</translation></message>'
OTHER = '<item quantity="other">Cats</item>'
STRING = '<resources><string name="a">Tür, Café</string></resources>'
PAGE = '<!DOCTYPE html><html><head><meta charset="{}"></head><body><p>Tür, Café</p></body></html>'

# Extension → files.
TWICE: Mapping[str, tuple[str, ...]] = {
    "json": (
        '{"a": "One text", "a": "Another text"}',
        '{"a": {"b": "One text"}, "a": {"b": "Another text"}}',
    ),
    "arb": ('{"@@locale": "en", "a": "One text", "@a": {}, "a": "Another text", "@a": {}}',),
    "xcstrings": (CATALOG % '"One text": {}, "One text": {}',),
    "strings": ('"a" = "One text";\n"a" = "Another text";\n',),
    "stringsdict": (PLIST % ("<key>a</key><string>One text</string>" * 2),),
    "xml": (ANDROID % ('<string name="a">One text</string>' * 2),),
    "resx": (
        "<root><resheader name='resmimetype'><value>text/microsoft-resx</value></resheader>"
        + '<data name="a" xml:space="preserve"><value>One text</value></data>' * 2
        + "</root>",
    ),
    "properties": ("a=One text\na=Another text\na = Third text\n",),
    "yaml": (
        "a: One text\na: Another text\n",
        "{a: One text, a: Another text}\n",
        "en:\n  a: &x One text\nen:\n  b: *x\n",
    ),
    "toml": ('a = "One text"\na = "Another text"\n', '[t]\na = "One text"\n[t]\nb = "Another text"\n'),
    "ini": ("[a]\nb=One text\nb=Another text\n[a]\nb=Third text\n",),
    "php": ("<?php return ['a' => 'One text', 'a' => 'Another text'];",),
    "po": ('msgid "One text"\nmsgstr ""\n\nmsgid "One text"\nmsgstr ""\n',),
    "ftl": ("a = One text\na = Another text\n    .x = Title\n    .x = Second title\n",),
    "csv": ("id,text,text\n1,One text,Another text\n1,Third text,Fourth text\n",),
    "xlf": (XLF % (UNIT % "One text" * 2),),
    "ts": (TS % ("<message><source>One text</source><translation type='unfinished'/></message>" * 2),),
    "srt": ("1\n00:00:01,000 --> 00:00:02,000\nOne text.\n\n" * 2,),
    "vtt": ("WEBVTT\n\n" + "a\n00:01.000 --> 00:02.000\nOne text.\n\n" * 2,),
    "md": ("---\ntitle: One text\ntitle: Another text\n---\n\n[a]: /x\n[a]: /y\n\nSee [a].\n",),
}

PLURALS: Mapping[str, tuple[str, ...]] = {
    "po": (
        PO % ("UTF-8", "nplurals=0; plural=0;") + CATS + 'msgstr[0] ""\n',
        PO % ("UTF-8", "nplurals=99; plural=n;") + CATS + 'msgstr[0] ""\nmsgstr[1] ""\n',
        PO % ("UTF-8", "nplurals=2; plural=n/0;") + CATS + 'msgstr[0] ""\nmsgstr[1] ""\n',
        PO % ("UTF-8", "nplurals=2; plural=((((n;") + CATS + 'msgstr[1] ""\nmsgstr[0] ""\n',
        PO % ("UTF-8", "nplurals=2; plural=n!=1;") + CATS + 'msgstr ""\n',
        PO % ("UTF-8", "nplurals=2; plural=n!=1;") + CATS + 'msgstr[7] ""\n',
        PO % ("UTF-8", "nplurals=2; plural=n!=1;") + CATS + 'msgstr[0] ""\nmsgstr[0] ""\n',
        PO % ("UTF-8", "nplurals=" + "9" * 5000 + "; plural=" + "(" * 20_000) + CATS + 'msgstr[0] ""\n',
    ),
    "xml": (
        ANDROID % '<plurals name="n"><item quantity="one">One cat</item></plurals>',
        ANDROID % '<plurals name="n"><item quantity="lots">Lots of cats</item></plurals>',
        ANDROID % '<plurals name="n"><item>Some cats</item></plurals>',
        ANDROID % f'<plurals name="n">{OTHER}{OTHER}</plurals>',
        ANDROID % '<plurals name="n"></plurals><string name="a">A cat</string>',
        ANDROID
        % "<plurals><item quantity='one'>One <item quantity='other'>nested cats</item></item></plurals>",
    ),
    "stringsdict": (
        PLIST % (ENTRY % ""),
        PLIST % (ENTRY % "<key>one</key><string>One cat</string>"),
        PLIST % (ENTRY % "<key>lots</key><string>Lots of cats</string>"),
        PLIST % (ENTRY % "<key>other</key><integer>3</integer>"),
        PLIST % (ENTRY % "<key>other</key><key>one</key>"),
    ),
    "xcstrings": (
        CATALOG % (PLURAL % '"one": {}'),
        CATALOG % (PLURAL % f'"lots": {{{VALUE}}}'),
        CATALOG % (PLURAL % f'"other": {{{VALUE}, "variations": {{"plural": {{}}}}}}'),
        CATALOG % (PLURAL % '"other": [1]'),
        CATALOG % '"n": {"localizations": {"en": {"variations": 7}}}',
    ),
    "arb": (
        '{"n": "{count, plural, one{One cat}"}',
        '{"n": "{count, plural, one{One cat}}"}',
        '{"n": "{count, plural, other{a} other{b} other{c d}}"}',
        '{"n": "{count, plural, =x{One} other{More cats}}"}',
        '{"n": "{{{{{{{{count, plural, other{{{}}}}}"}',
        f'{{"n": "{"{c, plural, other{" * 2000} Some cats{"}}" * 2000}"}}',
    ),
    "json": (
        '{"n_one": "One cat", "n_one": "One dog", "n_lots": "Lots of cats"}',
        '{"n_other": "{{count}} cats", "n_one": {"a": "One cat"}}',
        '{"n": {"one": "One cat", "other": ["Many cats"]}}',
        '{"n": "One cat | Two cats |  | | Many cats |||"}',
    ),
    "yaml": (
        "en:\n  n:\n    one: One cat\n    lots: Lots of cats\n",
        "en:\n  n:\n    other: [Many cats]\n    one:\n      one: One cat\n",
        'en:\n  n: "{n, plural, one {One cat"\n',
    ),
    "ftl": (
        "n = { $c ->\n    [one] One cat\n}\n",
        "n = { $c ->\n   *[one] One cat\n   *[other] Many cats\n}\n",
        "n = { $c ->\n    [one] One cat\n",
        "n = { ->\n   *[other] Many cats\n}\n",
    ),
    "ts": (
        TS % (NUMERUS % "none"),
        TS % (NUMERUS % "<numerusform/>"),
        TS % (NUMERUS % ("<numerusform/>" * 500)),
        TS % '<message numerus="yes"><source>%n cats</source></message>',
    ),
    "php": ("<?php return ['n' => '|||', 'm' => '{0|[1,|One cat|]*', 'o' => 'One cat|' . 'Many cats'];",),
    "properties": (
        "n={0,choice,0#none|1#one cat|1<{0} cats\nm={0,plural,one{One cat}\nchoice={0,choice,}\n",
    ),
    "strings": ('"n" = "%#@cats@ and %1$#@ %2$";\n',),
}

ENCODINGS: Mapping[str, tuple[tuple[str, str], ...]] = {  # texts and their true encodings
    "xml": tuple(
        (f'<?xml version="1.0" encoding="{said}"?>{STRING}', true)
        for said, true in (
            ("utf-8", "latin-1"),
            ("us-ascii", "utf-8"),
            ("utf-16", "utf-8"),
            ("x-none", "utf-8"),
            ("utf-7", "utf-8"),
            ("rot13", "utf-8"),
            ("shift_jis", "cp1252"),
            ("utf-8", "utf-16-le"),
        )
    ),
    "html": tuple(
        (PAGE.format(said), true)
        for said, true in (
            ("utf-8", "latin-1"),
            ("x-none", "utf-8"),
            ("utf-16", "utf-8"),
            ("shift_jis", "cp1252"),
            ("utf-8", "utf-16"),
            ("rot13", "utf-8"),
        )
    ),
    "po": tuple(
        (PO % (said, "nplurals=2; plural=n!=1;") + 'msgid "Tür, Café"\nmsgstr ""\n', true)
        for said, true in (
            ("UTF-8", "latin-1"),
            ("CHARSET", "utf-8"),
            ("rot13", "utf-8"),
            ("EUC-JP", "cp1252"),
        )
    ),
    "xlf": tuple(
        (f'<?xml version="1.0" encoding="{said}"?>{XLF % (UNIT % "Tür, Café")}', true)
        for said, true in (
            ("utf-8", "latin-1"),
            ("x-none", "utf-8"),
            ("utf-16", "utf-8"),
            ("base64", "utf-8"),
        )
    ),
    "svg": (('<?xml version="1.0" encoding="hex"?><svg xmlns="http://www.w3.org/2000/svg"/>', "utf-8"),),
    "vtt": (("WEBVTT\n\n00:01.000 --> 00:02.000\nTür, Café\n", "latin-1"),),
    "json": (('{"a": "Tür, Café"}', "latin-1"), ('{"a": "Tür, Café"}', "utf-32")),
    "yaml": (("a: Tür, Café\n", "latin-1"), ("a: Tür, Café\n", "utf-32")),
    "toml": (("a = 'Tür, Café'\n", "latin-1"), ("a = 'Tür, Café'\n", "utf-16")),
    "properties": (("a = Tür, Café\n", "utf-16"), ("a = Tür, Café\n", "cp037")),
    "csv": (("id,text\n1,Tür Café\n", "utf-32"), ("id,text\n1,Tür Café\n", "cp437")),
    "txt": (("Tür, Café\n", "utf-32"), ("Tür, Café\n", "cp037"), ("\ufeffTür, Café\n", "utf-7")),
}


def duplicate_keys() -> Iterator[Case]:
    """A key twice: every text is translated, or the file is refused."""
    yield from _cases(TWICE)


def broken_plurals() -> Iterator[Case]:
    """Forms that are missing, unknown, double or no forms."""
    yield from _cases(PLURALS)


def wrong_encodings() -> Iterator[Case]:
    """Files that say another encoding than theirs, or have one that they must not have."""
    for suffix, texts in ENCODINGS.items():
        for text, true in texts:
            ends = (KEPT, CORRUPT, REFUSED)
            yield Case(
                name=f"a.{suffix}", data=text.encode(true), ends=ends, about=f"{text[:60]!r} in {true}"
            )


def _cases(files: Mapping[str, tuple[str, ...]]) -> Iterator[Case]:
    for suffix, texts in files.items():
        for text in texts:
            ends = (KEPT, CORRUPT, EMPTY)
            yield Case(name=f"a.{suffix}", data=text.encode(), ends=ends, about=text[:60])
