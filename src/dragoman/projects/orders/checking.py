"""Validating the fields of a client's project: their types, and the rules that need no look-up (P5–P8).

`references` validates ids. All problems are reported, and no message repeats the client's text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from dragoman.errors import RuleBroken
from dragoman.memories.scoring import HIGHEST_THRESHOLD, LOWEST_THRESHOLD
from dragoman.timestamps import parse_time

LONGEST_TITLE: Final = 500  # code points, as all of these
LONGEST_BRIEFING: Final = 50_000
LONGEST_NUMBER: Final = 255  # a purchase order's, and the client's own id of a project
LARGEST_METADATA: Final = 16 * 1024  # bytes of UTF-8, in the client's spelling
DEEPEST_METADATA: Final = 10  # the object itself is the first level

_INT32: Final = range(-(2**31), 2**31)


@dataclass(frozen=True, slots=True, kw_only=True)
class SentObject:
    """A JSON object: its text in the client's spelling, and its value."""

    text: str
    value: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SentFields:
    """The fields of a body by their names in the interface, and problems with the names themselves.

    A JSON object among them is a `SentObject`.
    """

    fields: Mapping[str, Any]
    problems: Sequence[RuleBroken] = ()


class FieldTwice(RuleBroken):
    """A request has a field twice, with different values."""

    code = "FIELD_TWICE"


class WrongType(RuleBroken):
    """A field does not have its type. `kind` names the problem for programs."""

    code = "WRONG_TYPE"

    def __init__(self, name: str, expected: str, *, kind: str) -> None:
        super().__init__(f"{name} is not {expected}.", hints=f"Send {name} as {expected}.")
        self.name = name
        self.expected = expected
        self.kind = kind


class TitleEmpty(RuleBroken):
    """The title is blank."""

    code = "TITLE_EMPTY"


class TitleTooLong(RuleBroken):
    """The title is too long."""

    code = "TITLE_TOO_LONG"


class TextEmpty(RuleBroken):
    """A text is blank where a value is needed."""

    code = "TEXT_EMPTY"


class FieldTooLong(RuleBroken):
    """A text is too long."""

    code = "TEXT_TOO_LONG"


class TextInvalid(RuleBroken):
    """A text contains characters that cannot be stored."""

    code = "TEXT_INVALID"


class MemoryThresholdInvalid(RuleBroken):
    """The threshold is outside the range of scores."""

    code = "MEMORY_THRESHOLD_INVALID"


class DeadlinePast(RuleBroken):
    """The deadline is past (P5)."""

    code = "DEADLINE_PAST"


class MetadataTooLarge(RuleBroken):
    """The metadata is too large (P6)."""

    code = "METADATA_TOO_LARGE"


class MetadataTooDeep(RuleBroken):
    """The metadata is nested too deep (P6)."""

    code = "METADATA_TOO_DEEP"


class MetadataInvalid(RuleBroken):
    """The metadata contains characters that cannot be stored."""

    code = "METADATA_INVALID"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedFields:
    """The parsed fields of a body: values by the names of `Fields` (None for null), and all problems."""

    values: Mapping[str, Any] = field(default_factory=dict)
    wrong: Sequence[WrongType] = ()
    broken: Sequence[RuleBroken] = ()
    faulty: frozenset[str] = frozenset()  # the names of `Fields` with problems


_Check = Callable[[str, Any, datetime], Any]  # name, value and now → the value to store


def check_fields(sent: SentFields, *, now: datetime) -> CheckedFields:
    """Validate the fields of a body; unknown fields are ignored."""
    values: dict[str, Any] = {}
    wrong: list[WrongType] = []
    broken: list[RuleBroken] = [*sent.problems]
    faulty: set[str] = set()
    for name, (attribute, check) in FIELDS.items():
        if name not in sent.fields:
            continue
        try:
            values[attribute] = None if sent.fields[name] is None else check(name, sent.fields[name], now)
        except WrongType as error:
            wrong.append(error)
            faulty.add(attribute)
        except RuleBroken as error:
            broken.append(error)
            faulty.add(attribute)
    return CheckedFields(values=values, wrong=tuple(wrong), broken=tuple(broken), faulty=frozenset(faulty))


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise WrongType(name, "a string", kind="string_type")
    if _is_unkeepable(value):
        hint = "Leave the character U+0000 and lone surrogates out."
        raise TextInvalid(f"{name} holds characters that cannot be kept.", hints=hint)
    return value


def _is_unkeepable(text: str) -> bool:
    return "\x00" in text or any("\ud800" <= character <= "\udfff" for character in text)


