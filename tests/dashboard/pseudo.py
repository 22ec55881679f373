"""A pseudo-locale: every message of the pages with other letters, so that what is not marked shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from scripts.catalogs import collect_errors, collect_pages

# A language whose dates and names of languages have no Latin letters, and which the dashboard does not have.
LANGUAGE: Final = "ru"
_LETTERS: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž",
)
# Placeholders of Python and of errors, elements and characters of HTML.
_KEPT: Final = re.compile(r"(%\(\w+\)[sd]|%%|\{\w*\}|<[^>]+>|&#?\w+;)")


def write_pseudo(text: str) -> str:
    """A message in the pseudo-locale: `[Šéñð]`."""
    parts = _KEPT.split(text)
    return "[" + "".join(p if i % 2 else p.translate(_LETTERS) for i, p in enumerate(parts)) + "]"


def write_catalogs(folder: Path) -> None:
    """Compile the catalogues of the pseudo-locale, collected from the code as it is."""
    for domain, found in (("dashboard", collect_pages()), ("errors", collect_errors())):
        catalog = Catalog(locale=LANGUAGE)
        for message in found:
            if message.pluralizable:
                plurals = [
                    write_pseudo(message.id[0]),
                    *[write_pseudo(message.id[1])] * (catalog.num_plurals - 1),
                ]
                catalog.add(message.id, tuple(plurals), context=message.context)
            elif message.id:
                catalog.add(message.id, write_pseudo(message.id), context=message.context)
        path = folder / LANGUAGE / "LC_MESSAGES" / f"{domain}.mo"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_mo(file, catalog)
