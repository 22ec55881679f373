"""Rewrite a part that binds a prefix to several namespaces, with one prefix for each namespace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from dragoman.text_io.xml.expat_parser import SEPARATOR, ExpatParser

_COMPATIBILITY: Final = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_XML: Final = "http://www.w3.org/XML/1998/namespace"
_LISTS: Final = frozenset({"Ignorable", "ProcessContent", "MustUnderstand", "PreserveElements"})


def with_own_prefixes(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Rewrite a document in UTF-8 with one prefix for each namespace throughout.

    Comments and processing instructions are dropped; lists of prefixes (`mc:Ignorable`, `Requires`) are
    adapted. Raises `DocumentCorrupt` when it is not well-formed.
    """
    writer = _Writer()
    for chunk in chunks:
        writer.parser.feed(chunk)
        yield writer.take()
    writer.parser.finish()
    yield writer.take()


class _Writer:
    def __init__(self) -> None:
        self.parser = ExpatParser("A part of the document")
        handlers = self.parser.handlers
        handlers.ordered_attributes = True
        handlers.StartNamespaceDeclHandler = self._declare
        handlers.EndNamespaceDeclHandler = self._undeclare
        handlers.StartElementHandler = self._start
        handlers.EndElementHandler = self._end
        handlers.CharacterDataHandler = self._text
        handlers.XmlDeclHandler = self._begin
        self.own: dict[str, str] = {_XML: "xml"}  # namespace → its prefix in the result
        self.scope: dict[str, list[str]] = {}  # prefix in the source → namespaces, innermost last
        self.open: list[list[str]] = []  # of each open element: namespaces that it declares in the result
        self.visible: set[str] = {_XML}  # namespaces declared in the result at this point
        self.pieces: list[str] = []

    def take(self) -> bytes:
        """The text written since the last call."""
        written = "".join(self.pieces).encode("utf-8")
        self.pieces.clear()
        return written

    def _begin(self, _version: str, _encoding: str | None, standalone: int) -> None:
        more = "" if standalone < 0 else f' standalone="{"yes" if standalone else "no"}"'
        self.pieces.append(f'<?xml version="1.0" encoding="UTF-8"{more}?>\n')

    def _declare(self, prefix: str | None, uri: str | None) -> None:
        self.scope.setdefault(prefix or "", []).append(uri or "")
        if uri and uri not in self.own:
            taken = set(self.own.values())
            wanted = prefix or "ns"
            while not wanted or wanted in taken:
                wanted = f"{prefix or 'ns'}{len(self.own)}"
            self.own[uri] = wanted

    def _undeclare(self, prefix: str | None) -> None:
        self.scope[prefix or ""].pop()

    def _name(self, name: str, brought: list[str]) -> str:
        uri, boundary, local = name.rpartition(SEPARATOR)
        if not boundary:
            return local
        if uri not in self.visible:
            self.visible.add(uri)
            brought.append(uri)
        return f"{self.own[uri]}:{local}"

    def _start(self, name: str, attributes: list[str]) -> None:
        brought: list[str] = []
        element = self._name(name, brought)
        if not self.open:  # lists of prefixes may name any prefix of the root
            for uris in self.scope.values():
                for uri in uris:
                    self._name(f"{uri}{SEPARATOR}x", brought) if uri else None
        written = [f"<{element}"]
        for key, value in zip(attributes[::2], attributes[1::2], strict=True):
            shown = self._listed(value, brought) if _is_list(name, key) else value
            written.append(f" {self._name(key, brought)}={quoteattr(shown, _ESCAPED)}")
        written += (f" xmlns:{self.own[uri]}={quoteattr(uri)}" for uri in brought)
        self.pieces.append("".join(written) + ">")
        self.open.append(brought)

    def _listed(self, value: str, brought: list[str]) -> str:
        """A list of prefixes (perhaps with local names) with the result's prefixes."""
        mapped = []
        for item in value.split():
            prefix, colon, local = item.partition(":")
            if uris := self.scope.get(prefix):
                prefix = self._name(f"{uris[-1]}{SEPARATOR}x", brought).partition(":")[0]
            mapped.append(prefix + colon + local)
        return " ".join(mapped)

    def _end(self, name: str) -> None:
        brought = self.open[-1]
        self.pieces.append(f"</{self._name(name, [])}>")
        self.open.pop()
        self.visible.difference_update(brought)

    def _text(self, text: str) -> None:
        self.pieces.append(escape(text, {"\r": "&#13;"}))


_ESCAPED: Final = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def _is_list(element: str, attribute: str) -> bool:
    uri, _, local = attribute.rpartition(SEPARATOR)
    if uri == _COMPATIBILITY:
        return local in _LISTS
    return attribute == "Requires" and element == f"{_COMPATIBILITY}{SEPARATOR}Choice"
