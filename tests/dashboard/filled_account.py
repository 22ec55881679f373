"""An account that tests fill: its browsers, its texts, and the addresses of what is made."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.dashboard.markup import pack
from tests.live import Application

Fields = Mapping[str, str | Sequence[str]]

LONGEST_NAME = 200
# What no file may be called.
_NOT_IN_FILE_NAMES = re.compile("[/\\\\\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_PARTS = 4  # of many texts, a kind of thing is named by one in so many
_numbers = itertools.count(1)


def next_number() -> int:
    """A number that nothing else has."""
    return next(_numbers)


def in_line(text: str) -> str:
    """A text without control characters and ends of lines."""
    return "".join(" " if unicodedata.category(one) in {"Cc", "Zl", "Zp"} else one for one in text)


def visible(text: str) -> str:
    """A text without characters that are not seen, which messages and terms may not have."""
    return "".join(one for one in text if unicodedata.category(one) not in {"Cc", "Cf"})


def as_file_name(text: str, suffix: str) -> str:
    """A text as the name of a file."""
    return _NOT_IN_FILE_NAMES.sub("", text)[:LONGEST_NAME].strip() + suffix


def as_url(text: str) -> str:
    """An address with the text in it, where nobody answers."""
    return "http://127.0.0.1:1/" + as_path(text)


def as_path(text: str) -> str:
    """A text without what no address may have."""
    return re.sub(r"[\s\\]", "", visible(text))


@dataclass(kw_only=True)
class FilledAccount:
    """Browsers of people who see the account, and the addresses of what was made."""

    dashboard: Dashboard
    account: int
    texts: Sequence[str]  # of at most 190 characters each
    pieces: Sequence[str]  # which the texts consist of
    developer: Browser  # who orders projects, too
    email: str  # the developer's
    admin: Browser
    program: Application
    made: list[str] = field(default_factory=list)  # below the account, as its developer sees them
    made_by_staff: list[str] = field(default_factory=list)
    answers: list[Shown] = field(default_factory=list)  # pages that were the answers to forms
    later: list[Callable[[], object]] = field(default_factory=list)  # what waits for jobs of the service
    _turn: Iterator[int] = field(default_factory=itertools.count)

    @property
    def everything(self) -> str:
        """All texts as one, for fields that are long enough."""
        return " ".join(self.texts)

    def some(self) -> Sequence[str]:
        """The texts for a kind of thing: all of a few, or a part of many, each time the next one."""
        turn = next(self._turn) % _PARTS
        return self.texts if len(self.texts) < 2 * _PARTS else self.texts[turn::_PARTS]

    def names(self) -> Iterator[str]:
        """Names of things of one kind, no two of them equal."""
        for text in self.some():
            yield f"{next_number()} {in_line(text)}"[:LONGEST_NAME].strip()

    def lines(self, longest: int) -> Iterator[str]:
        """All pieces, over and over, in lines of at most so many characters."""
        return itertools.cycle(pack([in_line(one).strip() for one in self.pieces], longest))

    def close(self) -> None:
        """Close the browsers, which outlast a test."""
        self.developer.close()
        self.admin.close()

    def add(self, address: str, fields: Fields, *, files: Any = None, by_staff: bool = False) -> str:
        """Send a form that makes something, and note what was made; its address."""
        browser = self.admin if by_staff else self.developer
        shown = browser.post(address, fields, files=files, follow=False)
        made = shown.headers.get("location", "").partition("?")[0]
        if not made:  # it is shown at once
            assert shown.status == 200, f"{shown.status} {shown.address} {shown.words}"
            made = shown.address.partition("?")[0]
        if made != address:
            self.see(made, by_staff=by_staff)
        return made

    def answer(self, address: str, fields: Fields, *, files: Any, by_staff: bool = False) -> None:
        """Send a form with files, whose answer is a page to look at: what became of them."""
        shown = (self.admin if by_staff else self.developer).post(address, fields, files=files)
        assert shown.status in {200, 422}, f"{shown.status} {shown.address} {shown.words}"
        self.answers.append(shown)

    def see(self, *addresses: str, by_staff: bool = False) -> None:
        """Note pages to look at."""
        (self.made_by_staff if by_staff else self.made).extend(addresses)
