"""Random sequences of edits in the field, by real keys, pointers and input methods; each step is checked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from tests.dashboard.editor.field_page import FieldPage
from tests.dashboard.editor.random_texts import TYPED, random_source, random_target, random_text
from tests.dashboard.editor.step_checks import (
    Shown,
    check_deleted,
    check_moved,
    check_pasted,
    check_selection_deleted,
    check_stepped,
    check_taken,
    check_written,
    is_cut,
    read_shown,
)
from tests.dashboard.editor.tagged import codes_of, is_nested, partners, read_items, text_of, units

STEPS: Final = 18
COMPOSED: Final = (
    ("に", "にほ", "日本"),
    ("ㅎ", "하", "한"),
    ("´", "é"),
    ("n", "ni", "你"),
    ("क", "क्", "क्ष"),
)
PLAIN: Final = ("plain", "<1>not a code</1>", "two\nlines", "a & b < c", "שלום", "😀", "&lt;2/&gt;", "\u200b")


Act = Callable[[], dict[str, Any]]


class EditSequence:
    """Edits of one target."""

    def __init__(self, field: FieldPage, seed: int) -> None:
        self.field = field
        self.random = Random(seed)
        self.direction = self.random.choice(("ltr", "ltr", "rtl"))
        self.source = random_source(self.random, self.direction)
        self.codes = codes_of(read_items(self.source))
        target = random_target(self.random, self.source, self.direction)
        self.log = [f"seed {seed}: {self.direction} {self.source!r} → {target!r}"]
        self.now = read_shown(field.open(self.source, target, self.direction), self.codes)
        # What can be undone: what was before each edit, and whether that may go on with the last one.
        self.past: list[tuple[Shown, bool]] = []
        self.future: list[str] = []
        self.clipboard: str | None = None

    def run(self) -> None:
        """Make some edits."""
        kinds = list(_WEIGHTS)
        for _ in range(STEPS):
            (edit,) = self.random.choices(kinds, list(_WEIGHTS.values()))
            edit(self)

    def step(self, what: str, act: Act) -> tuple[Shown, Shown]:
        """Do something, and check what holds after everything."""
        before = self.now
        self.log.append(f"{what}   in {before.value!r} at {before.raw['anchor']}–{before.raw['focus']}")
        after = self.now = read_shown(act(), self.codes)
        assert (after.value != before.value) == (after.raw["changes"] > before.raw["changes"])
        return before, after

    def edited(self, before: Shown, after: Shown, *, goes_on: bool = False) -> None:
        """Keep what an edit can be undone to."""
        if before.value != after.value:
            self.past.append((before, goes_on))
            self.future = []

    # Edits, each with what it explains

    def type(self) -> None:
        text = self.random.choice(TYPED)
        before, after = self.step(f"type {text!r}", lambda: self.field.type(text))
        check_written(before, after, text)
        self.edited(before, after, goes_on=True)

    def compose(self) -> None:
        texts, commit = self.random.choice(COMPOSED), self.random.random() < 0.8
        act = lambda: self.field.compose(*texts, commit=commit)  # noqa: E731
        before, after = self.step(f"compose {texts} {commit=}", act)
        check_written(before, after, texts[-1] if commit else "")
        self.edited(before, after)

    def break_line(self) -> None:
        before, after = self.step("Shift+Enter", lambda: self.field.press("Shift+Enter"))
        check_written(before, after, "\n")
        self.edited(before, after)

    def press_enter(self) -> None:
        self._keeps("Enter", lambda: self.field.press("Enter"))

    def insert_text(self) -> None:
        text = random_text(self.random, self.direction)
        before, after = self.step(f"insert {text!r}", lambda: self.field.insertText(text))
        check_written(before, after, text)
        self.edited(before, after)

    def paste_plain(self) -> None:
        text = self.random.choice(PLAIN)
        before, after = self.step(f"paste {text!r}", lambda: self.field.paste({"text/plain": text}))
        check_written(before, after, text)
        self.edited(before, after)

    def paste_tagged(self) -> None:
        tagged = self.random.choice(
            (self.source, random_source(self.random, self.direction), "a<9>b</9><1>c")
        )
        data = {"text/x-dragoman": tagged, "text/plain": "not this"}
        before, after = self.step(f"paste tagged {tagged!r}", lambda: self.field.paste(data))
        if tagged:
            check_pasted(before, after, tagged)
        self.edited(before, after)

    def copy(self) -> None:
        before, _ = self._keeps("copy", lambda: self.field.press("Control+c"))
        if before.selected:
            copied = self.field.copied()
            assert units(copied["text/plain"]) == text_of(before.selected)
            self.clipboard = copied["text/x-dragoman"]
            assert text_of(read_items(self.clipboard)) == text_of(before.selected)

    def cut_and_paste(self) -> None:
        if self.now.selected:
            self.clipboard = self.field.copied()["text/x-dragoman"]
        before, cut = self.step("cut", lambda: self.field.press("Control+x"))
        low, high = before.range
        assert text_of(cut.items) == text_of(before.items[:low] + before.items[high:])
        self.edited(before, cut)
        if before.selected:
            _, after = self.step("paste again", lambda: self.field.press("Control+v"))
            assert text_of(after.items) == text_of(before.items)
            if is_nested(codes_of(before.selected)) or not is_nested(self.codes):
                assert after.items == before.items
            self.edited(cut, after)

    def paste(self) -> None:
        if self.clipboard is not None:
            clipboard = self.clipboard
            before, after = self.step(f"paste own {clipboard!r}", lambda: self.field.press("Control+v"))
            if clipboard:
                check_pasted(before, after, clipboard)
            self.edited(before, after)

    def delete(self) -> None:
        key = self.random.choice(
            ("Backspace",) * 4 + ("Delete",) * 4 + ("Control+Backspace", "Control+Delete")
        )
        before, after = self.step(key, lambda: self.field.press(key))
        low, high = before.range
        if before.raw["picked"]:
            check_taken(before, after, self.codes)
        elif low < high:
            check_selection_deleted(before, after, self.codes)
        else:
            check_deleted(before, after, self.codes, forward="Delete" in key, word="+" in key)
        self.edited(before, after, goes_on=low == high and not before.raw["picked"])

    def insert_missing(self) -> None:
        before, after = self.step("insert missing", self.field.insertNextMissing)
        missing = [code for code in self.codes if code not in before.items]
        assert text_of(after.items) == text_of(before.items)
        inserted = set(codes_of(after.items)) - set(codes_of(before.items))
        assert inserted == (partners(self.codes, missing[:1]) if missing else set())
        self.edited(before, after)

    def insert_code(self) -> None:
        if self.codes:
            code = self.random.choice(self.codes)
            before, after = self.step(f"insert {code}", lambda: self.field.insertCode(code))
            assert text_of(after.items) == text_of(before.items)
            assert code in after.items
            self.edited(before, after)

    def set_value(self) -> None:
        tagged = random_target(self.random, self.source, self.direction)
        before, after = self.step(f"put {tagged!r}", lambda: self.field.setValue(tagged))
        assert after.items == read_items(tagged)
        self.edited(before, after)

    def replace_word(self) -> None:
        """As a spell checker does."""
        low, high = sorted(self.random.choices(range(len(self.now.items) + 1), k=2))
        if is_cut(self.now.items, low) or is_cut(self.now.items, high):
            return
        text = self.random.choice(("Word", "größer", "שלום"))
        event = {"type": "insertReplacementText", "plain": text, "range": [low, high]}
        before, after = self.step(f"replace {low}–{high} by {text!r}", lambda: self.field.input(event))
        check_written(before, after, text, (low, high))
        self.edited(before, after)

    def drag_chip(self) -> None:
        codes = codes_of(self.now.items)
        if codes:
            code, place = self.random.choice(codes), self.random.randint(0, len(self.now.items))
            before, after = self.step(f"drag {code} to {place}", lambda: self._drag(code, place))
            assert text_of(after.items) == text_of(before.items)
            others = [one for one in codes_of(after.items) if one != code]
            assert others == [one for one in codes if one != code]
            assert code in after.items
            self.edited(before, after)

    def _drag(self, code: str, place: int) -> dict[str, Any]:
        return self._drag_to(self.field.middleOf(code), place)

    def _drag_to(self, start: tuple[float, float], place: int) -> dict[str, Any]:
        mouse = self.field.page.mouse
        x, y = self.field.pointOf(place)
        mouse.move(*start)
        mouse.down()
        mouse.move(x, y, steps=2)
        mouse.up()
        return dict(self.field.state())

    def undo(self) -> None:
        before, after = self.step("undo", lambda: self.field.press("Control+z"))
        if not self.past:
            assert after.value == before.value
            return
        at = len(self.past) - 1
        while self.past[at][0].value != after.value:
            assert self.past[at][1], f"{after.value!r} is not what was before"
            at -= 1
            assert at >= 0, f"{after.value!r} has never been"
        earlier = self.past[at][0]
        assert earlier.raw["focus"] == after.raw["focus"] or at < len(self.past) - 1 or self.past[at][1]
        del self.past[at:]
        self.future.append(before.value)

    def redo(self) -> None:
        key = self.random.choice(("Control+Shift+z", "Control+y"))
        before, after = self.step(key, lambda: self.field.press(key))
        assert after.value == (self.future[-1] if self.future else before.value)
        if self.future:
            self.future.pop()
            self.past.append((before, False))

    def move(self) -> None:
        key = self.random.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"))
        modified = self.random.choice(("", "", "", "Shift+", "Control+"))
        before, after = self._keeps(modified + key, lambda: self.field.press(modified + key))
        if (
            key in ("ArrowLeft", "ArrowRight")
            and modified != "Control+"
            and (not before.selected or modified)
        ):
            check_stepped(before, after, forward=(key == "ArrowRight") == (self.direction == "ltr"))

    def select(self) -> None:
        places = [at for at in range(len(self.now.items) + 1) if not is_cut(self.now.items, at)]
        anchor, focus = self.random.choices(places, k=2)
        self._keeps(f"select {anchor}–{focus}", lambda: self.field.select(anchor, focus))

    def select_all(self) -> None:
        _, after = self._keeps("select all", lambda: self.field.press("Control+a"))
        assert after.range == (0, len(after.items))

    def select_by_pointer(self) -> None:
        places = self.random.choices(range(len(self.now.items) + 1), k=2)
        before, after = self.step(f"drag over {places}", lambda: self._point(*places))
        # The browser may take it for a drag of what is selected.
        check_moved(before, after)
        self.edited(before, after)

    def _point(self, start: int, end: int) -> dict[str, Any]:
        mouse = self.field.page.mouse
        self.field.select(start)  # what is selected would be dragged
        mouse.move(*self.field.pointOf(start))
        mouse.down()
        mouse.move(*self.field.pointOf(end))
        mouse.up()
        return dict(self.field.state())

    def drag_selection(self) -> None:
        low, high = self.now.range
        if low < high:
            place = self.random.randint(0, len(self.now.items))
            before, after = self.step(f"drag selection to {place}", lambda: self._drag_from(low, place))
            check_moved(before, after)
            self.edited(before, after)

    def _drag_from(self, start: int, place: int) -> dict[str, Any]:
        (left, top), (right, _) = self.field.pointOf(start), self.field.pointOf(start + 1)
        return self._drag_to(((left + right) / 2, top), place)

    def click(self) -> None:
        place, times = self.random.randint(0, len(self.now.items)), self.random.choice((1, 2))
        self._keeps(f"click {place} {times} times", lambda: self._click(place, times))

    def _click(self, place: int, times: int) -> dict[str, Any]:
        self.field.page.mouse.click(*self.field.pointOf(place), click_count=times)
        return dict(self.field.state())

    def _keeps(self, what: str, act: Act) -> tuple[Shown, Shown]:
        before, after = self.step(what, act)
        assert after.value == before.value
        return before, after


_WEIGHTS: Final[dict[Callable[[EditSequence], None], int]] = {
    EditSequence.type: 16,
    EditSequence.delete: 14,
    EditSequence.compose: 6,
    EditSequence.break_line: 1,
    EditSequence.press_enter: 1,
    EditSequence.insert_text: 2,
    EditSequence.paste_plain: 3,
    EditSequence.paste_tagged: 4,
    EditSequence.copy: 3,
    EditSequence.cut_and_paste: 4,
    EditSequence.paste: 4,
    EditSequence.insert_missing: 5,
    EditSequence.insert_code: 2,
    EditSequence.set_value: 1,
    EditSequence.replace_word: 2,
    EditSequence.drag_chip: 3,
    EditSequence.undo: 8,
    EditSequence.redo: 5,
    EditSequence.move: 10,
    EditSequence.select: 9,
    EditSequence.select_all: 2,
    EditSequence.select_by_pointer: 1,
    EditSequence.drag_selection: 2,
    EditSequence.click: 2,
}
