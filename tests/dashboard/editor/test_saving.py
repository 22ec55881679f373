"""W4: Saving from a page: what is typed is sent, kept, refused, in conflict; nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

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


def test_a_segment_is_sent_after_a_pause_and_when_it_is_left_and_confirmed(
    saving: SavingService, editor: Page
) -> None:
    open_editor(editor, saving)
    write(editor, 0, "Eins.")
    wait_for_state(editor, "saved")
    assert saving.saved() == [(0, "Eins.", "translated")]  # one save for five key presses
    assert read(editor, "seen.states").index("writing") < read(editor, "seen.states").index("saving")
    open_editor(editor, saving, pauses={"send": 3_600_000})
    write(editor, 1, "Zwei.")
    write(editor, 2, "Drei.", confirm=True)
    wait_for_state(editor, "saved")
    assert saving.saved()[1:] == [(1, "Zwei.", "translated"), (2, "Drei.", "confirmed")]


def test_what_was_typed_before_a_confirmed_segment_is_sent_before_it(
    saving: SavingService, editor: Page
) -> None:
    open_editor(editor, saving, pauses={"send": 3_600_000})
    editor.evaluate("""() => {
      const empty = { base: null, version: 0 };
      queue.change(6, { ...empty, target: "Draft", status: "translated" });
      queue.change(5, { ...empty, target: "Wieder.", status: "confirmed", propagate: "untouched" });
    }""")
    wait_for_state(editor, "saved")
    assert saving.saved() == [(6, "Draft", "translated"), (5, "Wieder.", "confirmed")]
    assert [saving.row(number)[0] for number in (5, 6, 7)] == ["Wieder.", "Draft", "Wieder."]


def test_the_page_is_given_what_it_has_itself_written_into_repetitions(
    saving: SavingService, editor: Page
) -> None:
    open_editor(editor, saving, poll={"visible": 50})
    write(editor, 5, "Wieder.", confirm=True)
    wait_until(lambda: editor.locator("#t7").text_content() == "Wieder.")


def test_a_repetition_that_is_typed_in_meanwhile_is_not_in_conflict_with_oneself(
    saving: SavingService, editor: Page
) -> None:
    open_editor(editor, saving)
    saving.control(delay=0.3)
    write(editor, 5, "Wieder.", confirm=True)
    write(editor, 6, "Anders.")
    wait_for_state(editor, "saved")
    assert saving.row(6) == ("Anders.", "translated")
    assert read(editor, "seen.conflicts") == []


def test_a_confirmed_segment_is_sent_although_it_is_changed_again_at_once(
    saving: SavingService, editor: Page
) -> None:
    open_editor(editor, saving)
    saving.control(refuse=[{"status": 503}] * 2)
    write(editor, 5, "A", confirm=True)
    write(editor, 5, "B")
    wait_for_state(editor, "saved")
    assert saving.saved() == [(5, "A", "confirmed"), (5, "AB", "translated")]
    assert saving.row(7) == ("A", "translated")


@pytest.mark.parametrize("at_once", [True, False])
def test_a_lost_answer_does_no_harm(saving: SavingService, editor: Page, at_once: bool) -> None:
    open_editor(editor, saving)
    saving.control(drop=2, delay=0.2 if at_once else 0)
    write(editor, 0, "Eins", confirm=True)
    write(editor, 0, ", zwei")
    wait_for_state(editor, "saved")
    assert saving.saved() == [(0, "Eins", "confirmed"), (0, "Eins, zwei", "translated")]
    assert read(editor, "seen.conflicts") == []


def test_an_answer_that_comes_after_newer_changes(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving)
    saving.control(late=0.3)
    for text in "abcdef":
        write(editor, 0, text)
        editor.evaluate("queue.leave(0)")
    wait_for_state(editor, "saved")
    targets = [target for _, target, _ in saving.saved()]
    assert targets == sorted(targets, key=len)
    assert targets[-1] == "abcdef"
    newest = [one["isNewest"] for one in read(editor, "seen.saved")]
    assert newest == [False] * (len(targets) - 1) + [True]


BUSY = [
    {"status": 429, "headers": {"Retry-After": "1"}},
    {"status": 503, "headers": {"Retry-After": "1"}},
    {"status": 500, "body": {"detail": "It failed."}},
    {"status": 502},
    {"status": 200, "body": {"welcome": "to the hotel"}},
]


@pytest.mark.parametrize("answer", BUSY, ids=lambda one: str(one["status"]))
def test_what_cannot_be_stored_now_is_sent_again(
    saving: SavingService, editor: Page, answer: dict[str, Any]
) -> None:
    open_editor(editor, saving)
    saving.control(refuse=[answer] * 2)
    write(editor, 0, "Eins.", confirm=True)
    write(editor, 1, "Zwei.", confirm=True)
    wait_for_state(editor, "saved")
    assert saving.saved() == [(0, "Eins.", "confirmed"), (1, "Zwei.", "confirmed")]
    assert {"waiting", "offline"} & set(read(editor, "seen.states"))
    assert saving.control()["seen"]["saves"] == 4
    if "headers" in answer:
        assert "saved" not in read(editor, "seen.states")[1:-1]


def test_a_service_that_does_not_answer_in_time(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving, pauses={"timeout": 150})
    saving.control(late=0.6)
    write(editor, 0, "Eins.", confirm=True)
    wait_until(lambda: saving.control()["seen"]["saves"] >= 2)
    saving.control(late=0)
    wait_for_state(editor, "saved")
    assert saving.saved() == [(0, "Eins.", "confirmed")]


def test_a_segment_that_the_service_fails_at_does_not_hold_the_others(
    saving: SavingService, editor: Page
) -> None:
    open_editor(editor, saving, pauses={"most": 1500, "retry": 10})
    saving.control(refuse=[{"status": 500}] * 5)
    write(editor, 0, "Eins.", confirm=True)
    write(editor, 1, "Zwei.", confirm=True)
    wait_for_state(editor, "saved")
    assert saving.saved() == [(1, "Zwei.", "confirmed"), (0, "Eins.", "confirmed")]


def test_offline_and_back(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving, pauses={"retry": 60_000, "most": 60_000})
    editor.context.set_offline(True)
    for number, text in enumerate(["Eins.", "Zwei.", "Drei."]):
        write(editor, number, text, confirm=True)
    write(editor, 3, "Vier")
    wait_for(editor, "seen.state.state === 'offline' && seen.state.toSend === 4")
    write(editor, 0, " Und")
    editor.context.set_offline(False)  # and it does not wait until the minute is over
    wait_for_state(editor, "saved")
    assert saving.saved() == [
        (0, "Eins.", "confirmed"),
        (1, "Zwei.", "confirmed"),
        (2, "Drei.", "confirmed"),
        (3, "Vier", "translated"),
        (0, "Eins. Und", "translated"),
    ]


@pytest.mark.parametrize("choice", ["mine", "theirs", "both"])
def test_a_conflict_waits_for_a_decision_and_holds_nothing_else(
    saving: SavingService, editor: Page, choice: str
) -> None:
    open_editor(editor, saving)
    saving.control(edits=[{"number": 0, "target": "Jonas", "status": "translated"}])
    write(editor, 0, "Ich", confirm=True)
    write(editor, 1, "Zwei.", confirm=True)
    assert wait_for_state(editor, "conflict")["conflicts"] == [0]
    write(editor, 0, " auch")  # replaces what is in conflict
    wait_until(lambda: saving.row(1) == ("Zwei.", "confirmed"))
    [conflict] = read(editor, "seen.conflicts")
    assert (conflict["mine"]["target"], conflict["current"]["target"]) == ("Ich", "Jonas")
    assert saving.row(0) == ("Jonas", "translated")
    text = "null" if choice != "both" else "'Beide'"
    editor.evaluate(f"queue.resolve(0, '{'theirs' if choice == 'theirs' else 'mine'}', {text} ?? undefined)")
    wait_for_state(editor, "saved")
    expected = {"mine": "Ich auch", "theirs": "Jonas", "both": "Beide"}[choice]
    assert saving.row(0) == (expected, "translated")


def test_a_conflict_that_is_decided_too_late_is_one_again(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving)
    saving.control(edits=[{"number": 0, "target": "Jonas", "status": "translated"}])
    write(editor, 0, "Ich", confirm=True)
    wait_for_state(editor, "conflict")
    saving.control(edits=[{"number": 0, "target": "Jonas 2", "status": "translated"}])
    editor.evaluate("queue.resolve(0, 'mine')")
    wait_for(editor, "seen.conflicts.length === 2")
    assert read(editor, "seen.conflicts")[1]["current"]["target"] == "Jonas 2"
    editor.evaluate("queue.resolve(0, 'mine')")
    wait_for_state(editor, "saved")
    assert saving.row(0) == ("Ich", "confirmed")


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ({"target": "Eins.", "status": "translated"}, ("Eins.", "confirmed")),  # the same text
        ({"target": "Eins.", "status": "confirmed"}, ("Eins.", "confirmed")),
        ({"target": "", "status": "new"}, ("Eins.", "confirmed")),  # the text that it began from
    ],
)
def test_others_changes_of_no_text_are_no_conflict(
    saving: SavingService, editor: Page, edit: dict[str, str], expected: tuple[str, str]
) -> None:
    open_editor(editor, saving)
    saving.control(edits=[{"number": 0, **edit}])
    editor.locator("#t0").focus()
    editor.keyboard.insert_text("Eins.")  # at once: a part of it would be another text
    confirm(editor, 0)
    wait_for_state(editor, "saved")
    assert saving.row(0) == expected
    assert read(editor, "seen.conflicts") == []


def test_who_writes_the_text_of_the_other_one_agrees(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving)
    saving.control(edits=[{"number": 0, "target": "Jonas", "status": "translated"}])
    write(editor, 0, "Jon")
    wait_for_state(editor, "conflict")
    write(editor, 0, "as", confirm=True)
    wait_for_state(editor, "saved")
    assert saving.row(0) == ("Jonas", "confirmed")


def test_what_is_refused_is_kept_until_it_is_sent_again_given_up_or_changed(
    saving: SavingService, editor: Page
) -> None:
    open_editor(editor, saving)
    invalid = {"status": 400, "body": {"code": "TARGET_INVALID", "detail": "There is no such code."}}
    saving.control(locked=[0, 1], refuse=[invalid])
    write(editor, 2, "<9>", confirm=True)
    write(editor, 0, "Eins.", confirm=True)
    write(editor, 1, "Zwei.", confirm=True)
    write(editor, 3, "Vier.", confirm=True)
    wait_for(editor, "seen.state.state === 'refused' && seen.state.refused.length === 3")
    refused = {one["number"]: (one["code"], one["message"]) for one in read(editor, "seen.state.refused")}
    locked = ("SEGMENT_LOCKED", "It is locked.")
    assert refused == {2: ("TARGET_INVALID", "There is no such code."), 0: locked, 1: locked}
    saving.control(locked=[])
    editor.evaluate("queue.retry(0)")
    editor.evaluate("queue.discard(1)")
    write(editor, 2, " Drei.")
    wait_for_state(editor, "saved")
    assert saving.saved() == [
        (3, "Vier.", "confirmed"),
        (0, "Eins.", "confirmed"),
        (2, "<9> Drei.", "translated"),
    ]


@pytest.mark.parametrize("renewed", ["k", "z"])  # with the same key, with another one
def test_a_session_that_has_ended(saving: SavingService, editor: Page, renewed: str) -> None:
    open_editor(editor, saving, renewed=renewed, poll={"visible": 60})
    saving.control(session=None)
    write(editor, 0, "Eins.", confirm=True)
    write(editor, 1, "Zwei")
    assert wait_for_state(editor, "signed-out")["reason"] == "session"
    saving.control(session="another", person="8")
    wait_for(editor, "seen.state.reason === 'person'")
    assert saving.saved() == []  # nothing is saved in somebody else's name
    saving.control(session="second", person="7")
    wait_for_state(editor, "saved")
    assert saving.saved() == [(0, "Eins.", "confirmed"), (1, "Zwei", "translated")]


def test_a_page_that_is_left_between_two_key_presses(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving, pauses={"send": 3_600_000, "keep": 3_600_000})
    write(editor, 0, "Eins")
    editor.goto("about:blank")
    wait_until(lambda: saving.row(0) == ("Eins", "translated"))
    open_editor(editor, saving, pauses={"send": 3_600_000, "keep": 3_600_000})
    write(editor, 0, ", zwei")
    editor.close(run_before_unload=True)
    wait_until(lambda: saving.row(0) == ("Eins, zwei", "translated"))


def test_nothing_runs_after_the_end(saving: SavingService, editor: Page) -> None:
    editor.add_init_script("""
      const timers = globalThis.timers = new Set(), set = setTimeout, clear = clearTimeout;
      globalThis.setTimeout = (run, time) => {
        const id = set(() => { timers.delete(id); run(); }, time);
        timers.add(id);
        return id;
      };
      globalThis.clearTimeout = (id) => { timers.delete(id); clear(id); };
    """)
    open_editor(editor, saving, poll={"visible": 50})
    saving.control(delay=1, poll_delay=1)
    write(editor, 0, "Eins.", confirm=True)
    write(editor, 1, "Zwei")
    wait_until(lambda: saving.control()["seen"]["saves"])
    editor.evaluate("Promise.all([queue.stop(), changes.stop()])")
    assert read(editor, "[...timers]") == []
    saving.control(delay=0, poll_delay=0)
    open_editor(editor, saving)
    wait_for_state(editor, "saved")
    assert saving.row(1) == ("Zwei", "translated")


def test_an_error_of_the_page_does_not_end_saving(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving)
    editor.evaluate("""() => {
      addEventListener("error", (event) => { event.preventDefault(); seen.error = event.message; });
      seen.saved.push = () => { throw new Error("of the page"); };
    }""")
    write(editor, 0, "Eins.", confirm=True)
    write(editor, 1, "Zwei.", confirm=True)
    wait_for_state(editor, "saved")
    assert "of the page" in read(editor, "seen.error")
    assert saving.saved() == [(0, "Eins.", "confirmed"), (1, "Zwei.", "confirmed")]
