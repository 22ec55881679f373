"""W4: The second pass in the editor: accepting, returning, comments, its end; the quality report."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.editor.opened import (
    find_violations,
    open_translation,
    save,
    show_editor,
    version_of,
    wait_for_target,
)
from tests.dashboard.editor.reviewed import Review, begin_review, signed_in

MARKUP = "<img src=x onerror=alert(1)> & <b>worse</b>"


@pytest.fixture
def review(dashboard: Dashboard, manager: Browser, orderer: Browser) -> Review:
    return begin_review(dashboard, manager, open_translation(orderer, manager))


def _return(page: Page, text: str, *, category: str = "", severity: str = "") -> None:
    """Return the open segment, with keys and choices."""
    page.keyboard.press("Alt+r")
    expect(page.locator("#comment-text")).to_be_focused()
    page.keyboard.type(text)
    if category:
        page.locator("#comment-category").select_option(label=category)
        page.locator("#comment-severity").select_option(label=severity)
    page.locator("#comment-text").press("Control+Enter")
    expect(page.locator("#review-said")).to_contain_text("was returned")


def _comments(page: Page) -> None:
    page.get_by_role("tab", name="Comments").click()


def test_two_people_review_a_translation_until_it_is_right(
    dashboard: Dashboard, chromium: Chromium, manager: Browser, review: Review
) -> None:
    with signed_in(chromium, dashboard, review.reviewer) as page:
        page.goto(review.work)
        page.get_by_role("link", name="Review here").click()
        expect(page.locator("html[data-ready]")).to_be_attached()
        page.locator("#s0 .x").click()
        page.keyboard.press("Alt+a")
        expect(page.locator("#s0")).to_have_attribute("data-review", "accepted")
        expect(page.locator("#s0 .verdict")).to_have_text("Accepted")
        expect(page.locator("#s1")).to_have_attribute("aria-current", "true")
        page.locator("#s2 .x").click()
        _return(page, "It is a he.", category="Accuracy", severity="Major")
        expect(page.locator("#s2")).to_have_attribute("data-state", "translated")
        expect(page.locator("#s2 .w")).to_contain_text("Returned")
        expect(page.locator("#comments article")).to_contain_text("Major · Accuracy")
        expect(page.locator("#comment-count")).to_have_text("1")
        page.get_by_role("link", name="Hand back").click()
        assert find_violations(page) == []
        page.get_by_role("button", name="Return to the translator").click()
        page.wait_for_url(f"**{review.work}")

    with signed_in(chromium, dashboard, review.translator) as page:
        show_editor(page, review.translation, "?review=returned")
        expect(page.locator(".seg")).to_have_count(1)
        expect(page.locator("#s2")).to_have_attribute("aria-current", "true")
        expect(page.get_by_role("button", name="Accept")).to_have_count(0)
        _comments(page)
        expect(page.locator("#comments .typed")).to_have_text("It is a he.")
        expect(page.locator("#comment-category")).to_have_count(0)
        page.locator("#s2 .edit").fill("Él es nuevo.")
        page.keyboard.press("Control+Enter")
        expect(page.locator("#s2")).to_have_attribute("data-state", "confirmed")
        page.locator("#comments").get_by_role("button", name="Resolve").click()
        expect(page.locator("#comment-count")).to_have_text("0")
        expect(page.locator("#comments [data-resolve]")).to_be_focused()
        page.goto(review.work)
        page.get_by_role("button", name="Hand back").or_(page.get_by_role("link", name="Hand back")).click()
        page.locator("dialog[open]").get_by_role("button", name="Hand back").click()
        page.wait_for_url("**/ui/work")

    with signed_in(chromium, dashboard, review.reviewer) as page:
        show_editor(page, review.translation, "?segment=3")
        page.get_by_role("tab", name="History").click()
        expect(page.locator("#first-pass ins")).to_have_text(["Él es"])
        expect(page.locator("#first-pass del")).to_have_text(["Es"])
        page.keyboard.press("Alt+a")
        expect(page.locator("#s2")).to_have_attribute("data-review", "accepted")
        page.get_by_role("link", name="Hand back").click()
        page.get_by_role("button", name="Hand back the review").click()
        page.wait_for_url(f"**{review.work}")
    address = f"/ui/projects/{review.translation.project}/translations/{review.translation.id}"
    assert "Review handed back" in manager.get(address).words


def test_what_the_reviewer_wrote_is_saved_before_it_is_accepted(
    dashboard: Dashboard, chromium: Chromium, manager: Browser, review: Review
) -> None:
    with signed_in(chromium, dashboard, review.reviewer) as page:
        show_editor(page, review.translation, "?segment=1")
        page.locator("#s0 .edit").fill("El libro rojo es muy grande.")
        page.keyboard.press("Alt+a")
        expect(page.locator("#s0")).to_have_attribute("data-review", "accepted")
        wait_for_target(manager, review.translation, 0, "El libro rojo es muy grande.")
        page.locator("#s0 .x").click()
        expect(page.locator("#s0 .w")).to_have_text("Accepted, Translated")
        page.locator("#s0 .edit").fill("El libro rojo.")
        expect(page.locator("#s0[data-review]")).to_have_count(0)


def test_a_comment_is_kept_until_it_is_sent_and_its_author_deletes_it(
    dashboard: Dashboard, chromium: Chromium, review: Review
) -> None:
    with signed_in(chromium, dashboard, review.translator) as page:
        show_editor(page, review.translation, "?segment=1")
        _comments(page)
        page.locator("#comment-text").fill(MARKUP)
        page.locator("#s2 .x").click()
        expect(page.locator("#comment-text")).to_have_value("")
        page.locator("#s0 .x").click()
        expect(page.locator("#comment-text")).to_have_value(MARKUP)
        page.locator("#comment-form").get_by_role("button", name="Comment").click()
        expect(page.locator("#comments .typed")).to_have_text(MARKUP)
        expect(page.locator("#comment-text")).to_have_value("")
        expect(page.locator("#comment-count")).to_have_text("1")
        page.locator("#comments").get_by_role("button", name="Delete").click()
        expect(page.locator("#comments article")).to_have_count(0)
        page.locator(".toast").get_by_role("button", name="Undo").click()
        expect(page.locator("#comments .typed")).to_have_text(MARKUP)
        expect(page.locator("#comments img")).to_have_count(0)


def test_what_was_changed_meanwhile_is_shown_and_not_accepted(
    dashboard: Dashboard, chromium: Chromium, manager: Browser, review: Review
) -> None:
    with signed_in(chromium, dashboard, review.reviewer) as page:
        page.route("**/changes?*", lambda route: route.abort())  # others' changes are not seen by themselves
        show_editor(page, review.translation, "?segment=1")
        save(manager, review.translation, 0, "El libro rojo.")
        page.keyboard.press("Alt+a")
        expect(page.locator(".toast")).to_contain_text("was changed meanwhile")
        expect(page.locator("#s0 .edit")).to_have_text("El libro rojo.")
        expect(page.locator("#s0[data-review]")).to_have_count(0)
        page.locator("#s1 .x").click()
        page.keyboard.press("Alt+a")
        expect(page.locator(".toast").last).to_contain_text("No person has translated segment")


def test_in_the_first_pass_nobody_reviews_and_the_keys_say_so(
    dashboard: Dashboard, chromium: Chromium, manager: Browser, orderer: Browser
) -> None:
    review = begin_review(dashboard, manager, open_translation(orderer, manager), hand_back=False)
    with signed_in(chromium, dashboard, review.reviewer) as page:
        show_editor(page, review.translation)
        expect(page.locator("#notice")).to_contain_text("has not been handed back")
        expect(page.get_by_role("button", name="Accept")).to_have_count(0)
        page.keyboard.press("Alt+a")
        expect(page.locator(".toast")).to_contain_text("Not possible here.")
    shown = manager.get(review.report)
    assert "Nothing was reviewed yet" in shown.words


def test_the_report_counts_errors_and_is_downloaded(
    dashboard: Dashboard, chromium: Chromium, manager: Browser, review: Review
) -> None:
    with signed_in(chromium, dashboard, review.reviewer) as page:
        show_editor(page, review.translation, "?segment=1")
        _return(page, "Wrong.", category="Terminology", severity="Minor")
        assert find_violations(page) == []
        page.goto(review.work)
        page.get_by_role("link", name="Quality report").click()
        row = page.get_by_role("row", name="Terminology")
        expect(row.get_by_role("cell")).to_have_text(["0", "1", "0", "0", "1"])
        expect(page.locator("#score")).to_have_text("80")  # a point in five words
        expect(page.get_by_text("Not passed")).to_be_visible()
        assert find_violations(page) == []
        with page.expect_download() as download:
            page.get_by_role("link", name="Download as CSV").click()
        table = download.value.path().read_text(encoding="utf-8-sig")
    assert "errors,,terminology,minor,1" in table
    assert "score,,,,80.0" in table
    for person in (dashboard.add_person("linguist"), review.translator):
        status = 200 if person == review.translator else 404
        others = dashboard.sign_in_as(person)
        assert others.get(review.report).status == status
        assert others.get(f"{review.report}/csv").status == status
    assert "Terminology" in manager.get(review.report).words


def test_the_reviewer_is_another_person_and_a_manager_returns_what_is_to_be_changed(
    dashboard: Dashboard, manager: Browser, review: Review
) -> None:
    translation = review.translation
    address = f"/ui/projects/{translation.project}/translations/{translation.id}"
    shown = manager.get(address)
    (translator,) = shown.tree.xpath("//select[@name='user']//option[@selected]/@value")
    refused = manager.post(f"{address}/reviewer", {"reviewer": translator})
    assert "cannot both translate and review" in refused.text_of("#e-reviewer")
    assert "No segment of translation" in manager.post(f"{address}/return").words
    comment = {"text": "Shorter."}
    assert _review(manager, review, {"review": "returned", "comment": comment}).status_code == 200
    assert "Returned to its translator." in manager.post(f"{address}/return").words
    assert "To review" not in dashboard.sign_in_as(review.reviewer).get("/ui/work").words


def _review(browser: Browser, review: Review, body: dict[str, Any], *, number: int = 0) -> httpx2.Response:
    """Accept or return a segment in its current version, as the page's script does."""
    version = version_of(browser, review.translation, number)
    return _call(browser, review, f"segments/{number}/review", body, version=version)


