"""W4: What a page could not send is kept in the browser, and sent by the next one, encrypted."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, sync_playwright

from tests.dashboard.chromium import window
from tests.dashboard.editor.crashing import crashing_browser
from tests.dashboard.editor.saving_service import (
    SavingService,
    confirm,
    open_editor,
    read,
    wait_for,
    wait_for_state,
    write,
)
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

MARKER = "Unlesbarkeitsprobe"
# Everything that this site keeps: where, its key, its fields, and whether it is bytes.
KEPT = """(async () => {
  const answerOf = (asked) => new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  const found = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await answerOf(indexedDB.open(name));
    const all = await answerOf(database.transaction("changes").objectStore("changes").getAll());
    for (const one of all) {
      found.push([name, one.key, Object.keys(one).sort().join(), one.sealed instanceof ArrayBuffer]);
    }
    database.close();
  }
  return found;
})()"""
# A store that refuses to be written, as a full disk does.
FULL = """() => {
  const put = globalThis.put ??= IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function () {
    this.transaction.abort();
    return put.call(this, ...arguments);
  };
}"""
AWAY = {"status": 503, "headers": {"Retry-After": "300"}}


def test_a_browser_that_is_killed_while_somebody_types(saving: SavingService, tmp_path: Path) -> None:
    """A confirmed segment is there again, and of what was typed at most the last second is missing."""
    with sync_playwright() as playwright, crashing_browser(playwright, tmp_path / "profile") as browser:
        page = browser.open()
        open_editor(page, saving, pauses={"keep": 150, "send": 800})
        saving.kill()
        write(page, 0, f"{MARKER} eins.", confirm=True)
        typed: list[tuple[float, str]] = []
        for character in f"{MARKER} zwei, und noch etwas mehr, das niemand sendet":
            write(page, 1, character)
            typed.append((time.monotonic(), typed[-1][1] + character if typed else character))
        killed = time.monotonic()
        browser.kill()
        assert browser.files_with("dragoman-editor-") != []  # it was kept in these files
        assert browser.files_with(MARKER) == []
        saving.start()
        page = browser.open()
        open_editor(page, saving)
        restored = {one["number"]: one for one in read(page, "seen.restored")}
        assert restored[0] == {"number": 0, "target": f"{MARKER} eins.", "status": "confirmed"}
        assert any(text == restored[1]["target"] and at > killed - 1 for at, text in typed) or (
            restored[1]["target"] == typed[-1][1]
        )
        wait_for_state(page, "saved")
        assert saving.saved() == [
            (0, f"{MARKER} eins.", "confirmed"),
            (1, restored[1]["target"], "translated"),
        ]
        wait_until(lambda: page.evaluate(KEPT) == [])


def test_what_is_kept_is_in_order_and_goes_on_where_it_was(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving)
    saving.control(refuse=[AWAY])
    write(editor, 5, "A", confirm=True)
    write(editor, 5, "B", confirm=True)
    write(editor, 6, "C", confirm=True)
    wait_until(lambda: len(editor.evaluate(KEPT)) == 3)
    names, keys, fields, are_bytes = map(set, zip(*editor.evaluate(KEPT), strict=True))
    assert (len(names), len(keys), fields, are_bytes) == (1, 3, {"at,iv,key,sealed"}, {True})
    editor.reload()
    wait_for(editor, "globalThis.seen?.restored")
    write(editor, 5, "D")
    wait_for_state(editor, "saved")
    expected = [
        (5, "A", "confirmed"),
        (5, "AB", "confirmed"),
        (6, "C", "confirmed"),
        (5, "ABD", "translated"),
    ]
    assert saving.saved() == expected
    assert read(editor, "seen.conflicts") == []


@pytest.mark.parametrize("edit", ["same", "other"])
def test_a_kept_change_of_a_segment_that_others_have_changed(
    saving: SavingService, editor: Page, edit: str
) -> None:
    open_editor(editor, saving)
    saving.control(refuse=[AWAY])
    write(editor, 0, "Eins", confirm=True)
    wait_until(lambda: len(editor.evaluate(KEPT)) == 1)
    target = "Eins" if edit == "same" else "Jonas"
    saving.control(edits=[{"number": 0, "target": target, "status": "translated"}])
    open_editor(editor, saving, poll={"visible": 50})
    state = wait_for_state(editor, "saved" if edit == "same" else "conflict")
    assert state["conflicts"] == ([] if edit == "same" else [0])
    shown = editor.locator("#t0").text_content()
    assert shown == "Eins"  # the poll does not take it away
    assert saving.row(0) == (target, "confirmed" if edit == "same" else "translated")


def test_an_answer_that_was_lost_with_the_page(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving)
    saving.control(drop=1000)
    write(editor, 0, "Eins", confirm=True)
    write(editor, 0, ", zwei")
    wait_until(lambda: saving.control()["seen"]["saves"] >= 2 and len(editor.evaluate(KEPT)) == 2)
    editor.goto("about:blank")
    saving.control(drop=0)
    open_editor(editor, saving)
    wait_for_state(editor, "saved")
    assert saving.saved() == [(0, "Eins", "confirmed"), (0, "Eins, zwei", "translated")]
    assert read(editor, "seen.conflicts") == []


def test_two_tabs_of_one_translation(saving: SavingService, editor: Page) -> None:
    """Each sends its own changes; in the same segment they are in conflict as two people are."""
    other = editor.context.new_page()
    open_editor(editor, saving)
    open_editor(other, saving)
    saving.control(refuse=[{"status": 503, "headers": {"Retry-After": "1"}}] * 2)
    write(editor, 0, "Eins", confirm=True)
    wait_until(lambda: len(editor.evaluate(KEPT)) == 1)
    write(other, 0, "Uno", confirm=True)
    other.evaluate("queue.wake()")
    assert read(other, "seen.adopted") == []  # the other one lives
    for page in (editor, other):
        wait_for(page, "['saved', 'conflict'].includes(seen.state.state)")
    loser = next(page for page in (editor, other) if read(page, "seen.state.state") == "conflict")
    loser.evaluate("queue.resolve(0, 'mine')")
    wait_for_state(loser, "saved")
    assert sorted(saving.saved()) == [(0, "Eins", "confirmed"), (0, "Uno", "confirmed")]


def test_a_tab_takes_over_what_one_that_was_closed_has_left(saving: SavingService, editor: Page) -> None:
    other, third = editor.context.new_page(), editor.context.new_page()
    for page in (editor, other, third):
        open_editor(page, saving)
    saving.control(refuse=[AWAY])
    for number in (0, 1, 2):
        write(other, number, f"Von dort {number}", confirm=True)
    wait_until(lambda: len(other.evaluate(KEPT)) == 3)
    other.close()
    write(editor, 1, "Von hier")  # it is in conflict with what the other tab did
    for _ in range(5):
        for page in (editor, third):
            page.evaluate("queue.wake()")
    for page in (editor, third):
        wait_for(page, "['saved', 'conflict'].includes(seen.state.state)")
    saved = [one for one in saving.saved() if one[0] != 1]
    assert saved == [(0, "Von dort 0", "confirmed"), (2, "Von dort 2", "confirmed")]  # once, in order
    wait_until(lambda: sum(len(read(page, "seen.state.conflicts")) for page in (editor, third)) <= 1)


def test_what_another_key_has_encrypted_stays_for_thirty_days(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving, key="a")
    saving.control(refuse=[AWAY])
    write(editor, 0, "Eins", confirm=True)
    wait_until(lambda: len(editor.evaluate(KEPT)) == 1)
    open_editor(editor, saving, key="b")
    assert (read(editor, "queue.unreadable"), read(editor, "seen.restored")) == (1, [])
    open_editor(editor, saving, key="b", days=29)
    assert (read(editor, "queue.unreadable"), len(editor.evaluate(KEPT))) == (1, 1)
    open_editor(editor, saving, key="a")
    wait_for_state(editor, "saved")
    assert saving.row(0) == ("Eins", "confirmed")
    saving.control(refuse=[AWAY])
    write(editor, 0, ", zwei", confirm=True)
    wait_until(lambda: len(editor.evaluate(KEPT)) == 1)
    open_editor(editor, saving, key="b", days=31)
    wait_until(lambda: editor.evaluate(KEPT) == [])


def test_other_peoples_kept_changes_are_not_found_and_removed_after_thirty_days(
    saving: SavingService, editor: Page
) -> None:
    open_editor(editor, saving)
    saving.control(refuse=[AWAY])
    write(editor, 0, "Eins", confirm=True)
    wait_until(lambda: len(editor.evaluate(KEPT)) == 1)
    saving.control(person="8")
    open_editor(editor, saving)
    assert (read(editor, "queue.unreadable"), read(editor, "seen.restored")) == (0, [])
    open_editor(editor, saving, days=31)
    wait_until(lambda: editor.evaluate(KEPT) == [])


@pytest.mark.parametrize("missing", ["indexedDB", "locks"])
def test_a_browser_that_keeps_nothing(saving: SavingService, editor: Page, missing: str) -> None:
    owner = "globalThis" if missing == "indexedDB" else "Navigator.prototype"
    editor.add_init_script(f"Object.defineProperty({owner}, '{missing}', {{ value: undefined }});")
    open_editor(editor, saving)
    wait_for(editor, "seen.unprotected === 1 && seen.state.isProtected === false")
    saving.control(refuse=[{"status": 503, "headers": {"Retry-After": "1"}}])
    write(editor, 0, "Eins", confirm=True)
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    editor.on("dialog", stay)
    editor.close(run_before_unload=True)
    wait_until(lambda: editor.evaluate("1") and asked)
    assert asked == ["beforeunload"]
    wait_for_state(editor, "saved")
    assert saving.row(0) == ("Eins", "confirmed")


def test_a_disk_that_is_full_and_a_site_whose_data_are_deleted(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving)
    saving.control(refuse=[AWAY])
    write(editor, 0, "Eins", confirm=True)
    wait_until(lambda: len(editor.evaluate(KEPT)) == 1)
    editor.evaluate(FULL)
    write(editor, 1, "Zwei", confirm=True)
    wait_for(editor, "seen.unprotected === 1")
    editor.evaluate("() => { IDBObjectStore.prototype.put = put; }")
    write(editor, 2, "Drei", confirm=True)
    wait_for(editor, "seen.state.isProtected")
    assert len(editor.evaluate(KEPT)) == 3
    editor.evaluate("indexedDB.databases().then(([{ name }]) => indexedDB.deleteDatabase(name))")
    wait_until(lambda: len(editor.evaluate(KEPT)) == 3)  # they are kept again
    open_editor(editor, saving)
    wait_for_state(editor, "saved")
    assert [number for number, _, _ in saving.saved()] == [0, 1, 2]


def test_two_windows_without_anything_in_common(saving: SavingService, chromium: Browser) -> None:
    with window(chromium, saving.url) as one, window(chromium, saving.url) as other:
        open_editor(one, saving, poll={"visible": 50})
        open_editor(other, saving, poll={"visible": 50})
        write(one, 0, "Eins")
        wait_until(lambda: other.locator("#t0").text_content() == "Eins")
        write(other, 0, ", zwei")
        wait_until(lambda: one.locator("#t0").text_content() == "Eins, zwei")
        confirm(one, 0)
        wait_for_state(one, "saved")
        assert saving.row(0) == ("Eins, zwei", "confirmed")
