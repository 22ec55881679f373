"""The codes that services have for languages, and the BCP 47 tags that these are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman import languages
from dragoman.engines.http.configuration import ServiceType

# Where a service's code is another language in BCP 47, or lacks the script. In small letters.
_SPECIAL: Final[Mapping[ServiceType, Mapping[str, str]]] = {
    ServiceType.CHAT: {},
    ServiceType.DEEPL: {"zh": "zh-Hans", "zh-hans": "zh-Hans", "zh-hant": "zh-Hant"},
    ServiceType.LIBRETRANSLATE: {
        "no": "nb",
        "pb": "pt-BR",
        "zh": "zh-Hans",
        "zh-hans": "zh-Hans",
        "zh-hant": "zh-Hant",
        "zt": "zh-Hant",
    },
    ServiceType.GOOGLE: {
        "iw": "he",
        "jw": "jv",
        "no": "nb",
        "zh": "zh-Hans",
        "zh-cn": "zh-Hans",
        "zh-tw": "zh-Hant",
    },
    ServiceType.AZURE: {"pt": "pt-BR"},  # its `pt` is Brazilian; Portugal's is `pt-pt`
}
# What to send where several codes are the same language, and where none was read from the service.
_PREFERRED: Final[Mapping[ServiceType, Mapping[str, str]]] = {
    ServiceType.CHAT: {},
    ServiceType.DEEPL: {"zh-Hans": "ZH-HANS", "zh-Hant": "ZH-HANT", "en": "EN-US", "pt": "PT-BR"},
    ServiceType.LIBRETRANSLATE: {"zh-Hans": "zh-Hans", "zh-Hant": "zh-Hant", "pt-BR": "pt-BR"},
    ServiceType.GOOGLE: {"zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "zh": "zh-CN", "nb": "no"},
    ServiceType.AZURE: {"pt-BR": "pt", "pt-PT": "pt-pt", "zh": "zh-Hans", "no": "nb"},
}
_SOURCES: Final[Mapping[ServiceType, Mapping[str, str]]] = {
    ServiceType.DEEPL: {"zh-Hans": "ZH", "zh-Hant": "ZH", "zh": "ZH", "no": "NB"},
}


def read_code(kind: ServiceType, code: str) -> str | None:
    """The canonical tag of a service's code; None for an unknown one."""
    special = _SPECIAL[kind].get(code.lower())
    if special is not None:
        return special
    return languages.canonical(code) if languages.is_well_formed(code) else None


def write_target(kind: ServiceType, tag: str) -> str:
    """The service's code to translate into a language."""
    code = _PREFERRED[kind].get(tag, tag)
    return code.upper() if kind is ServiceType.DEEPL else code


def write_source(kind: ServiceType, tag: str) -> str:
    """The service's code to translate from a language: DeepL knows languages without regions there."""
    if kind is not ServiceType.DEEPL:
        return write_target(kind, tag)
    return _SOURCES[kind].get(tag) or languages.primary(tag).upper()
