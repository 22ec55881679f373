"""What a form sent, and the problems found in it, for showing the form again with nothing lost."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final

from starlette.datastructures import FormData, UploadFile

from dragoman.dashboard.page.error_messages import translate_message, write_error
from dragoman.dashboard.page.formats import ungroup, write_number
from dragoman.dashboard.page.locale import current_locale, translate
from dragoman.errors import (
    Conflict,
    DragomanError,
    Malformed,
    RuleBroken,
    TooManyRequests,
    Unauthenticated,
)

VERSION: Final = "version"  # the hidden field: which version of a record the form was shown for
BOXES: Final = "boxes"  # the hidden field: which boxes a form has, as one that is not ticked is not sent
_SHOWN_AS_PROBLEMS: Final = (RuleBroken, Conflict, Malformed, TooManyRequests, Unauthenticated)

_LONGEST_TIMESTAMP: Final = 19  # characters: what stands behind, such as a time zone, is the form's own


class ChangedMeanwhile(Conflict):
    """A record is not as it was when its form was shown."""

    code = "CHANGED_MEANWHILE"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormProblem:
    """One thing that a form cannot be accepted with."""

    message: str
    field: str | None = None  # the control that it is shown at; None: above the form
    code: str = ""
    wait: int = 0  # seconds until it may be tried again


@dataclass(slots=True)
class PageForm:
    """The fields of a form, as text, and its problems. Without a form all of it is empty."""

    data: FormData = field(default_factory=FormData)
    problems: list[FormProblem] = field(default_factory=list)

    def text(self, name: str) -> str:
        """The text of a field without white space around it; empty if it was not sent."""
        return self.raw(name).strip()

    def raw(self, name: str) -> str:
        """The text of a field as it was typed."""
        value = self.data.get(name)
        return value.replace("\r\n", "\n") if isinstance(value, str) else ""

    def optional(self, name: str) -> str | None:
        """The text of a field; None if nothing was typed."""
        return self.text(name) or None

    def texts(self, name: str) -> list[str]:
        """The values of a field that may be sent several times, such as ticked boxes."""
        return [one for one in self.data.getlist(name) if isinstance(one, str)]

    def flag(self, name: str) -> bool:
        """Whether a box is ticked."""
        return bool(self.raw(name))

    def is_ticked(self, name: str, value: str, *, otherwise: bool) -> bool:
        """Whether a box was ticked; `otherwise` where the form that was sent does not have it."""
        return value in self.texts(name) if name in self.texts(BOXES) else otherwise

    def figures(self, name: str) -> str:
        """The text of a field, its digits as 0 to 9 in whatever script they were typed, such as Arabic."""
        return "".join(str(unicodedata.decimal(one, one)) for one in self.text(name))

    def number(self, name: str, *, least: int = 0, most: int = 2**31 - 1) -> int | None:
        """The whole number of a field; None if it is empty, or no such number, which is a problem then."""
        text = ungroup(self.figures(name))
        if not text:
            return None
        if text.isascii() and text.isdigit() and len(text) <= 10 and least <= int(text) <= most:
            return int(text)
        self.add(
            translate("Write a whole number from %(least)s to %(most)s.") % vars_of(least, most), at=name
        )
        return None

    def timestamp(self, name: str) -> datetime | None:
        """The date and time of a field, written in the reader's time zone. UTC; None if it is empty, or none.

        What is none is a problem.
        """
        text = self.figures(name)
        if not text:
            return None
        try:
            local = datetime.fromisoformat(text[:_LONGEST_TIMESTAMP]).replace(tzinfo=current_locale().zone)
            when = local.astimezone(UTC)
            exists = when.astimezone(local.tzinfo).replace(tzinfo=None) == local.replace(tzinfo=None)
        except (ValueError, OverflowError):  # the latter at both ends of the calendar
            self.add(translate("Write a date and a time, such as 2030-01-31 17:00."), at=name)
            return None
        if exists:
            return when
        self.add(
            translate("The clocks skip this time on that day. Write an earlier or a later one."), at=name
        )
        return None

    def files(self, name: str) -> list[UploadFile]:
        """The files of a field; none if it was left empty."""
        return [one for one in self.data.getlist(name) if isinstance(one, UploadFile) and one.filename]

    def add(self, message: str, *, at: str | None = None, code: str = "") -> None:
        """Note a problem."""
        self.problems.append(FormProblem(message=message, field=at, code=code))

    def require(self, *names: str) -> bool:
        """Note a problem for each of these fields that is empty; whether all are filled in."""
        missing = [name for name in names if not self.text(name)]
        for name in missing:
            self.add(translate("Fill this in."), at=name, code="MISSING")
        return not missing

    def require_version(self, version: str) -> None:
        """Check that the form was shown for this version of the record. Raises `ChangedMeanwhile`.

        A form that names none is accepted: it is no page's, or one of a release before this check.
        """
        if VERSION in self.data and self.text(VERSION) != version:
            raise ChangedMeanwhile(
                "This was changed meanwhile, by somebody else or in another window.",
                hints="Nothing is lost: compare, then choose what stays.",
            )

    @property
    def is_outdated(self) -> bool:
        """Whether somebody else changed the record since the form was shown."""
        return any(one.code == ChangedMeanwhile.code for one in self.problems)

    def find_theirs(
        self, name: str, value: object, options: Iterable[tuple[object, object]] = (), empty: str = ""
    ) -> str | None:
        """What somebody else made of a field since the form was shown; None if it is what was typed.

        `value` is what is stored. Of a choice `options` and `empty` give the text for it.
        """
        stored = "" if value is None else str(value).replace("\r\n", "\n").strip()
        if not self.is_outdated or name not in self.data or self.text(name) == stored:
            return None
        return next((str(shown) for one, shown in options if str(one) == stored), stored or empty)

    def problem_at(self, name: str) -> str | None:
        """What is wrong with a field."""
        return " ".join(one.message for one in self.problems if one.field == name) or None

    @property
    def wait(self) -> int:
        """Seconds until the form may be sent again; 0: at once."""
        return max((one.wait for one in self.problems), default=0)

    @contextmanager
    def catching(self, fields: Mapping[str, str] | None = None) -> Iterator[None]:
        """Note the errors of an action as problems, and go on after the block.

        `fields` gives the control for an error's code or for the field that it names, where that has another
        name in the form.
        """
        try:
            yield
        except _SHOWN_AS_PROBLEMS as error:
            for one in _problems(error):
                self.problems.append(_place(one, fields or {}))

    def __bool__(self) -> bool:
        """Whether it can be accepted as far as is known."""
        return not self.problems


def vars_of(least: int, most: int) -> dict[str, str]:
    """The placeholders of a message about a range."""
    return {"least": write_number(least), "most": write_number(most)}


def _problems(error: DragomanError) -> Sequence[FormProblem]:
    if isinstance(error, RuleBroken):
        return [_problem(one) for one in error.all_problems()]
    if isinstance(error, Malformed):
        return [
            FormProblem(message=translate_message(one.message), field=str(one.location[-1]))
            for one in error.problems
        ]
    return [_problem(error)]


def _problem(error: DragomanError) -> FormProblem:
    wait = math.ceil(error.retry_after) if isinstance(error, TooManyRequests) else 0
    return FormProblem(message=write_error(error), field=error.field, code=error.code, wait=wait)


def _place(problem: FormProblem, fields: Mapping[str, str]) -> FormProblem:
    at = fields.get(problem.field or "") or fields.get(problem.code) or problem.field
    return replace(problem, field=at)
