"""`client.provider.segments`: what an editor does with the segments of a translation, with both clients."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from dragoman_client import Client, errors
from tests.client.kinds import opened
from tests.client.provider.test_translations import open_translation
from tests.client.scripted_server import RESET, Asked, Told, scripted, told
from tests.client.servers import Server, credentials, needs_linguists

SEGMENT = {"number": 3, "source": "Red.", "target": "Roja.", "version": 9}


class Desk:
    """The segments of an open translation: each call has its project and its number."""

    def __init__(self, caller: Any, project: int, translation: int) -> None:
        self.caller, self.place = caller, (project, translation)

    def __call__(self, name: str, *given: Any, **named: Any) -> Any:
        return self.caller.call(
            lambda client: getattr(client.provider.segments, name)(*self.place, *given, **named)
        )


@pytest.fixture
def desk(server: Server, staff_client: Client, customer: Client, kind: str) -> Iterator[Desk]:
    with opened(kind, server.url, **credentials(server.provider)) as caller:
        yield Desk(caller, *open_translation(staff_client, customer, "Edited"))


@needs_linguists
def test_windows_of_segments_are_read_saved_and_followed(desk: Desk) -> None:
    window = desk("window", limit=2)
    assert ([one.number for one in window.segments], window.total, window.version) == ([0, 1], 3, 0)
    first = desk("get", 0)
    assert first == window.segments[0]
    saved = desk("save", 0, "El libro rojo es grande.", version=first.version, confirmed=True)
    assert (saved.segment.status, saved.segment.change, saved.segment.version) == ("confirmed", "edited", 1)
    assert (saved.findings, saved.propagated, saved.propagated_version) == ((), (), None)
    assert "libro" not in repr(saved)
    again = desk("save", 0, "El libro rojo es grande.", version=first.version, confirmed=True)
    assert again.segment == saved.segment
    assert [one.number for one in desk("list", status="confirmed")] == [0]
    assert [one.number for one in desk("list", status=["new", "confirmed"], locked=False)] == [0, 1, 2]
    assert [one.number for one in desk("list", search="LIBRO", search_in="target")] == [0]
    assert [one.number for one in desk("window", start=1, search="e").segments] == [1, 2]
    changes = desk("changes", window.version, window="mine", segment=2)
    assert (changes.segments, changes.version, changes.editors) == ((saved.segment,), 1, ())
    (other,) = desk("changes", changes.version, window="theirs").editors
    assert (other.segment, other.actor) == (2, saved.segment.changed_by)
    desk("leave", "mine")
    assert desk("changes", changes.version, window="theirs").editors == ()


@needs_linguists
def test_a_segment_that_was_changed_meanwhile_is_in_the_exception(desk: Desk) -> None:
    saved = desk("save", 0, "Uno.", version=0)
    with pytest.raises(errors.SegmentChangedError, match="changed meanwhile") as refused:
        desk("save", 0, "Dos.", version=0)
    assert (refused.value.code, refused.value.current) == ("SEGMENT_CHANGED", saved.segment)
    assert "Uno" not in str(refused.value)
    assert refused.value.request_id
    with pytest.raises(errors.SegmentChangedError):
        desk("restore", 0, to=1, version=0)
    desk("save", 0, "Dos.", version=refused.value.current.version, confirmed=True)
    with pytest.raises(errors.RulesError) as invalid:
        desk("save", 0, "<7/>", version=1)
    assert invalid.value.code == "TARGET_INVALID"


@needs_linguists
def test_versions_are_restored_and_changes_undone(desk: Desk) -> None:
    first = desk("save", 0, "Uno.", version=0, confirmed=True)
    second = desk("save", 0, "Dos.", version=first.version, confirmed=True)
    assert [(one.version, one.target) for one in desk("versions", 0)] == [(2, "Dos."), (1, "Uno.")]
    restored = desk("restore", 0, to=1, version=second.segment.version)
    assert (restored.target, restored.status, restored.change) == ("Uno.", "translated", "restored")
    undone = desk("undo", restored.version)
    assert ([one.target for one in undone.segments], undone.kept, undone.version) == (["Dos."], (), 4)
    with pytest.raises(errors.NotFoundError):
        desk("undo", restored.version, segments=[0])


@needs_linguists
def test_targets_are_checked_locked_and_replaced(desk: Desk) -> None:
    found = desk("check", 0, "El  libro rojo es grande.")
    (double,) = [one for one in found if one.code == "SPACE_DOUBLE"]
    assert (double.fixed, double.target.start) == ("El libro rojo es grande.", 2)
    for number in range(3):
        desk("save", number, "Color rojo.", version=0)
    (locked,) = desk("lock", [2])
    assert (locked.number, locked.locked) == (2, True)
    with pytest.raises(errors.ConflictError) as refused:
        desk("save", 2, "Otro.", version=locked.version)
    assert refused.value.code == "SEGMENT_LOCKED"
    shown = desk("preview_replacement", r"(\w+) rojo", r"\1 azul", pattern=True, status="translated")
    assert [(one.number, one.before, one.target) for one in shown] == [
        (0, "Color rojo.", "Color azul."),
        (1, "Color rojo.", "Color azul."),
    ]
    old = replace(shown[1], version=0)
    done = desk("replace", r"(\w+) rojo", r"\1 azul", segments=[shown[0], old], pattern=True)
    assert ([one.target for one in done.segments], done.kept) == (["Color azul."], (1,))
    assert [one.number for one in desk("lock", [2], locked=False)] == [2]


def test_a_save_whose_answer_was_lost_is_sent_again_and_a_restoration_is_not(kind: str) -> None:
    """Saving the same again changes nothing; a restoration that is repeated would find its own change."""
    seen: list[Asked] = []

    def script(asked: Asked) -> Told:
        seen.append(asked)
        if len(seen) == 1 or asked.path.endswith("restore"):
            return RESET
        return told({"segment": SEGMENT, "version": 9, "findings": [], "propagated": []})

    with scripted(script) as server, opened(kind, server.url) as caller:
        desk = Desk(caller, 1, 2)
        assert desk("save", 3, "Roja.", version=8).segment.version == 9
        assert [one.headers["if-match"] for one in seen] == ['"8"', '"8"']
        with pytest.raises(errors.ConnectionFailedError):
            desk("restore", 3, to=8, version=9)
        assert len(seen) == 3


def test_another_conflict_is_no_change(kind: str) -> None:
    def script(asked: Asked) -> Told:
        return told({"detail": "Segment 3 is locked.", "code": "SEGMENT_LOCKED"}, status=409)

    with scripted(script) as server, opened(kind, server.url) as caller:
        with pytest.raises(errors.ConflictError) as refused:
            Desk(caller, 1, 2)("save", 3, "Roja.", version=8)
        assert not isinstance(refused.value, errors.SegmentChangedError)
