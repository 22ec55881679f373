"""Expat's parser: what it refuses, and how errors name the place."""

from __future__ import annotations

import pytest

from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml.expat_parser import ExpatParser, PrefixNotDeclared, XmlNotWellFormed

ENTITY = b'<!DOCTYPE r [<!ENTITY e "text">]><r>&e;</r>'
EXTERNAL = (
    b'<!DOCTYPE r SYSTEM "http://localhost/r.dtd" [<!ENTITY e SYSTEM "file:///etc/hostname">]><r>&e;</r>'
)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<r><a></r>", "The part x is not well-formed: mismatched tag, line 1, column 9."),
        (b"<r>\n  <a", "The part x is not well-formed: unclosed token, line 2, column 3."),
        (b"", "The part x is not well-formed: no element found, line 1, column 1."),
        (b"<r>\n<p:a/></r>", "The part x uses a prefix that it does not declare: line 2, column 1."),
        (ENTITY, "The part x declares entities, which is not allowed."),
        (EXTERNAL, "The part x declares entities, which is not allowed."),
        (
            b'<?xml version="1.0" encoding="none-such"?><r/>',
            "The part x has an encoding that is not known. Use UTF-8.",
        ),
    ],
)
def test_errors_name_the_problem_and_the_place(data: bytes, message: str) -> None:
    with pytest.raises(DocumentCorrupt) as raised:
        ExpatParser("The part x").finish(data)
    assert raised.value.message == message


def test_prefixes_count_only_where_names_have_namespaces() -> None:
    with pytest.raises(PrefixNotDeclared):
        ExpatParser().finish(b"<p:r/>")
    ExpatParser(separator=None).finish(b"<p:r/>")


def test_a_document_fed_byte_by_byte_gives_the_same_names() -> None:
    names: list[str] = []
    parser = ExpatParser()
    parser.handlers.StartElementHandler = lambda name, _attributes: names.append(name)
    for byte in b'<r xmlns="urn:a"><p:b xmlns:p="urn:b"/></r>':
        parser.feed(bytes([byte]))
    parser.finish()
    assert names == ["urn:a}r", "urn:b}b"]


def test_a_document_that_ends_early_is_refused_at_its_end() -> None:
    parser = ExpatParser()
    parser.feed(b"<r>")
    with pytest.raises(XmlNotWellFormed):
        parser.finish()


def test_a_document_type_can_be_refused_and_its_entities_can_be_checked() -> None:
    with pytest.raises(DocumentCorrupt, match="document type declaration"):
        ExpatParser(doctype=False).finish(b"<!DOCTYPE r><r/>")
    declared: list[tuple[str, bool, str | None]] = []
    ExpatParser(check_entity=lambda *entity: declared.append(entity)).finish(ENTITY)
    ExpatParser(check_entity=lambda *entity: declared.append(entity)).finish(EXTERNAL)
    assert declared == [("e", False, "text"), ("e", False, None)]


def test_what_a_handler_raises_is_not_the_documents_error() -> None:
    parser = ExpatParser()

    def fail(*_: object) -> None:
        raise KeyError

    parser.handlers.StartElementHandler = fail
    with pytest.raises(KeyError):
        parser.finish(b"<r/>")
