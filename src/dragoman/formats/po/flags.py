"""Placeholder grammars and accelerators of messages, from the flags and the header of a PO file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from dragoman.formats.po.header import get_field
from dragoman.messages.placeholder_grammars import WITHOUT

# gettext's flags, each without its "-format".
_GRAMMARS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        ("c", "objc", "php", "perl", "gcc-internal", "gfc-internal", "javascript", "go", "lua", "awk", "tcl"),
        ("printf",),
    ),
    **dict.fromkeys(("java-printf", "sh-printf", "object-pascal", "d", "modula2"), ("printf",)),
    **dict.fromkeys(("qt", "qt-plural", "kde", "kde-kuit", "kde-plural"), ("qt", "accelerator")),
    "ycp": ("qt",),
    "boost": ("qt", "printf"),
    "smalltalk": ("qt",),
    "python": ("python",),
    **dict.fromkeys(("python-brace", "c++", "rust"), ("python-brace",)),
    "perl-brace": ("braces",),
    "java": ("java",),
    "csharp": ("dotnet",),
    "ruby": ("ruby", "printf"),
    "sh": ("shell",),
    "icu": ("icu",),
}
_MARKERS: Final = {"&": "accelerator", "_": "accelerator-underscore", "~": "accelerator-tilde"}
# Where the header names no marker: GTK's, at the beginning of a word in a label.
_MNEMONIC: Final = re.compile(r"(?<![^\s(\"'])_[^\W\d_]{2}")
_LONGEST_LABEL: Final = 60


def read_header_grammars(header: str | None) -> tuple[str, ...]:
    """The grammars of every message, by the header's accelerator marker, or its program."""
    header = header or ""
    marker = _MARKERS.get(get_field(header, "X-Accelerator-Marker") or "")
    project = f"{get_field(header, 'Project-Id-Version')} {get_field(header, 'X-Generator')}".lower()
    return (*((marker,) if marker else ()), *(("drupal",) if "drupal" in project else ()))


def read_grammars(flags: Sequence[str], text: str, header: tuple[str, ...]) -> tuple[str, ...]:
    """The grammars of a message besides those of all PO files, by its flags and its file's header."""
    names = list(header)
    for flag in flags:
        denied = flag.startswith("no-")
        kind = flag.removeprefix("no-").removesuffix("-format")
        for name in _GRAMMARS.get(kind, ()) if flag.endswith("-format") else ():
            if not denied:
                names.append(name)
            elif kind == "c":  # other flags rule out grammars that are not guessed here
                names.append(f"{WITHOUT}{name}")
    if not header and len(text) <= _LONGEST_LABEL and _MNEMONIC.search(text):
        names.append(_MARKERS["_"])
    return tuple(dict.fromkeys(names))
