"""Codes of languages as services spell them are read, and written so that they are read again."""

from __future__ import annotations

import pytest

from dragoman.api.compat.azure.interface import CODES as AZURE
from dragoman.api.compat.google.interface import CODES as GOOGLE
from dragoman.api.compat.language_codes import ServiceCodes
from dragoman.api.compat.libretranslate.interface import CODES as LIBRETRANSLATE
from dragoman.languages import lookup

# What engines of any size offer, in canonical codes.
# fmt: off
OURS = (
    "af", "am", "ar", "az", "be", "bg", "bn", "bs", "ca", "ca-valencia", "ckb", "cs", "cy", "da", "de",
    "el", "en", "en-GB", "eo", "es", "es-419", "et", "eu", "fa", "fa-AF", "fi", "fil", "fr", "fr-CA",
    "ga", "gl", "gu", "ha", "he", "hi", "hr", "ht", "hu", "hy", "id", "ig", "is", "it", "iu", "ja",
    "jv", "ka", "kk", "km", "kn", "ko", "ku", "ky", "lg", "lo", "lt", "lv", "mg", "mi", "mk", "ml",
    "mn", "mr", "ms", "mt", "my", "nb", "ne", "nl", "nn", "ny", "oc", "or", "pa", "pl", "ps", "pt",
    "pt-BR", "pt-PT", "rn", "ro", "ru", "rw", "sd", "si", "sk", "sl", "sm", "sn", "so", "sq", "sr",
    "sr-Latn", "st", "su", "sv", "sw", "ta", "te", "tg", "th", "ti", "tk", "to", "tr", "tt", "ty", "ug",
    "uk", "ur", "uz", "vi", "xh", "yo", "yue", "zh-Hans", "zh-Hant", "zu",
)
# fmt: on
SERVICES = {"azure": AZURE, "google": GOOGLE, "libretranslate": LIBRETRANSLATE}


@pytest.mark.parametrize("codes", SERVICES.values(), ids=SERVICES)
def test_what_is_written_is_read_as_the_same_language(codes: ServiceCodes) -> None:
    available = frozenset(OURS)
    for code in OURS:
        read = codes.read(codes.write(code))
        assert read is not None
        assert lookup(read, available) == code


@pytest.mark.parametrize("codes", SERVICES.values(), ids=SERVICES)
def test_every_listed_spelling_is_read_as_the_language_that_it_is_listed_for(codes: ServiceCodes) -> None:
    available = frozenset(OURS)
    spelled = codes.spell_all(OURS)
    assert list(spelled) == sorted(spelled)
    assert set(spelled.values()) == available
    for spelling, code in spelled.items():
        assert lookup(codes.read(spelling) or "", available) == code


@pytest.mark.parametrize(
    ("codes", "theirs", "ours"),
    [
        (GOOGLE, "zh-CN", "zh-Hans"),
        (GOOGLE, "zh", "zh-Hans"),
        (GOOGLE, "zh-TW", "zh-Hant"),
        (GOOGLE, "iw", "he"),
        (GOOGLE, "jw", "jv"),
        (GOOGLE, "no", "nb"),
        (GOOGLE, "tl", "fil"),
        (GOOGLE, "pt-PT", "pt-PT"),
        (GOOGLE, "pt_BR", "pt-BR"),
        (AZURE, "pt-pt", "pt-PT"),
        (AZURE, "zh-Hant", "zh-Hant"),
        (AZURE, "zh-CHS", "zh-Hans"),
        (AZURE, "zh-CHT", "zh-Hant"),
        (AZURE, "nb", "nb"),
        (AZURE, "fil", "fil"),
        (AZURE, "prs", "fa-AF"),
        (AZURE, "sr-Cyrl", "sr"),
        (AZURE, "mn-Cyrl", "mn"),
        (AZURE, "lug", "lg"),
        (AZURE, "ku", "ckb"),
        (AZURE, "kmr", "ku"),
        (LIBRETRANSLATE, "zt", "zh-Hant"),
        (LIBRETRANSLATE, "zh", "zh-Hans"),
        (LIBRETRANSLATE, "pb", "pt-BR"),
        (LIBRETRANSLATE, "tl", "fil"),
        (LIBRETRANSLATE, "nb", "nb"),
    ],
)
def test_codes_of_the_services_are_understood(codes: ServiceCodes, theirs: str, ours: str) -> None:
    assert lookup(codes.read(theirs) or "", frozenset(OURS)) == ours


@pytest.mark.parametrize("text", ["", " ", "e", "english language", "<b>", "x" * 30, "en\x00", "日本語"])
def test_what_is_no_code_is_none(text: str) -> None:
    assert GOOGLE.read(text) is None
