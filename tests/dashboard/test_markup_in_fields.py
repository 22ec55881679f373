"""Markup in every field that is ever shown: pages have no element and no attribute that words do not make.

What a page shows is read by html5lib, which reads as browsers do and is not what the pages are made with.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

import html5lib
import pytest

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.dashboard.filled import fill, kind_of, walk
from tests.dashboard.filled_account import FilledAccount
from tests.dashboard.markup import PAYLOADS, REFUSED, pack

# Names of forms' fields that people write into.
_WRITTEN = (
    "//main//form//*[(self::input and (not(@type) or contains(' text search url email number date tel ', "
)
_WRITTEN += "concat(' ', @type, ' ')))) or self::textarea]"
_SCHEME = re.compile(r"[\x00-\x20]*[a-z][a-z0-9+.-]*[\x00-\x20]*:", re.IGNORECASE)
_ADDRESSES = frozenset({"href", "src", "action", "formaction", "hx-get", "hx-post", "data", "poster"})
ALL = " ".join(PAYLOADS)
HARMLESS = "Some words of nobody's"
Skeleton = set[str]


def skeleton(shown: Shown) -> Skeleton:
    """Every kind of element of a page, with its place and the names of its attributes."""
    tree = html5lib.parse(shown.text, treebuilder="etree", namespaceHTMLElements=False)
    return set(_elements(tree, ""))


def _elements(element: Any, above: str) -> Iterator[str]:
    if not isinstance(element.tag, str):
        yield f"{above} comment"
        return
    _check(element)
    place = f"{above} {element.tag}"
    yield f"{place}[{' '.join(sorted(str(name) for name in element.attrib))}]"
    for child in element:
        yield from _elements(child, place)


def _check(element: Any) -> None:
    """What no page may have, whatever its text."""
    names = [str(name) for name in element.attrib]
    assert not [name for name in names if name.startswith(("on", "hx-on", "data-hx")) or name == "style"]
    assert element.tag != "style"
    assert element.tag != "script" or not (element.text or "").strip()
    for name in _ADDRESSES & set(names):
        value = element.get(name)
        assert not _SCHEME.match(value), value
        assert not value.startswith(("//", "\\")), value


@dataclass(frozen=True, kw_only=True)
class Written:
    """A form as a page has it: where it goes, its fields, and which of them are written into."""

    action: str
    method: str
    fields: dict[str, str]
    written: tuple[str, ...]

    def filled_with(self, text: str) -> dict[str, str]:
        return self.fields | dict.fromkeys(self.written, text)


def forms_of(shown: Shown) -> Iterator[Written]:
    """The forms of a page that somebody writes into."""
    tree = shown.tree
    written = set(tree.xpath(_WRITTEN))
    for form in tree.xpath("//main//form"):
        named = [one for one in form.iter("input", "select", "textarea") if one.get("name")]
        texts = tuple(one.get("name") for one in named if one in written)
        if texts:
            kept = {
                one.get("name"): _value(one) for one in named if one.get("type") not in {"file", "password"}
            }
            yield Written(
                action=form.get("action"),
                method=form.get("method", "get"),
                fields={name: value for name, value in kept.items() if name != "csrf" and value},
                written=texts,
            )


def _value(control: Any) -> str:
    if control.tag == "select":
        return str(next(iter(control.xpath("./option[@selected]/@value")), ""))
    if control.get("type") in {"checkbox", "radio"}:
        return str(control.get("value")) if "checked" in control.attrib else ""
    return str(control.get("value") or "")


@dataclass(frozen=True, kw_only=True)
class Twins:
    """An account of markup and one of harmless words, with what the latter's pages consist of."""

    marked: FilledAccount
    harmless: FilledAccount
    skeletons: dict[str, Skeleton]  # by kind of page


def _look_at_all(filled: FilledAccount) -> Iterator[Shown]:
    """Each page that shows a text, as its developer sees it; as an admin one of each kind, and the others."""
    kinds: dict[str, str] = {}
    for shown in walk(filled.developer, [*_side(filled.developer), *filled.made], most=6, found=2):
        kinds.setdefault(kind_of(shown.address), shown.address)
        yield shown
    others = [
        one for one in kinds.values() if not one.startswith("/ui/documents/")
    ]  # everybody has their own
    starts = [*_side(filled.admin), *filled.made_by_staff, *others]
    yield from walk(filled.admin, starts, most=6, found=2, known=kinds)


def _side(browser: Browser) -> list[str]:
    return ["/ui/profile", *browser.get("/ui/").tree.xpath("//nav[@id='side']//a/@href")]


