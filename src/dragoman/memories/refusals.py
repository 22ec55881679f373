"""The errors of memories, each with its stable code. No message quotes customers' text."""

from __future__ import annotations

from typing import Final

from dragoman.errors import Conflict, NotFound, RuleBroken


class MemoryNotFound(NotFound):
    """There is no such memory, or it is another account's."""

    code = "MEMORY_NOT_FOUND"


class UnitNotFound(NotFound):
    """The memory has no such unit."""

    code = "UNIT_NOT_FOUND"


class UnitChanged(Conflict):
    """The unit was changed since the caller read it."""

    code = "UNIT_CHANGED"


class UnitsChanged(Conflict):
    """Another number of units is to be deleted than the caller has seen."""

    code = "UNITS_CHANGED"


class TooManyUnits(RuleBroken):
    """More units are to be deleted than can be at once."""

    code = "TOO_MANY"


class ImportNotFound(NotFound):
    """The memory has no such import."""

    code = "IMPORT_NOT_FOUND"


class SetNotFound(NotFound):
    """There is no such set, or no such version of it."""

    code = "MEMORY_SET_NOT_FOUND"


class MemoryNameTaken(RuleBroken):
    """The account has another memory or set of this name."""

    code = "NAME_TAKEN"


class NamedMemoryUnknown(RuleBroken):
    """The account has no memory that the request names."""

    code = "MEMORY_NOT_FOUND"


class TooManyMemories(RuleBroken):
    """The account has as many memories as it may have."""

    code = "TOO_MANY"


class DisabledPrimary(RuleBroken):
    """A disabled memory cannot be primary."""

    code = "MEMORY_DISABLED"


class UnitRefused(RuleBroken):
    """A unit's text, tags or properties are invalid."""

    code = "UNIT_REFUSED"


NO_SUCH_MEMORY: Final = "There is no such translation memory."
NO_SUCH_UNIT: Final = "The translation memory has no such unit."
NO_SUCH_IMPORT: Final = "The translation memory has no such import."
NO_SUCH_SET: Final = "There is no such set of translation memories, or no such version of it."
