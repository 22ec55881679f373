"""A translation that one linguist has handed back, and another one reviews."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.chromium import sign_in, window
from tests.dashboard.editor.opened import OpenTranslation, assign, save

FIRST_PASS = {0: "El libro rojo es grande.", 2: "Es nuevo."}


@dataclass(frozen=True, kw_only=True)
class Review:
    """A translation in its second pass, and the addresses of both people."""

    translation: OpenTranslation
    translator: str
    reviewer: str

    @property
    def work(self) -> str:
        return f"/ui/work/{self.translation.id}"

    @property
    def report(self) -> str:
        return f"{self.translation.path}/quality-report"


def begin_review(
    dashboard: Dashboard, manager: Browser, translation: OpenTranslation, *, hand_back: bool = True
) -> Review:
    """Let one linguist confirm two segments and hand them back, for another one."""
    review = Review(
        translation=translation,
        translator=dashboard.add_person("linguist"),
        reviewer=dashboard.add_person("linguist"),
    )
    assign(manager, dashboard, translation, review.translator)
    assign_reviewer(manager, translation, review.reviewer)
    translator = dashboard.sign_in_as(review.translator)
    translator.get(review.work)
    for number, target in FIRST_PASS.items():
        save(translator, translation, number, target, status="confirmed")
    if hand_back:
        translator.post(f"{review.work}/hand-back")
    return review


def assign_reviewer(manager: Browser, translation: OpenTranslation, email: str) -> None:
    """Choose a reviewer in the page of the translation."""
    address = f"/ui/projects/{translation.project}/translations/{translation.id}"
    options = manager.get(address).tree.xpath("//select[@name='reviewer']//option[@value!='']")
    (user,) = [one.get("value") for one in options if email.partition("@")[0] in one.text]
    shown = manager.post(f"{address}/reviewer", {"reviewer": user})
    assert shown.status == 200, shown.words
    assert shown.value_of("reviewer") == user


@contextmanager
def signed_in(chromium: Chromium, dashboard: Dashboard, email: str) -> Iterator[Page]:
    """A window of a person."""
    with window(chromium, dashboard.live.url) as page:
        sign_in(page.context, dashboard, email)
        yield page
