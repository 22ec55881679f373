"""Write units as TMX 1.4b, level 2. The same units give the same bytes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final
from xml.sax.saxutils import escape

from dragoman.memories.model import NO_CONTEXT, Context, MemoryUnit, StoredUnit, UnitOrigin, UnitStatus
from dragoman.memories.tmx import names
from dragoman.memories.tmx.header import TOOL
from dragoman.segments import Code, CodeKind, Segment, Text

_OPENING: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<tmx version="1.4">\n'
    '<header creationtool="{tool}" creationtoolversion="1" segtype="sentence" o-tmf="{tool}" adminlang="en"'
    ' srclang="*all*" datatype="plaintext" creationdate="{created}">\n'
    '<prop type="x-dragoman-name">{name}</prop>\n</header>\n<body>\n'
)
_CLOSING: Final = "</body>\n</tmx>\n"
# The types that TMX defines; all others begin with "x-".
_TYPES: Final = frozenset(
    (
        *("bold", "color", "dulined", "font", "italic", "link", "scap", "struct", "ulined"),
        *("fnote", "index", "alt", "date", "time", "pb", "lb", "cb", "inset"),
    )
)
_IN_CONTENT: Final = {"\r": "&#13;"}
_IN_ATTRIBUTE: Final = {'"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}


def write_tmx(units: Iterable[StoredUnit], *, name: str, created: datetime) -> Iterator[bytes]:
    """Write the file, a piece for each unit; `name` is the memory's, `created` the timestamp of the file."""
    opening = _OPENING.format(tool=TOOL, created=_write_timestamp(created), name=_content(names.escape(name)))
    yield opening.encode(errors="replace")
    for unit in units:
        yield "".join(_unit(unit)).encode(errors="replace")
    yield _CLOSING.encode()


def _unit(kept: StoredUnit) -> Iterator[str]:
    unit = kept.unit
    numbers: dict[tuple[bool, str, int], int] = {}
    yield f"<tu{''.join(_attributes(kept))}>\n"
    for name, value in _properties(unit):
        if name == names.NOTE:
            yield f"<note>{_content(names.escape(value))}</note>\n"
        else:
            yield f'<prop type="{_attribute(names.escape(name))}">{_content(names.escape(value))}</prop>\n'
    for language, segment in ((unit.source_language, unit.source), (unit.target_language, unit.target)):
        yield f'<tuv xml:lang="{language}"><seg>{"".join(_inline(segment, numbers))}</seg></tuv>\n'
    yield "</tu>\n"


def _attributes(kept: StoredUnit) -> Iterator[str]:
    unit = kept.unit
    attributes = {
        names.UNIT_ID: unit.properties.get(names.UNIT_ID),
        "srclang": unit.source_language,
        "creationdate": _write_timestamp(unit.created) if unit.created else None,
        "creationid": unit.created_by,
        "changedate": _write_timestamp(unit.changed) if unit.changed else None,
        "changeid": unit.changed_by,
        "usagecount": str(kept.used) if kept.used else None,
        "lastusagedate": _write_timestamp(kept.last_used) if kept.last_used else None,
    }
    for name, value in attributes.items():
        if value is not None:
            yield f' {name}="{_attribute(names.escape(value))}"'


def _properties(unit: MemoryUnit) -> Iterator[tuple[str, str]]:
    """The names and values to write."""
    if unit.origin is not UnitOrigin.IMPORT:
        yield names.ORIGIN, unit.origin.value
    if unit.status is not UnitStatus.CONFIRMED:
        yield names.STATUS, unit.status.value
    if unit.context != NO_CONTEXT:
        yield from _context(unit.context)
    for name, value in sorted(unit.properties.items()):
        if name == names.UNIT_ID:
            continue  # written as an attribute
        prefixed = name in names.RESERVED or name.startswith(names.PROPERTY)
        yield (names.PROPERTY + name if prefixed else name), value


def _context(context: Context) -> Iterator[tuple[str, str]]:
    for name, value in (
        (names.PREVIOUS, context.previous),
        (names.NEXT, context.next),
        (names.DOCUMENT, context.document),
        (names.KEY, context.key),
    ):
        if value is not None:
            yield name, value


def _inline(segment: Segment, numbers: dict[tuple[bool, str, int], int]) -> Iterator[str]:
    """Write the content of a `<seg>`. `numbers` are those of the unit's codes; new ones are added."""
    pairs = _find_pairs(segment)
    seen: Counter[tuple[bool, str]] = Counter()
    chosen: dict[int, int] = {}
    for index, part in enumerate(segment):
        if isinstance(part, Text):
            yield _text(part.text)
            continue
        begins = pairs.get(index)
        if begins is not None and begins != index:
            yield f'<ept i="{chosen[begins]}">{_content(names.escape(part.data))}</ept>'
            continue
        seen[begins is not None, part.id] += 1
        key = (begins is not None, part.id, seen[begins is not None, part.id])
        chosen[index] = numbers.setdefault(key, len(numbers) + 1)
        yield _code(part, chosen[index], paired=begins is not None)


def _code(code: Code, number: int, *, paired: bool) -> str:
    type_ = code.type if code.type in _TYPES else f"x-{code.type}"
    attributes = f'x="{number}" type="{_attribute(names.escape(type_))}"'
    data = _content(names.escape(code.data))
    if paired:
        return f'<bpt i="{number}" {attributes}>{data}</bpt>'
    if code.kind is CodeKind.STANDALONE:
        return f"<ph {attributes}>{data}</ph>"
    return f'<it pos="{"begin" if code.kind is CodeKind.OPEN else "end"}" {attributes}>{data}</it>'


def _find_pairs(segment: Segment) -> dict[int, int]:
    """Map the index of each code of a pair to the index of its opening code."""
    opened: dict[str, list[int]] = defaultdict(list)
    found: dict[int, int] = {}
    for index, part in enumerate(segment):
        if isinstance(part, Text) or part.kind is CodeKind.STANDALONE:
            continue
        if part.kind is CodeKind.OPEN:
            opened[part.id].append(index)
        elif opened[part.id]:
            begins = opened[part.id].pop()
            found[begins] = found[index] = begins
    return found


def _text(text: str) -> str:
    """Write text of a segment; characters that XML cannot hold become elements."""
    written = _content(text.replace("\x00", "\ufffd"))
    return names.NO_XML.sub(lambda found: f'<ph type="{names.CHARACTER}">{ord(found[0]):04X}</ph>', written)


def _content(text: str) -> str:
    return escape(text, _IN_CONTENT)


def _attribute(text: str) -> str:
    return escape(text, _IN_ATTRIBUTE)


def _write_timestamp(timestamp: datetime) -> str:
    return timestamp.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
