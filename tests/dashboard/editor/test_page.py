"""W4: The editor's page in a real browser: writing, confirming, moving, helping."""

from __future__ import annotations

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.chromium import sign_in, window
from tests.dashboard.editor.opened import (
    OpenTranslation,
    assign,
    expect_saved,
    find_violations,
    save,
    show_editor,
    targets_of,
    wait_for_target,
)


def test_segments_are_translated_and_confirmed_with_keys_only(
    manager_page: Page, manager: Browser, translation: OpenTranslation
) -> None:
    page = manager_page
    show_editor(page, translation)
    page.keyboard.type("El libro rojo es grande.")
    page.keyboard.press("Control+Enter")
    wait_for_target(manager, translation, 0, "El libro rojo es grande.")
    expect(page.locator("#s0")).to_have_attribute("data-state", "confirmed")
    expect(page.locator("#s1")).to_have_attribute("aria-current", "true")


def test_two_linguists_see_each_other_and_lose_nothing(
    manager_page: Page,
    manager: Browser,
    translation: OpenTranslation,
    dashboard: Dashboard,
    chromium: Chromium,
) -> None:
    email = dashboard.add_person("manager", account=dashboard.provider)
    with window(chromium, dashboard.live.url) as other:
        sign_in(other.context, dashboard, email)
        show_editor(manager_page, translation)
        show_editor(other, translation, "?segment=3")
        expect(manager_page.locator("#editors .badge")).to_have_count(1)
        expect(manager_page.locator("#s2 .who")).to_have_count(1)
        other.keyboard.type("Es nuevo.")
        other.keyboard.press("Control+Enter")
        expect(manager_page.locator("#s2 .t")).to_have_text("Es nuevo.")
        expect(manager_page.locator("#s2")).to_have_attribute("data-state", "confirmed")


def test_a_conflict_shows_both_texts_and_either_can_stay(
    manager_page: Page, manager: Browser, translation: OpenTranslation
) -> None:
    page = manager_page
    show_editor(page, translation)
    save(manager, translation, 0, "De otra persona.")
    page.keyboard.type("Mi texto.")
    line = page.locator("#warns [data-notice]")
    expect(line).to_contain_text("changed this segment meanwhile")
    line.get_by_role("button", name="Compare").click()
    expect(page.locator("#theirs")).to_have_text("De otra persona.")
    expect(page.locator("#mine")).to_have_text("Mi texto.")
    page.locator("#keep-mine").click()
    wait_for_target(manager, translation, 0, "Mi texto.")


def test_a_filter_shows_what_passes_and_is_in_the_address(
    manager_page: Page, translation: OpenTranslation
) -> None:
    page = manager_page
    show_editor(page, translation)
    page.locator("#q").fill("start")
    expect(page.locator(".seg")).to_have_count(2)
    assert "search=start" in page.url
    page.reload()
    expect(page.locator(".seg")).to_have_count(2)
    page.locator("#q").fill("")
    expect(page.locator(".seg")).to_have_count(8)


def test_a_filter_chooses_by_what_the_checks_have_found(
    manager_page: Page, manager: Browser, translation: OpenTranslation
) -> None:
    page = manager_page
    save(manager, translation, 0, "Hay 4711 libros.")
    save(manager, translation, 2, "The red book is big.")
    show_editor(page, translation)
    page.locator("#issue").select_option("NUMBER_EXTRA")
    expect(page.locator(".seg")).to_have_count(1)
    expect(page.locator("#s0 .t")).to_have_text("Hay 4711 libros.")
    assert "issue=NUMBER_EXTRA" in page.url
    save(manager, translation, 0, "El libro rojo es grande.")
    page.locator("#issue").select_option("any")
    expect(page.locator("#s0")).to_have_count(0)
    expect(page.locator("#issue option", has_text="NUMBER_EXTRA")).to_have_count(0)
    page.goto(f"{translation.path}?issue=NUMBER_EXTRA")
    expect(page.locator("#issue")).to_have_value("NUMBER_EXTRA")
    expect(page.locator(".seg")).to_have_count(0)


