"""The header of a PO file: its fields, its language, and the header of the translated file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from dragoman import languages as tags
from dragoman.messages.plurals import GettextPlurals, gettext_plurals, read_plurals

_CHARSET: Final = re.compile(r"(charset\s*=\s*)([^\s;]+)", re.IGNORECASE)
_DECLARED: Final = re.compile(rb"Content-Type:[^\"\r\n]{0,200}?charset\s*=\s*([\w.:\-]{1,40})", re.IGNORECASE)
_PLURALS: Final = re.compile(r"\s*nplurals\s*=\s*(\d{1,3})\s*;\s*plural\s*=\s*([^;]{1,1000})")
_MODIFIERS: Final = {"latin": "Latn", "cyrillic": "Cyrl", "arabic": "Arab", "devanagari": "Deva"}
_SCRIPTS: Final = {"Latn": "latin", "Cyrl": "cyrillic", "Arab": "arabic", "Deva": "devanagari"}
_HEAD: Final = 64 * 1024
_NEW: Final = "MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n"


def declared_charset(data: bytes) -> str | None:
    """The encoding that the file declares; None where it declares none, as templates do."""
    found = _DECLARED.search(data[:_HEAD])
    return None if found is None or found[1].upper() == b"CHARSET" else found[1].decode("ascii")


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderFindings:
    """What the header shows about the file's translations and the job's target language."""

    kept: bool  # its translations are into that language, as far as the header shows
    forms: GettextPlurals  # the plural forms of the result
    rewrites_plurals: bool  # its header declares another one, or none
    rewrites_language: bool


def check_header(header: str | None, target: str) -> HeaderFindings:
    """Compare a header (None: there is none) with a target language (BCP 47)."""
    usual = gettext_plurals(target)
    declared = get_field(header or "", "Language")
    same = declared is not None and _same_language(declared, target)
    found = _PLURALS.match(get_field(header or "", "Plural-Forms") or "")
    own = read_plurals(int(found[1]), found[2].strip()) if found is not None else None
    trusted = own is not None and (same or (not declared and own.count == usual.count))
    return HeaderFindings(
        kept=same or not declared,
        forms=own if own is not None and trusted else usual,
        rewrites_plurals=not trusted,
        rewrites_language=not same,
    )


def get_field(header: str, name: str) -> str | None:
    """A field's value; None when it is missing or empty."""
    for line in header.split("\n"):
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() == name.lower():
            return value.strip() or None
    return None


def update_header(
    header: str | None, findings: HeaderFindings, *, target: str, charset: str, with_plurals: bool
) -> str:
    """The header of the translated file in `charset`; `with_plurals`: some messages have plural forms."""
    text = _NEW if header is None else header
    if findings.rewrites_language:
        text = _set(text, "Language", locale_name(target))
    if findings.rewrites_plurals and (with_plurals or get_field(text, "Plural-Forms") is not None):
        text = _set(text, "Plural-Forms", findings.forms.header)
    content = get_field(text, "Content-Type")
    if content is None or _CHARSET.search(content) is None:
        return _set(text, "Content-Type", f"text/plain; charset={charset}")
    return _set(text, "Content-Type", _CHARSET.sub(lambda found: found[1] + charset, content))


def _set(header: str, name: str, value: str) -> str:
    """The header with a field's new value in place of the old one, or at the end."""
    lines = header.split("\n")
    for at, line in enumerate(lines):
        key, colon, _ = line.partition(":")
        if colon and key.strip().lower() == name.lower():
            lines[at] = f"{key}: {value}"
            return "\n".join(lines)
    return header + ("" if not header or header.endswith("\n") else "\n") + f"{name}: {value}\n"


def locale_name(tag: str) -> str:
    """Write a BCP 47 tag as gettext names locales: `pt_BR`, `sr@latin`, `zh_TW`."""
    subtags = tags.canonical(tag).split("-")
    if tags.primary(tag) == "zh" and len(subtags) > 1 and len(subtags[1]) == 4:
        region = subtags[2:3] or ["TW" if subtags[1] == "Hant" else "CN"]
        return "_".join(["zh", *region])
    if len(subtags) > 1 and len(subtags[1]) == 4 and (modifier := _SCRIPTS.get(subtags[1])):
        plain = "_".join([subtags[0], *subtags[2:]])
        return plain if tags.script(subtags[0]) == subtags[1] else f"{plain}@{modifier}"
    return "_".join(subtags)


def _same_language(declared: str, target: str) -> bool:
    """Whether a declared locale is the target language, or one of them is a variety of the other."""
    name, _, modifier = declared.partition("@")
    name = name.partition(".")[0].replace("_", "-")
    if (subtag := _MODIFIERS.get(modifier.lower())) is not None:
        language, dash, rest = name.partition("-")
        name = f"{language}-{subtag}{dash}{rest}"
    if not tags.is_well_formed(name):
        return False
    one, other = tags.canonical(name), tags.canonical(target)
    if one == other:
        return True
    if tags.primary(one) != tags.primary(other) or tags.script(one) != tags.script(other):
        return False
    return _region(one) is None or _region(other) is None or _region(one) == _region(other)


def _region(tag: str) -> str | None:
    rest = tag.split("-")[1:]
    return next((subtag for subtag in rest if len(subtag) == 2 or subtag.isdigit()), None)