@pytest.fixture(scope="module")
def twins(running_dashboard: Dashboard) -> Iterator[Twins]:
    # Each pack has something of every sort, because not every pack is seen on each page.
    packs = pack([one for at in range(7) for one in PAYLOADS[at::7]], 190)
    ascii_only = "".join(one for one in ALL if " " <= one <= "~")
    harmless = fill(running_dashboard, [HARMLESS] * 2, user_agent="a browser")
    skeletons: dict[str, Skeleton] = {}  # before there is any markup that an admin would see among it
    for shown in _look_at_all(harmless):
        skeletons.setdefault(kind_of(shown.address), set()).update(skeleton(shown))
    marked = fill(running_dashboard, packs, user_agent=ascii_only[:2000])
    yield Twins(marked=marked, harmless=harmless, skeletons=skeletons)
    harmless.close()
    marked.close()


def test_the_payloads_are_many() -> None:
    assert len(PAYLOADS) >= 200


def test_stored_texts_stay_texts_on_every_page(twins: Twins) -> None:
    wrong: set[tuple[str, str]] = set()
    kinds = set()
    for shown in _look_at_all(twins.marked):
        assert shown.status == 200, shown.address
        kind = kind_of(shown.address)
        kinds.add(kind)
        wrong |= {(kind, one) for one in skeleton(shown) - twins.skeletons.get(kind, set())}
    assert "\n".join(map(str, sorted(wrong))) == ""
    assert kinds == set(twins.skeletons)


def _plain(text: str) -> str:
    """A harmless text that is refused for the same reasons: as long, with the same controls."""
    return re.sub(r"[^\s\x00-\x1f\x7f]", "x", text)


def _answers(browser: Browser, form: Written, text: str) -> Shown:
    fields = form.filled_with(text)
    if form.method == "get":
        return browser.get(f"{form.action}?{urlencode(fields)}")
    return browser.post(form.action, fields)


def _forms_to_fill(filled: FilledAccount) -> Iterator[tuple[Browser, Written]]:
    """Each form of each kind of page once, as its developer and as an admin see it."""
    seen = set()
    for browser, made in ((filled.developer, filled.made), (filled.admin, filled.made_by_staff)):
        for shown in walk(browser, [*_side(browser), *made], most=1):
            for form in forms_of(shown):
                key = (kind_of(form.action), form.written)
                if key not in seen:
                    seen.add(key)
                    yield browser, form


def test_what_is_typed_stays_text_when_its_form_comes_back(twins: Twins) -> None:
    """Every form, with all payloads in each of its fields: they are refused as too long, or found nowhere."""
    wrong, count = [], 0
    for browser, form in _forms_to_fill(twins.harmless):
        texts = [ALL, " ".join(REFUSED)] if form.method == "post" else pack(PAYLOADS, 1700)
        plain: Skeleton = set().union(*(skeleton(_answers(browser, form, _plain(text))) for text in texts))
        for packed in texts:
            marked = _answers(browser, form, packed)
            assert marked.status < 500, form
            count += 1
            more = skeleton(marked) - plain
            wrong += [(form.action, form.written, marked.status, sorted(more))] if more else []
    assert wrong == []
    assert count > 30


def test_addresses_and_cookies_stay_text(twins: Twins, dashboard: Dashboard) -> None:
    """Unknown paths and parameters, the way on after signing in, and the message of the page before."""
    wrong = []
    for browser in (twins.harmless.developer, dashboard.open_browser()):
        for packed in pack(PAYLOADS, 1500):
            quoted = quote(packed.replace("/", ""), safe="")
            paths = [
                f"/ui/{quoted}",
                f"/ui/sign-in?next={quoted}",
                f"/ui/reset/{quoted}",
                f"/ui/profile?{quoted}={quoted}",
            ]
            paths += [f"/ui/memories?dialog={quoted}&sort={quoted}&limit={quoted}&offset={quoted}"]
            for path in paths:
                marked, plain = browser.get(path), browser.get(path.replace(quoted, "x"))
                more = skeleton(marked) - skeleton(plain)
                wrong += [(path, sorted(more))] if more else []
    for packed in pack(PAYLOADS, 1500):
        browser = twins.harmless.developer
        browser.client.cookies.set("dragoman_message", base64.urlsafe_b64encode(packed.encode()).decode())
        shown = browser.get("/ui/profile")
        assert packed[:8] in shown.tree.text_content()
        wrong += [("message", sorted(more))] if (more := skeleton(shown) - _with_message(browser)) else []
    assert wrong == []


def _with_message(browser: Browser) -> Skeleton:
    browser.client.cookies.set("dragoman_message", base64.urlsafe_b64encode(HARMLESS.encode()).decode())
    return skeleton(browser.get("/ui/profile"))