def test_replacing_shows_what_changes_and_is_undone_at_once(
    manager_page: Page, manager: Browser, translation: OpenTranslation
) -> None:
    page = manager_page
    for number in (0, 2):
        save(manager, translation, number, f"Texto viejo {number}.")
    show_editor(page, translation, "?segment=5")
    page.keyboard.press("Control+h")
    page.locator("#replace-search").fill("viejo")
    page.locator("#replace-with").fill("nuevo")
    page.get_by_role("button", name="Show what changes").click()
    expect(page.locator("#replace-list input")).to_have_count(2)
    page.locator("#replace-apply").click()
    wait_for_target(manager, translation, 0, "Texto nuevo 0.")
    expect(page.locator("#s2 .t")).to_have_text("Texto nuevo 2.")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    wait_for_target(manager, translation, 2, "Texto viejo 2.")
    expect(page.locator("#s0 .t")).to_have_text("Texto viejo 0.")


def test_an_earlier_version_is_restored_from_the_history(
    manager_page: Page, manager: Browser, translation: OpenTranslation
) -> None:
    page = manager_page
    save(manager, translation, 0, "Uno.", status="confirmed")
    save(manager, translation, 0, "Dos.")
    show_editor(page, translation)
    page.get_by_role("tab", name="History").click()
    expect(page.locator("#history li")).to_have_count(2)
    page.locator("#history").get_by_role("button", name="Restore").click()
    expect(page.locator("#s0 .edit")).to_have_text("Uno.")
    wait_for_target(manager, translation, 0, "Uno.")


def test_a_manager_locks_a_segment_and_nobody_writes_in_it(
    manager_page: Page, translation: OpenTranslation
) -> None:
    page = manager_page
    show_editor(page, translation)
    page.get_by_role("button", name="Lock").click()
    expect(page.locator("#s0[data-locked]")).to_be_attached()
    expect(page.locator("#s0 [contenteditable]")).to_have_count(0)
    page.get_by_role("button", name="Unlock").click()
    expect(page.locator("#s0 [contenteditable]")).to_have_count(1)


def test_a_finding_is_mended_with_a_key(manager_page: Page, translation: OpenTranslation) -> None:
    page = manager_page
    show_editor(page, translation)
    page.keyboard.type("El  libro rojo es grande.")
    expect(page.locator("#warns")).to_contain_text("two or more blanks")
    page.keyboard.press("Alt+m")
    expect(page.locator("#s0 .edit")).to_have_text("El libro rojo es grande.")


def test_without_errors_of_accessibility(manager_page: Page, translation: OpenTranslation) -> None:
    page = manager_page
    show_editor(page, translation)
    assert find_violations(page) == []
    page.keyboard.press("Alt+h")
    assert find_violations(page) == []


def test_matches_suggestions_and_words_are_beside_the_segment(
    manager_page: Page, manager: Browser, translation: OpenTranslation
) -> None:
    page = manager_page
    save(manager, translation, 0, "El libro rojo es grande.", status="confirmed")
    show_editor(page, translation, "?segment=6")
    expect(page.locator("#match-count")).to_have_text("1")
    page.keyboard.press("Control+1")
    expect(page.locator("#s5 .edit")).to_have_text("El libro rojo es grande.")
    page.keyboard.press("Control+ArrowUp")
    page.keyboard.press("Alt+s")
    expect(page.locator("#matches .match.mt")).to_have_count(1)
    page.locator("#matches [data-take]").last.click()
    expect(page.locator("#s4 .edit")).not_to_have_text("")
    page.keyboard.press("Alt+k")
    page.keyboard.type("libro")
    expect(page.locator("#concordance-units mark")).to_have_text(["libro"])


