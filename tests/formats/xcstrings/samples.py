"""Small string catalogs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def unit(value: str, state: str = "translated") -> dict[str, Any]:
    return {"stringUnit": {"state": state, "value": value}}


def plural(**forms: str) -> dict[str, Any]:
    return {"variations": {"plural": {name: unit(text) for name, text in forms.items()}}}


STRINGS: dict[str, Any] = {
    "": {},
    "%lld files": {
        "comment": "How many",
        "localizations": {
            "en": plural(one="%lld file", other="%lld files"),
            "fr": plural(one="%lld fichier", other="%lld fichiers"),
        },
    },
    "Bye": {},
    "Hello %@": {
        "extractionState": "manual",
        "localizations": {"de": unit("Hallo %@"), "fr": unit("", "new")},
    },
    "No name": {"shouldTranslate": False},
    "photos": {
        "localizations": {
            "en": {
                **unit("%#@photos@ of %@"),
                "substitutions": {
                    "photos": {
                        "argNum": 1,
                        "formatSpecifier": "lld",
                        **plural(one="%arg photo", other="%arg photos"),
                    }
                },
            }
        }
    },
    "tap": {
        "localizations": {
            "en": {"variations": {"device": {"iphone": unit("Tap it"), "mac": unit("Click it")}}}
        }
    },
}


def catalog(strings: Mapping[str, Any], **layout: Any) -> bytes:
    chosen: dict[str, Any] = {"indent": 2, "separators": (",", " : "), "ensure_ascii": False} | layout
    whole = {"sourceLanguage": "en", "strings": strings, "version": "1.0"}
    return json.dumps(whole, **chosen).replace("{}", "{\n\n    }" if chosen["indent"] else "{}").encode()


SAMPLES: Mapping[str, bytes] = {
    "Localizable.xcstrings": catalog(STRINGS),
    "compact.xcstrings": catalog(STRINGS, indent=None, separators=(",", ":")),
    "windows.xcstrings": catalog(STRINGS).replace(b"\n", b"\r\n"),
}