def _call(
    browser: Browser, review: Review, path: str, body: Any, *, method: str = "POST", version: str = "0"
) -> httpx2.Response:
    headers = {"If-Match": f'"{version}"', "X-CSRF-Token": browser.csrf or ""}
    address = f"{review.translation.path}/{path}"
    return browser.client.request(method, address, json=body, headers=headers)


def test_several_are_accepted_but_for_those_that_were_changed(
    dashboard: Dashboard, manager: Browser, review: Review
) -> None:
    reviewer = dashboard.sign_in_as(review.reviewer)
    version = int(version_of(reviewer, review.translation, 0))
    chosen = [{"number": 0, "version": version}, {"number": 2, "version": 0}]
    answer = _call(reviewer, review, "review", {"segments": chosen})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert [(one["number"], one["review"]) for one in found["segments"]] == [(0, "accepted")]
    assert found["kept"] == [2]


def test_others_neither_review_nor_read_and_delete_no_comments(
    dashboard: Dashboard, manager: Browser, review: Review
) -> None:
    translator = dashboard.sign_in_as(review.translator)
    stranger = dashboard.sign_in_as(dashboard.add_person("linguist"))
    accepted = {"review": "accepted"}
    for path in ("segments/0/review", "review/hand-back", "return"):
        body = accepted if path.endswith("/review") else None
        refused = _call(translator, review, path, body, version=version_of(manager, review.translation, 0))
        assert (refused.status_code, refused.json()["code"]) == (403, "REVIEW_FORBIDDEN"), path
        assert _call(stranger, review, path, body).status_code == 404, path
    remark = {"text": "Which book?"}
    assert _call(stranger, review, "segments/0/comments", remark).status_code == 404
    marked = {**remark, "error": {"category": "style", "severity": "minor"}}
    assert _call(translator, review, "segments/0/comments", marked).status_code == 403
    comment = f"comments/{_call(translator, review, 'segments/0/comments', remark).json()['id']}"
    deleted = _call(manager, review, comment, None, method="DELETE")
    assert (deleted.status_code, deleted.json()["code"]) == (403, "COMMENT_OF_OTHERS")
    assert _call(stranger, review, comment, {"resolved": True}, method="PATCH").status_code == 404
    resolved = _call(manager, review, comment, {"resolved": True}, method="PATCH")
    assert resolved.json()["resolvedByName"]
    assert _call(translator, review, comment, None, method="DELETE").status_code == 409
