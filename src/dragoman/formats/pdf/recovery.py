"""Recover a PDF file whose table of objects is damaged or missing: search the file for objects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from pdfminer.pdfdocument import PDFBaseXRef
from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import PDFObjRef, PDFStream

from dragoman.formats.pdf.objects import GuardedDocument, dict_of, name_of, number_of, resolve, stream_data

_OBJECT: Final = re.compile(rb"(?<![\d.])(\d{1,9})[ \t\r\n]{1,4}(\d{1,5})[ \t\r\n]{1,4}obj\b")
_REFERENCE: Final = rb"[ \t\r\n]*(\d{1,9})[ \t\r\n]{1,4}\d{1,5}[ \t\r\n]{1,4}R\b"
_ROOT: Final = re.compile(rb"/Root" + _REFERENCE)
_ENCRYPT: Final = re.compile(rb"/Encrypt" + _REFERENCE)
_ID: Final = re.compile(rb"/ID\s{0,8}\[\s{0,8}<([0-9A-Fa-f\s]{0,256})>")
_MOST_OBJECTS: Final = 1_000_000
_MAX_PACKED: Final = 16_000_000  # bytes of a stream of objects
_PAIR: Final = re.compile(rb"(\d{1,9})\s{1,8}\d{1,9}\s{0,8}")


class FoundObjects(PDFBaseXRef):
    """A table of the objects found in the whole file; of two with the same number the later one is used."""

    def __init__(self, data: bytes) -> None:
        self.positions: dict[int, tuple[int | None, int, int]] = {}
        for count, match in enumerate(_OBJECT.finditer(data)):
            if count > _MOST_OBJECTS:
                break
            self.positions[int(match[1])] = (None, match.start(), int(match[2]))
        self.trailer: dict[str, Any] = {}

    def get_trailer(self) -> dict[str, Any]:
        """The entries of a trailer."""
        return self.trailer

    def get_objids(self) -> Iterable[int]:
        """The numbers of all objects."""
        return list(self.positions)

    def get_pos(self, objid: int) -> tuple[int | None, int, int]:
        """The position of an object. Raises KeyError if it is missing."""
        return self.positions[objid]


class RecoveredDocument(GuardedDocument):
    """A document read without its own table."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._found = FoundObjects(data)
        super().__init__(data)
        self._unpack_objects()
        root = self._found.trailer.get("Root")
        self.catalog = dict(dict_of(root)) or self._find_catalog()

    def find_xref(self, parser: PDFParser) -> int:  # noqa: ARG002
        """Return 0: no table is searched."""
        return 0

    def read_xref_from(
        self,
        parser: PDFParser,
        start: int,  # noqa: ARG002
        xrefs: list[PDFBaseXRef],
    ) -> None:
        """Use the recovered table."""
        parser.fallback = True  # lengths of streams may be wrong, too
        trailer = self._found.trailer
        if roots := _ROOT.findall(self._data):
            trailer["Root"] = PDFObjRef(self, int(roots[-1]))
        else:
            trailer["Root"] = {}
        if found := _ENCRYPT.findall(self._data):
            trailer["Encrypt"] = PDFObjRef(self, int(found[-1]))
            first = _ID.search(self._data)
            identity = bytes.fromhex(first[1].decode()) if first and len(first[1]) % 2 == 0 else b""
            trailer["ID"] = [identity, identity]
        xrefs.append(self._found)

    def objects_of_type(self, kind: str) -> list[tuple[int, Any]]:
        """All objects whose dictionary has this type, with their numbers."""
        found = ((number, resolve(PDFObjRef(self, number))) for number in self._found.get_objids())
        return [(number, value) for number, value in found if name_of(dict_of(value).get("Type")) == kind]

    def _unpack_objects(self) -> None:
        """Add the objects in object streams; those in the file itself have been found."""
        if b"ObjStm" not in self._data:
            return
        for number, stream in self.objects_of_type("ObjStm"):
            if not isinstance(stream, PDFStream):
                continue
            head = stream_data(stream, _MAX_PACKED)[: int(number_of(stream.get("First")))]
            for index, match in enumerate(_PAIR.finditer(head)):
                self._found.positions.setdefault(int(match[1]), (number, index, 0))

    def _find_catalog(self) -> dict[str, Any]:
        catalogs = self.objects_of_type("Catalog")
        return dict(dict_of(catalogs[-1][1])) if catalogs else {}
