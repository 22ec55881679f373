"""The help beside a segment: a part of `client.provider.segments`."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman_client.flows import Flow
from dragoman_client.operations import R, Resource, operation
from dragoman_client.provider.help_results import ConcordanceUnit, SegmentHelp, SuggestedTarget
from dragoman_client.provider.translations import TRANSLATION
from dragoman_client.record_calls import get_record
from dragoman_client.records import read, read_list
from dragoman_client.sending import Call, at, call_json

_SEGMENT = TRANSLATION + "/segments/{}"


class SegmentHelpCalls(Resource[R]):
    """What helps with a segment."""

    @operation
    def help(self, project: int, translation: int, number: int) -> Flow[SegmentHelp]:
        """Matches of the project's confirmed segments and its memories, terms, notes, the texts around."""
        return get_record(self._connection, SegmentHelp, at(_SEGMENT + "/help", project, translation, number))

    @operation
    def suggest(self, project: int, translation: int, number: int) -> Flow[SuggestedTarget]:
        """An engine's translation of a segment, with the project's terms and style. Nothing is stored."""
        path = at(_SEGMENT + "/suggestion", project, translation, number)
        return read(SuggestedTarget, (yield from call_json(self._connection, Call(method="POST", path=path))))

    @operation
    def concordance(self, project: int, translation: int, search: str) -> Flow[Sequence[ConcordanceUnit]]:
        """The confirmed segments of the project and the units of its memories that have some words."""
        path = at(TRANSLATION + "/concordance", project, translation)
        wanted = Call(method="GET", path=path, query={"search": search})
        return read_list(ConcordanceUnit, (yield from call_json(self._connection, wanted)), "units")
