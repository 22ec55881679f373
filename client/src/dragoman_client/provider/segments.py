"""`client.provider.segments`: the segments of translations, for editors (clause V8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypedDict, Unpack

from dragoman_client.flows import Flow
from dragoman_client.operations import Mark, Page, R, listing, operation
from dragoman_client.paging import offset_pages, to_query
from dragoman_client.provider.segment_help import SegmentHelpCalls
from dragoman_client.provider.segment_results import (
    ReplacedSegment,
    ReplacementOutcome,
    SavedSegment,
    SegmentChanges,
    SegmentVersion,
    SegmentWindow,
    TargetFinding,
    TranslationSegment,
    UndoneChange,
)
from dragoman_client.provider.translations import TRANSLATION
from dragoman_client.provider.versioned import looked_at, send_change
from dragoman_client.record_calls import delete_record, get_record, send_record
from dragoman_client.records import read, read_list, to_wire
from dragoman_client.sending import Call, Repeats, at, call_json

SEGMENTS = TRANSLATION + "/segments"
SEGMENT = SEGMENTS + "/{}"


class SegmentFilter(TypedDict, total=False):
    """Which segments are wanted, by what is known of them."""

    status: str | Sequence[str]  # any of these
    match: str | Sequence[str]  # what they began with: "cm", "100", "75", "50", "mt" or "none"
    locked: bool
    issue: str  # the code of a check; "any": some
    review: str  # "accepted" or "returned"
    changed_by: str  # "me", "others", or who, such as "user:7"


class SegmentSearch(SegmentFilter, total=False):
    """Which segments are wanted, also by their texts."""

    search: str  # in the texts without their codes
    pattern: bool  # the search is a regular expression
    match_case: bool
    search_in: str  # "source", "target" or "both"


class SaveArguments(TypedDict, total=False):
    """How a segment is saved."""

    confirmed: bool  # the linguist vouches for it
    propagate: str  # also into the segments with the same source: "untouched" by people, or "unconfirmed"
    window: str  # the name of the editor's window in `changes`
    take_over: bool  # also where another window has the segment open


class SearchArguments(TypedDict, total=False):
    """How a text is searched for."""

    pattern: bool  # it is a regular expression; `\1` in the replacement is its first group
    match_case: bool


class ProviderSegments(SegmentHelpCalls[R]):
    """The segments of translations: what an editor shows, saves, checks and takes back.

    Each change of a translation has a number, its version; a segment has that of the change that made it
    what it is. Who changes a segment names the version that was looked at.
    """

    @listing
    def list(
        self, project: int, translation: int, **wanted: Unpack[SegmentSearch]
    ) -> Callable[[Mark], Flow[Page[TranslationSegment]]]:
        """The segments of a translation, in the order of the document: all, or those that are wanted."""
        path = at(SEGMENTS, project, translation)
        return offset_pages(self._connection, path, "segments", TranslationSegment, query=to_wire(wanted))

    @operation
    def window(
        self,
        project: int,
        translation: int,
        *,
        start: int | None = None,
        offset: int = 0,
        limit: int = 50,
        **wanted: Unpack[SegmentSearch],
    ) -> Flow[SegmentWindow]:
        """Up to 500 of the segments that are wanted, how many there are, and the translation's version.

        It begins with the segment `start`, or the next one that is wanted; else behind `offset` of them.
        """
        query = to_query({**to_wire(wanted), "start": start, "offset": offset, "limit": limit})
        return get_record(self._connection, SegmentWindow, at(SEGMENTS, project, translation), query=query)

    @operation
    def get(self, project: int, translation: int, number: int) -> Flow[TranslationSegment]:
        """A segment."""
        return get_record(self._connection, TranslationSegment, at(SEGMENT, project, translation, number))

    @operation
    def save(
        self,
        project: int,
        translation: int,
        number: int,
        target: str,
        *,
        version: int,
        **how: Unpack[SaveArguments],
    ) -> Flow[SavedSegment]:
        """Save the translation of a segment; an empty one that is not confirmed takes it away.

        `version` is that of the segment that was looked at. It may be sent again: the same translation
        changes nothing.

        Raises `SegmentChangedError` where it was changed meanwhile, `ConflictError` where it is locked, in
        use or the translation not open, `RulesError` for codes that the source does not have.
        """
        said = to_wire(how)
        status = "confirmed" if said.pop("confirmed", False) else "translated"
        body = {"target": target, "status": status, **said}
        path = at(SEGMENT, project, translation, number)
        wanted = Call(method="PUT", path=path, json=body, headers=looked_at(version))
        return read(SavedSegment, (yield from send_change(self._connection, wanted)))

    @operation
    def versions(self, project: int, translation: int, number: int) -> Flow[Sequence[SegmentVersion]]:
        """What a segment was, the current version first."""
        path = at(SEGMENT + "/versions", project, translation, number)
        answer = yield from call_json(self._connection, Call(method="GET", path=path))
        return read_list(SegmentVersion, answer, "versions")

    @operation
    def restore(
        self, project: int, translation: int, number: int, *, to: int, version: int
    ) -> Flow[TranslationSegment]:
        """Restore the translation that a segment had in the version `to`; it is not confirmed then.

        `version` is that of the segment that was looked at. Raises `SegmentChangedError` as `save` does.
        """
        wanted = Call(
            method="POST",
            path=at(SEGMENT + "/restore", project, translation, number),
            json={"version": to},
            headers=looked_at(version),
            repeats=Repeats.UNSAFE,
        )
        return read(TranslationSegment, (yield from send_change(self._connection, wanted)))

    @operation
    def undo(
        self, project: int, translation: int, version: int, *, segments: Sequence[int] | None = None
    ) -> Flow[UndoneChange]:
        """Undo a change of the translation in all of its segments or in some; what came later stays."""
        body: dict[str, Any] = {"version": version}
        if segments is not None:
            body["segments"] = list(segments)
        path = at(TRANSLATION + "/undo", project, translation)
        return send_record(self._connection, UndoneChange, "POST", path, body)

    @operation
    def changes(
        self,
        project: int,
        translation: int,
        since: int,
        *,
        window: str | None = None,
        segment: int | None = None,
    ) -> Flow[SegmentChanges]:
        """The segments that were changed since a version of the translation, and the windows of others.

        `window` is a random name of the caller's own, which has `segment` open. Ask every few seconds: it is
        forgotten after 15 seconds.
        """
        query = to_query({"since": since, "window": window, "segment": segment})
        path = at(TRANSLATION + "/changes", project, translation)
        return get_record(self._connection, SegmentChanges, path, query=query)

    @operation
    def leave(self, project: int, translation: int, window: str) -> Flow[None]:
        """Say that a window was closed: others can save the segment that it had open."""
        return delete_record(self._connection, at(TRANSLATION + "/windows/{}", project, translation, window))

    @operation
    def check(
        self, project: int, translation: int, number: int, target: str
    ) -> Flow[Sequence[TargetFinding]]:
        """What the checks find in a target that is not saved."""
        path = at(SEGMENT + "/check", project, translation, number)
        answer = yield from call_json(
            self._connection, Call(method="POST", path=path, json={"target": target})
        )
        return read_list(TargetFinding, answer, "findings")

    @operation
    def lock(
        self, project: int, translation: int, segments: Sequence[int], *, locked: bool = True
    ) -> Flow[Sequence[TranslationSegment]]:
        """Lock segments, or unlock them: those that were not so before. Needs the role manager."""
        wanted = Call(
            method="POST",
            path=at(TRANSLATION + "/lock", project, translation),
            json={"segments": list(segments), "locked": locked},
            repeats=Repeats.UNSAFE,
        )
        answer = yield from call_json(self._connection, wanted)
        return read_list(TranslationSegment, answer, "segments")

    @operation
    def preview_replacement(
        self,
        project: int,
        translation: int,
        search: str,
        replacement: str,
        *,
        pattern: bool = False,
        match_case: bool = False,
        **wanted: Unpack[SegmentFilter],
    ) -> Flow[Sequence[ReplacedSegment]]:
        r"""What replacing a text would change in the targets of all segments, or of those that are wanted.

        In the replacement of a pattern `\1` is its first group. Locked segments are left out.
        """
        call = Call(
            method="POST",
            path=at(TRANSLATION + "/replacement/preview", project, translation),
            query=to_query(to_wire(wanted)),
            json={
                "search": search,
                "replacement": replacement,
                "pattern": pattern,
                "matchCase": match_case,
            },
        )
        return read_list(ReplacedSegment, (yield from call_json(self._connection, call)), "segments")

    @operation
    def replace(
        self,
        project: int,
        translation: int,
        search: str,
        replacement: str,
        *,
        segments: Sequence[ReplacedSegment],
        **how: Unpack[SearchArguments],
    ) -> Flow[ReplacementOutcome]:
        """Replace a text in these segments of a preview, as one change that `undo` takes back."""
        body = {
            "search": search,
            "replacement": replacement,
            **to_wire(how),
            "segments": [{"number": one.number, "version": one.version} for one in segments],
        }
        path = at(TRANSLATION + "/replacement", project, translation)
        return send_record(self._connection, ReplacementOutcome, "POST", path, body)
