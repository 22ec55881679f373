"""`client.style_guides`: how translations are to be written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypedDict, TypeVar, Unpack

from dragoman_client.flows import Flow
from dragoman_client.operations import R, Resource, operation
from dragoman_client.paging import bare_list
from dragoman_client.record_calls import delete_record, get_record, send_record
from dragoman_client.records import to_wire
from dragoman_client.sending import at


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleGuide:
    """A style guide: rules, and instructions for engines that follow them."""

    id: int
    name: str
    target_language: str | None = None
    formality: str | None = None
    tone: str | None = None
    numbers: str | None = None
    dates: str | None = None
    quotation_marks: str | None = None
    final_stop: str | None = None
    space_before_marks: str | None = None
    instructions: tuple[str, ...] = field(default=(), repr=False)
    disabled: bool = False


class StyleFields(TypedDict, total=False):
    """The rules of a style guide. None: no rule."""

    name: str
    target_language: str | None
    formality: str | None  # "formal" or "informal"
    tone: str | None
    numbers: str | None
    dates: str | None
    quotation_marks: str | None
    final_stop: str | None
    space_before_marks: str | None
    instructions: Sequence[str]


class StyleChanges(StyleFields, total=False):
    """What can be changed of a style guide."""

    disabled: bool


G = TypeVar("G", bound=StyleGuide)


class StyleGuideCalls(Resource[R], Generic[R, G]):
    """What can be done with a style guide, on the project interface and on the provider's."""

    _style_guides: str  # the path of all of them
    _record: type[G]

    @operation
    def get(self, guide: int) -> Flow[G]:
        """A style guide."""
        return get_record(self._connection, self._record, at(self._style_guides + "/{}", guide))

    @operation
    def change(self, guide: int, **fields: Unpack[StyleChanges]) -> Flow[G]:
        """Change a style guide; what is left out stays."""
        path = at(self._style_guides + "/{}", guide)
        return send_record(self._connection, self._record, "PATCH", path, to_wire(fields))

    @operation
    def delete(self, guide: int) -> Flow[None]:
        """Delete a style guide."""
        return delete_record(self._connection, at(self._style_guides + "/{}", guide))


class StyleGuides(StyleGuideCalls[R, StyleGuide]):
    """The account's style guides (clause P17)."""

    _style_guides = "/project/v1/style-guides"
    _record = StyleGuide

    @operation
    def create(self, **fields: Unpack[StyleFields]) -> Flow[StyleGuide]:
        """Create a style guide. A name is needed."""
        return send_record(self._connection, StyleGuide, "POST", self._style_guides, to_wire(fields))

    @operation
    def list(self) -> Flow[Sequence[StyleGuide]]:
        """All style guides of the account."""
        return bare_list(self._connection, self._style_guides, StyleGuide)
