"""A browser without script for tests of pages: it keeps cookies, sends forms, and finds what is shown."""

from __future__ import annotations

import base64
import itertools
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from lxml import html

from tests.live import LiveService
from tests.waiting import CEILING

PASSWORD = "a long enough secret 1"
ROLES = ("customer", "developer", "orderer", "linguist", "manager", "admin")
_numbers = itertools.count(1)
STAFF = frozenset({"linguist", "manager", "admin"})


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A page as it was answered."""

    status: int
    address: str  # path and query
    headers: httpx2.Headers
    text: str

    @property
    def tree(self) -> Any:
        return html.fromstring(self.text)

    def find(self, xpath: str) -> Any:
        """The one element; AssertionError with the page's text if there is none or are several."""
        found = self.tree.xpath(xpath)
        assert len(found) == 1, f"{len(found)} × {xpath} in {self.words}"
        return found[0]

    def text_of(self, selector: str) -> str:
        """The words of an element by its id, such as "#f-name", or by XPath."""
        element = self.find(f"//*[@id='{selector[1:]}']" if selector.startswith("#") else selector)
        return _words(element)

    def value_of(self, name: str) -> str:
        """What a field holds."""
        element = self.find(f"//*[@id='f-{name}']")
        if element.tag == "textarea":
            return str(element.text or "").removeprefix("\n")  # which browsers leave out
        if element.tag == "select":
            return str(
                next((one.get("value") for one in element.iter("option") if "selected" in one.attrib), "")
            )
        return str(element.get("value", ""))

    @property
    def words(self) -> str:
        """All that can be read."""
        return _words(self.tree)

    @property
    def title(self) -> str:
        return _words(self.find("//h1"))

    @property
    def links(self) -> list[str]:
        return [str(one.get("href")) for one in self.tree.iter("a") if one.get("href")]

    @property
    def csrf(self) -> str | None:
        found = self.tree.xpath("//input[@name='csrf']/@value")
        return str(found[0]) if found else None


def _words(element: Any) -> str:
    return re.sub(r"\s+", " ", element.text_content()).strip()


@dataclass(kw_only=True)
class Browser:
    """One browser of one person."""

    client: httpx2.Client
    csrf: str = ""

    def get(self, path: str, **options: Any) -> Shown:
        return self._note(self.client.get(path, follow_redirects=True, **options))

    def post(
        self,
        path: str,
        data: Mapping[str, str | Sequence[str]] | None = None,
        *,
        files: Any = None,
        follow: bool = True,
    ) -> Shown:
        """Send a form with the token of this session."""
        if not self.csrf:
            self.get("/ui/sign-in")
        fields = {"csrf": self.csrf, **(data or {})}
        return self._note(self.client.post(path, data=fields, files=files, follow_redirects=follow))

    def _note(self, answer: httpx2.Response) -> Shown:
        shown = Shown(
            status=answer.status_code,
            address=answer.url.raw_path.decode(),
            headers=answer.headers,
            text=answer.text,
        )
        if answer.headers.get("content-type", "").startswith("text/html") and shown.csrf:
            self.csrf = shown.csrf
        return shown

    def close(self) -> None:
        self.client.close()


@dataclass(kw_only=True)
class Dashboard:
    """A running service with people of each role. The customers' account is "Northwind Tools"."""

    live: LiveService
    provider: int
    account: int
    other_account: int
    people: dict[tuple[str, int], str] = field(default_factory=dict)  # e-mail addresses by role and account
    browsers: list[Browser] = field(default_factory=list)

    def open_browser(self, **headers: str) -> Browser:
        """A browser in which nobody is signed in."""
        browser = Browser(
            client=httpx2.Client(
                base_url=self.live.url, timeout=CEILING, headers={"Accept-Language": "en", **headers}
            )
        )
        self.browsers.append(browser)
        return browser

    def person(self, role: str, *, account: int | None = None) -> str:
        """The e-mail address of a person with this role; staff belong to the provider's account."""
        owner = account or (self.provider if role in STAFF else self.account)
        if (role, owner) not in self.people:
            email = f"{role}-{owner}@example.com"
            self.live.admin(
                *("user", "create", email, "--account", str(owner), "--role", role, "--password-stdin"),
                stdin=PASSWORD + "\n",
            )
            self.people[role, owner] = email
        return self.people[role, owner]

    def add_person(self, *roles: str, account: int | None = None) -> str:
        """The e-mail address of a new person, for tests that change who they are."""
        email = f"person{next(_numbers)}@example.com"
        owner = account or (self.provider if STAFF & set(roles) else self.account)
        options = [word for role in roles for word in ("--role", role)]
        self.live.admin(
            *("user", "create", email, "--account", str(owner), *options, "--password-stdin"),
            stdin=PASSWORD + "\n",
        )
        return email

    def sign_in_as(self, email: str, password: str = PASSWORD) -> Browser:
        """A browser in which this person has signed in."""
        browser = self.open_browser()
        shown = browser.post("/ui/sign-in", {"email": email, "password": password, "next": "/ui/profile"})
        assert shown.address == "/ui/profile", shown.words
        return browser

    def sign_in(self, role: str, *, account: int | None = None) -> Browser:
        """A browser in which a person with this role has signed in."""
        browser = self.open_browser()
        shown = browser.post(
            "/ui/sign-in",
            {"email": self.person(role, account=account), "password": PASSWORD, "next": "/ui/profile"},
        )
        assert shown.address == "/ui/profile", shown.words
        return browser


def code_of(secret: str, *, step: int = 0) -> str:
    """What an authenticator app shows for the key of the page; `step` later than now."""
    key = base64.b32decode(secret.replace(" ", ""))
    totp = TOTP(key, 6, SHA1(), 30, enforce_key_length=False)
    return totp.generate(time.time() + 30 * step).decode()
