"""Orders as people make them, step by step, and the parts of tests that they share."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence

from tests.dashboard.browser import Browser, Shown
from tests.waiting import wait_until

TEXT = b"The red book is big. It is new.\n\nThe dog eats.\n"
NUMBERS = itertools.count(1)
STEP = "/ui/projects/new/{}?project={}"


def send(
    browser: Browser,
    *names: str,
    project: str = "",
    data: bytes = TEXT,
    targets: Sequence[str] = ("es",),
    fields: Mapping[str, str] | None = None,
) -> Shown:
    """Send files in the first step."""
    address = f"/ui/projects/new/1{'?project=' + project if project else ''}"
    sent = {"source": "en", "targets": list(targets), **(fields or {})}
    return browser.post(address, sent, files=[("files", (name, data)) for name in names])


def draft(browser: Browser, name: str = "", *, data: bytes = TEXT, **fields: str) -> str:
    """A draft with one file; its number."""
    shown = send(browser, name or f"manual {next(NUMBERS)}.txt", data=data, fields=fields)
    found = re.fullmatch(r"/ui/projects/new/1\?project=(\d+)", shown.address)
    assert found is not None, shown.words
    return found[1]


def choose(browser: Browser, project: str, service: str, **fields: str) -> Shown:
    """Choose a service by a part of its name, in the second step."""
    shown = browser.get(STEP.format(2, project))
    options = shown.tree.xpath("//select[@id='f-how']//option")
    how = next(one.get("value") for one in options if service in one.text)
    version = shown.find("//input[@name='version']").get("value")
    sent = {"version": version, "title": shown.value_of("title"), "how": how, **fields}
    return browser.post(STEP.format(2, project), sent)


def start(browser: Browser, project: str) -> Shown:
    """Start a draft, as soon as its words are counted."""
    wait_until(lambda: browser.get(STEP.format(3, project)).tree.xpath("//*[@id='price']"))
    return browser.post(STEP.format(3, project))


def order(browser: Browser, service: str, **fields: str) -> str:
    """A project that has started; its number."""
    project = draft(browser)
    choose(browser, project, service, **fields)
    start(browser, project)
    return project


def one(browser: Browser, project: str) -> Shown:
    return browser.get(f"/ui/projects/{project}")


def translation_of(browser: Browser, project: str) -> str:
    """The address of the first translation of a project that linguists can work on."""
    pattern = rf"/ui/projects/{project}/translations/\d+"
    shown = wait_until(
        lambda: one(browser, project),
        lambda shown: "Preparing" not in shown.words and any(re.fullmatch(pattern, x) for x in shown.links),
    )
    return next(link for link in shown.links if re.fullmatch(pattern, link))


def confirmed(package: bytes) -> bytes:
    """A package of XLIFF 2 in which a linguist has translated every segment."""
    text = re.sub(r"<target>.*?</target>", "", package.decode())
    return re.sub(
        r"<segment([^>]*?)(?: state=\"\w+\")?>(\s*)<source>(.*?)</source>",
        r'<segment\1 state="final">\2<source>\3</source><target>\3 (es)</target>',
        text,
    ).encode()