def test_a_linguist_opens_what_is_assigned_to_them_from_their_work(
    dashboard: Dashboard, chromium: Chromium, manager: Browser, translation: OpenTranslation
) -> None:
    email = dashboard.add_person("linguist", account=dashboard.provider)
    with window(chromium, dashboard.live.url) as page:
        sign_in(page.context, dashboard, email)
        answer = page.goto(translation.path)
        assert answer is not None
        assert answer.status == 404
        assign(manager, dashboard, translation, email)
        page.goto("/ui/work")
        page.get_by_role("link", name="page.html").click()
        page.get_by_role("link", name="Translate here").click()
        expect(page.locator("html[data-ready]")).to_be_attached()
        page.keyboard.type("El libro.")
        page.keyboard.press("Control+Enter")
        wait_for_target(manager, translation, 0, "El libro.")
        expect(page.get_by_role("button", name="Lock")).to_have_count(0)


def test_what_was_handed_back_is_shown_and_not_changed(
    dashboard: Dashboard, chromium: Chromium, manager: Browser, translation: OpenTranslation
) -> None:
    email = dashboard.add_person("linguist", account=dashboard.provider)
    assign(manager, dashboard, translation, email)
    linguist = dashboard.sign_in_as(email)
    linguist.get(f"/ui/work/{translation.id}")
    linguist.post(f"/ui/work/{translation.id}/hand-back")
    with window(chromium, dashboard.live.url) as page:
        sign_in(page.context, dashboard, email)
        show_editor(page, translation)
        expect(page.locator("#notice")).to_contain_text("was handed back")
        expect(page.locator("[contenteditable]")).to_have_count(0)


def test_repetitions_are_left_alone_by_choice(
    manager_page: Page, manager: Browser, translation: OpenTranslation
) -> None:
    page = manager_page
    show_editor(page, translation)
    page.locator("#propagate").select_option("none")
    page.reload()
    expect(page.locator("html[data-ready]")).to_be_attached()
    page.keyboard.type("El libro rojo es grande.")
    page.keyboard.press("Control+Enter")
    expect_saved(page)
    assert targets_of(manager, translation, 8).count("El libro rojo es grande.") == 1


def test_engines_are_asked_by_themselves_by_choice(manager_page: Page, translation: OpenTranslation) -> None:
    page = manager_page
    show_editor(page, translation)
    page.locator("#suggest-always").check()
    expect(page.locator("#matches .match.mt")).to_have_count(1)
    page.keyboard.press("Control+ArrowDown")
    expect(page.locator("#s1")).to_have_attribute("aria-current", "true")
    expect(page.locator("#matches .match.mt")).to_have_count(1)


def test_codes_say_what_they_stand_for_and_are_dragged_from_the_source(
    manager_page: Page, translation: OpenTranslation
) -> None:
    page = manager_page
    show_editor(page, translation, "?segment=2")
    expect(page.locator("#notes code").first).to_have_text("<b>")
    page.keyboard.type("Pulse ahora.")
    page.locator("#s1 .x .chip").first.hover()
    page.locator("#s1 .x .chip").first.drag_to(page.locator("#s1 .edit"))
    expect(page.locator("#s1 .edit .chip")).to_have_count(2)


def test_findings_are_written_in_the_readers_language(manager: Browser, translation: OpenTranslation) -> None:
    answer = manager.client.post(
        f"{translation.path}/segments/0/check",
        json={"target": "Hay 4711 libros."},
        headers={"X-CSRF-Token": manager.csrf or "", "Accept-Language": "de"},
    )
    (finding,) = [one for one in answer.json()["findings"] if one["code"] == "NUMBER_EXTRA"]
    assert finding["message"] == "Diese Zahl steht nicht im Ausgangstext; vergleichen Sie die Zahlen."


def test_what_is_over_can_be_read_and_says_why_it_cannot_be_changed(
    dashboard: Dashboard, manager_page: Page, translation: OpenTranslation
) -> None:
    dashboard.live.admin("project", "cancel", translation.project, "--reason", "Sent twice")
    page = manager_page
    show_editor(page, translation)
    expect(page.locator("#notice")).to_have_text("The translation is cancelled: it can be read, not changed.")
    expect(page.get_by_role("link", name="Deliver")).to_have_count(0)
    page.locator("#s2").click()
    expect(page.locator("#s2 [contenteditable=true]")).to_have_count(0)