def _title(name: str, value: Any, _: datetime) -> str:
    text = _text(name, value)
    if not text.strip():
        raise TitleEmpty("The title is empty.", hints=f"Give a title of 1 to {LONGEST_TITLE} characters.")
    if len(text) > LONGEST_TITLE:
        raise TitleTooLong(
            f"The title has {len(text)} characters; at most {LONGEST_TITLE} are accepted.",
            hints="Shorten it; what the linguists should know belongs into briefing.",
        )
    return text


def _bounded(longest: int, *, empty: bool) -> _Check:
    def check(name: str, value: Any, _: datetime) -> str:
        text = _text(name, value)
        if not empty and not text.strip():
            raise TextEmpty(f"{name} is empty.", hints=f"Leave {name} out, or send it as null.")
        if len(text) > longest:
            message = f"{name} has {len(text)} characters; at most {longest} are accepted."
            raise FieldTooLong(message, hints="Shorten it.")
        return text

    return check


def _id(name: str, value: Any, _: datetime) -> int:
    if type(value) is not int or value not in _INT32:
        raise WrongType(name, "a whole number (int32)", kind="int_type")
    return value


def _threshold(name: str, value: Any, now: datetime) -> int:
    score = _id(name, value, now)
    if not LOWEST_THRESHOLD <= score <= HIGHEST_THRESHOLD:
        hint = f"Give a score from {LOWEST_THRESHOLD} to {HIGHEST_THRESHOLD}."
        raise MemoryThresholdInvalid(f"{name} is out of bounds.", hints=hint)
    return score


def _flag(name: str, value: Any, _: datetime) -> bool:
    if not isinstance(value, bool):
        raise WrongType(name, "true or false", kind="bool_type")
    return value


def _deadline(name: str, value: Any, now: datetime) -> datetime:
    if (deadline := parse_time(value)) is None:
        raise WrongType(
            name, "a date and time of RFC 3339, such as 2030-01-31T17:00:00Z", kind="datetime_type"
        )
    if deadline <= now:
        hint = "Send a time in the future, or none: the provider assigns a deadline then."
        raise DeadlinePast("The deadline is past.", hints=hint)
    return deadline


def _metadata(name: str, value: Any, _: datetime) -> str:
    if not isinstance(value, SentObject):
        raise WrongType(name, "a JSON object", kind="dict_type")
    size = len(value.text.encode("utf-8", "surrogatepass"))
    if size > LARGEST_METADATA:
        message = f"The metadata has {size} bytes; at most {LARGEST_METADATA} are accepted."
        raise MetadataTooLarge(message, hints="Keep less with the project.")
    deepest = 0
    for depth, text in _walk(value.value):
        deepest = max(deepest, depth)
        if text is not None and _is_unkeepable(text):
            hint = "Leave the character U+0000 and lone surrogates out."
            raise MetadataInvalid("The metadata holds characters that cannot be kept.", hints=hint)
    if deepest > DEEPEST_METADATA:
        message = f"The metadata is nested {deepest} deep; at most {DEEPEST_METADATA} levels are accepted."
        raise MetadataTooDeep(message, hints="Flatten it.")
    return value.text


def _walk(value: object) -> Iterator[tuple[int, str | None]]:
    """Iterate over the objects, arrays and texts in a value, names included, with their depths."""
    todo: list[tuple[int, object]] = [(1, value)]
    while todo:
        depth, one = todo.pop()
        if isinstance(one, str):
            yield 0, one
        elif isinstance(one, Mapping):
            yield depth, None
            todo += [(depth + 1, child) for pair in one.items() for child in pair]
        elif isinstance(one, list):
            yield depth, None
            todo += [(depth + 1, child) for child in one]


# The fields of a project that a client may set: name in the interface → name in `Fields`, and the check.
FIELDS: Final[Mapping[str, tuple[str, _Check]]] = {
    "title": ("title", _title),
    "briefing": ("briefing", _bounded(LONGEST_BRIEFING, empty=True)),
    "briefingForExperts": ("briefing_for_experts", _bounded(LONGEST_BRIEFING, empty=True)),
    "purchaseOrderNumber": ("purchase_order_number", _bounded(LONGEST_NUMBER, empty=True)),
    "deadline": ("deadline", _deadline),
    "templateId": ("template_id", _id),
    "serviceId": ("service_id", _id),
    "useTranslationMemory": ("use_memory", _flag),
    "translationMemoryId": ("memory_id", _id),
    "translationMemorySetId": ("memory_set_id", _id),
    "memoryThreshold": ("memory_threshold", _threshold),
    "termBaseId": ("term_base_id", _id),
    "styleId": ("style_id", _id),
    "invoicingAccountId": ("invoicing_account_id", _id),
    "userId": ("user_id", _id),
    "workAreaId": ("work_area_id", _id),
    "externalId": ("external_id", _bounded(LONGEST_NUMBER, empty=False)),
    "metadata": ("metadata", _metadata),
}
