"""An account with something of every kind, its texts chosen by the test, and a way through its pages."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from tests.dashboard.browser import PASSWORD, Browser, Dashboard, Shown
from tests.dashboard.test_applications import address_of
from tests.waiting import wait_until

LONGEST_NAME = 200
# What is downloaded, what ends the session, and what belongs to the API and not to a page.
_NO_PAGES = re.compile(r"/(csv|export|download|sign-out|assets|with)\b")
_numbers = itertools.count(1)


@dataclass(kw_only=True)
class FilledAccount:
    """Browsers of people who see the account, and the addresses of what was made."""

    account: int
    developer: Browser
    admin: Browser
    made: list[str] = field(default_factory=list)  # below the account, as its developer sees them
    made_by_staff: list[str] = field(default_factory=list)

    def close(self) -> None:
        """Close the browsers, which outlast a test."""
        self.developer.close()
        self.admin.close()

    def add(self, shown: Shown, *, by_staff: bool = False) -> str:
        """Note what was made; its address."""
        assert shown.status == 200, f"{shown.status} {shown.address} {shown.words}"
        address = shown.address.partition("?")[0]
        (self.made_by_staff if by_staff else self.made).append(address)
        return address


def fill(dashboard: Dashboard, texts: Sequence[str], *, user_agent: str = "tests") -> FilledAccount:
    """Make an account with something of each kind for each text of at most 200 characters."""
    admin = dashboard.sign_in("admin")
    named = f"{next(_numbers)} {texts[0]}"[:LONGEST_NAME]
    made = admin.post("/ui/accounts/new", {"name": named, "kind": "production"})
    account = int(made.address.partition("?")[0].rpartition("/")[2])
    email = dashboard.add_person("developer", account=account)
    elsewhere = dashboard.open_browser(**{"User-Agent": user_agent})  # a session that the profile lists
    elsewhere.post("/ui/sign-in", {"email": email, "password": PASSWORD})
    developer = dashboard.sign_in_as(email)
    for browser in (admin, developer, elsewhere):
        dashboard.browsers.remove(browser)
    elsewhere.close()
    filled = FilledAccount(account=account, developer=developer, admin=admin)
    filled.add(made, by_staff=True)
    for text in texts:
        _fill_with(filled, text)
    _fill_documents(filled, texts)
    _fill_webhooks(filled, texts)
    return filled


def _fill_with(filled: FilledAccount, text: str) -> None:
    developer, admin, number = filled.developer, filled.admin, next(_numbers)
    in_line = "".join(" " if unicodedata.category(one) in {"Cc", "Zl", "Zp"} else one for one in text)
    name = f"{number} {in_line}"[:LONGEST_NAME].strip()
    program = {"name": name, "account": str(filled.account), "scopes": "translate"}
    shown = admin.post("/ui/applications/new", program)  # customers may have 20
    assert shown.status == 200, shown.words
    filled.made.append(address_of(shown))
    memory = filled.add(developer.post("/ui/memories/new", {"name": name}))
    unit = {"source_language": "en", "target_language": "de", "source": _escape_unit(text)}
    filled.add(developer.post(f"{memory}/units/new", {**unit, "target": _escape_unit(text)}))
    people = {"first_name": in_line, "last_name": in_line, "email": f"person-{number}@example.com"}
    filled.add(developer.post("/ui/people/new", {**people, "roles": "developer"}))
    fields = {"name": name, "account": str(filled.account)}
    filled.add(admin.post("/ui/memory-sets/new", fields), by_staff=True)
    filled.add(admin.post("/ui/accounts/new", {"name": name, "kind": "trial"}), by_staff=True)
    developer.post("/ui/profile", {**people, "time_zone": "UTC", "theme": "light", "keys": "on"})


def _escape_unit(text: str) -> str:
    """A text in the notation of units, where `<` and `&` belong to tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _fill_documents(filled: FilledAccount, texts: Sequence[str]) -> None:
    for text in texts:
        name = re.sub(r"[/\\\x00-\x1f]", "", text)[:150]
        pair = {"source": "es", "target": "ca", "key": f"key-of-document-{next(_numbers)}"}
        shown = filled.developer.post(
            "/ui/translate/files", pair, files={"files": (f"{name}.txt", b"La casa es grande.")}
        )
        assert shown.status in {200, 422}, shown.words  # some names are refused, and shown with the reason


def _fill_webhooks(filled: FilledAccount, texts: Sequence[str]) -> None:
    application = filled.made[0].rpartition("/")[2]
    for text in texts:
        url = "http://127.0.0.1:1/" + re.sub(r"\s", "", text)
        shown = filled.developer.post("/ui/webhooks/test-event", {"application": application, "url": url})
        if shown.status == 200:
            filled.add(shown)
    sent = [one for one in filled.made if one.startswith("/ui/webhooks/")]
    if sent:
        wait_until(lambda: "Being sent" not in filled.developer.get(sent[-1]).words)


def walk(
    browser: Browser, starts: Sequence[str], *, most: int, known: Collection[str] = ()
) -> Iterator[Shown]:
    """All pages that are reached by links of the pages' own part, at most so many of each kind.

    Of the kinds that are known, at most three.
    """
    waiting, seen = list(starts), set(starts)
    counts = Counter[str]()
    while waiting:
        path = waiting.pop(0)
        kind = kind_of(path)
        counts[kind] += 1
        if counts[kind] > (3 if kind in known else most):
            continue
        shown = browser.get(path)
        if not shown.headers.get("content-type", "").startswith("text/html"):
            continue
        yield shown
        for link in shown.tree.xpath("//main//a/@href"):
            target = link.partition("?")[0].partition("#")[0]
            if target.startswith("/ui/") and not _NO_PAGES.search(target) and target not in seen:
                seen.add(target)
                waiting.append(target)


def kind_of(path: str) -> str:
    """The address with a sign for each number and id."""
    return re.sub(r"/(\d+|[0-9a-f-]{36})(?=/|$)", "/#", path.partition("?")[0])
