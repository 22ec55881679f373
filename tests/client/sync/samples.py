"""One source file of each format that is kept translated key by key, with a change and an edit."""

from __future__ import annotations

from typing import Final, NamedTuple


class Sample(NamedTuple):
    """A repository with one source file, in English; the target is Spanish."""

    pattern: str  # of `files`, as TOML
    source: str
    target: str
    text: str  # of the source file; it says "The house.", "The dog." and "The cat."
    keys: tuple[str, str, str]  # of these three


SAMPLES: Final[dict[str, Sample]] = {
    "json": Sample(
        '"locales/{language}/app.json"',
        "locales/en/app.json",
        "locales/es/app.json",
        '{\n  "home": {\n    "title": "The house.",\n    "pet": "The dog."\n  },\n  "cat": "The cat."\n}\n',
        ("/home/title", "/home/pet", "/cat"),
    ),
    "arb": Sample(
        '"lib/l10n/app_{language}.arb"',
        "lib/l10n/app_en.arb",
        "lib/l10n/app_es.arb",
        '{\n  "@@locale": "en",\n  "title": "The house.",\n  "@title": {"description": "A heading"},\n'
        '  "pet": "The dog.",\n  "cat": "The cat."\n}\n',
        ("/title", "/pet", "/cat"),
    ),
    "yaml": Sample(
        '"config/locales/{language}.yml"',
        "config/locales/en.yml",
        "config/locales/es.yml",
        'en:\n  # of the first page\n  home:\n    title: "The house."\n    pet: The dog.\n  cat: The cat.\n',
        ("/home/title", "/home/pet", "/cat"),
    ),
    "properties": Sample(
        '{ source = "i18n/messages.properties", target = "i18n/messages_{language}.properties" }',
        "i18n/messages.properties",
        "i18n/messages_es.properties",
        "# Texts\nhome.title=The house.\n\nhome.pet = The dog.\ncat: The cat.\n",
        ("home.title", "home.pet", "cat"),
    ),
    "strings": Sample(
        '"App/{language}.lproj/Localizable.strings"',
        "App/en.lproj/Localizable.strings",
        "App/es.lproj/Localizable.strings",
        '/* A heading */\n"title" = "The house.";\n\n"pet" = "The dog.";\n"cat" = "The cat.";\n',
        ("title", "pet", "cat"),
    ),
    "po": Sample(
        '{ source = "po/app.pot", target = "po/{language}.po" }',
        "po/app.pot",
        "po/es.po",
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        '#: main.c:1\nmsgid "The house."\nmsgstr ""\n\nmsgid "The dog."\nmsgstr ""\n\n'
        'msgctxt "pet"\nmsgid "The cat."\nmsgstr ""\n',
        ("The house.", "The dog.", "pet\x04The cat."),
    ),
    "fluent": Sample(
        '"l10n/{language}/app.ftl"',
        "l10n/en/app.ftl",
        "l10n/es/app.ftl",
        "# A heading\ntitle = The house.\n\npet = The dog.\ncat = The cat.\n",
        ("title", "pet", "cat"),
    ),
    "android": Sample(
        '{ source = "res/values/strings.xml", target = "res/values-{language}/strings.xml" }',
        "res/values/strings.xml",
        "res/values-es/strings.xml",
        '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <!-- A heading -->\n'
        '    <string name="title">The house.</string>\n    <string name="pet">The dog.</string>\n'
        '    <string name="cat">The cat.</string>\n</resources>\n',
        ("title", "pet", "cat"),
    ),
    "resx": Sample(
        '{ source = "Texts.resx", target = "Texts.{language}.resx" }',
        "Texts.resx",
        "Texts.es.resx",
        '<?xml version="1.0" encoding="utf-8"?>\n<root>\n'
        '  <resheader name="resmimetype">\n    <value>text/microsoft-resx</value>\n  </resheader>\n'
        '  <data name="title" xml:space="preserve">\n    <value>The house.</value>\n  </data>\n'
        '  <data name="pet" xml:space="preserve">\n    <value>The dog.</value>\n  </data>\n'
        '  <data name="cat" xml:space="preserve">\n    <value>The cat.</value>\n  </data>\n</root>\n',
        ("title", "pet", "cat"),
    ),
    "xliff": Sample(
        '{ source = "src/messages.xlf", target = "src/messages.{language}.xlf" }',
        "src/messages.xlf",
        "src/messages.es.xlf",
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n'
        '  <file source-language="en" datatype="plaintext" original="app">\n    <body>\n'
        '      <trans-unit id="title">\n        <source>The house.</source>\n      </trans-unit>\n'
        '      <trans-unit id="pet">\n        <source>The dog.</source>\n      </trans-unit>\n'
        '      <trans-unit id="cat">\n        <source>The cat.</source>\n      </trans-unit>\n'
        "    </body>\n  </file>\n</xliff>\n",
        ("app#title", "app#pet", "app#cat"),
    ),
    "catalog": Sample(
        '"App/Localizable.xcstrings"',
        "App/Localizable.xcstrings",
        "App/Localizable.xcstrings",
        '{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "The cat." : {\n\n    },\n'
        '    "pet" : {\n      "localizations" : {\n        "en" : {\n          "stringUnit" : {\n'
        '            "state" : "translated",\n            "value" : "The dog."\n          }\n        }\n'
        '      }\n    },\n    "title" : {\n      "localizations" : {\n        "en" : {\n'
        '          "stringUnit" : {\n            "state" : "translated",\n'
        '            "value" : "The house."\n'
        '          }\n        }\n      }\n    }\n  },\n  "version" : "1.0"\n}',
        ("title", "pet", "The cat."),
    ),
}
