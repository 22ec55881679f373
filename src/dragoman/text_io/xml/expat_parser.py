"""Parse XML with expat safely: without entities and external document types, errors with line and column.

Expat resolves external entities and loads document types only where handlers for them are set; none are.
`tree` builds small trees with it, `blocks` and `prefixes` stream the parts of Office packages. `parsing`
builds whole trees, with lxml.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias
from xml.parsers import expat

from dragoman.text_io.errors import DocumentCorrupt

# Checks a declared entity: its name, whether it is a parameter entity, its text (None: it is external).
EntityCheck: TypeAlias = Callable[[str, bool, str | None], None]

SEPARATOR: Final = "}"  # between namespace and local name

_PREFIX_ERRORS: Final = frozenset(
    expat.errors.codes[message]
    for message in (expat.errors.XML_ERROR_UNBOUND_PREFIX, expat.errors.XML_ERROR_UNDECLARING_PREFIX)
)
_UNKNOWN_ENCODING: Final = expat.errors.codes[expat.errors.XML_ERROR_UNKNOWN_ENCODING]


class XmlNotWellFormed(DocumentCorrupt):
    """Bytes that are no well-formed XML. The message names the problem, line and column."""


class PrefixNotDeclared(XmlNotWellFormed):
    """A name has a prefix that is bound to no namespace."""


class ExpatParser:
    """A parser that is fed bytes and calls the handlers set on `handlers`.

    Names are `namespace}name`, or as written where `separator` is None. `subject` begins the messages of
    errors. Documents with a document type are refused unless `doctype`. Entity declarations are refused
    unless `check_entity` is given, which raises `DocumentCorrupt` for those that it does not accept.
    """

    def __init__(
        self,
        subject: str = "The XML",
        *,
        encoding: str | None = None,  # None: as the document declares it
        separator: str | None = SEPARATOR,
        doctype: bool = True,
        check_entity: EntityCheck | None = None,
    ) -> None:
        self.handlers = expat.ParserCreate(encoding, separator)
        self.handlers.buffer_text = True
        self.handlers.specified_attributes = True  # no defaults from a document type
        self.handlers.EntityDeclHandler = self._declare_entity
        if not doctype:
            self.handlers.StartDoctypeDeclHandler = self._refuse_doctype
        self._subject = subject
        self._check_entity = check_entity

    def feed(self, data: bytes) -> None:
        """Parse the next bytes. Raises `DocumentCorrupt`, mostly `XmlNotWellFormed`, and as handlers do."""
        self._parse(data, is_final=False)

    def finish(self, data: bytes = b"") -> None:
        """Parse the last bytes. Raises as `feed` does, and when the document has no end."""
        try:
            self._parse(data, is_final=True)
        finally:  # without a cycle of references, the parser's memory is freed at once, not by a collection
            self.handlers.EntityDeclHandler = None
            self.handlers.StartDoctypeDeclHandler = None

    def _parse(self, data: bytes, *, is_final: bool) -> None:
        try:
            self.handlers.Parse(data, is_final)
        except expat.ExpatError as error:
            raise self._not_well_formed(error) from None
        except (LookupError, ValueError):
            if self.handlers.ErrorCode != _UNKNOWN_ENCODING:  # it comes from a handler
                raise
            raise DocumentCorrupt(f"{self._subject} has an encoding that is not known. Use UTF-8.") from None

    def _not_well_formed(self, error: expat.ExpatError) -> XmlNotWellFormed:
        place = f"line {error.lineno}, column {error.offset + 1}"
        if error.code in _PREFIX_ERRORS:
            return PrefixNotDeclared(f"{self._subject} uses a prefix that it does not declare: {place}.")
        problem = expat.ErrorString(error.code)
        return XmlNotWellFormed(f"{self._subject} is not well-formed: {problem}, {place}.")

    def _declare_entity(self, name: str, is_parameter: bool, value: str | None, *_: object) -> None:
        if self._check_entity is None:
            raise DocumentCorrupt(f"{self._subject} declares entities, which is not allowed.")
        self._check_entity(name, is_parameter, value)

    def _refuse_doctype(self, *_: object) -> None:
        raise DocumentCorrupt(
            f"{self._subject} has a document type declaration, which files of this kind must not have."
        )
