"""XML: no attack reads a file, uses the network or takes long."""

from __future__ import annotations

import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml.parsing import local_name, parse_xml, split_name

CANARY = "the-canary-sings"
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))


@pytest.fixture(scope="module")
def canary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("canary") / "secret.txt"
    path.write_text(CANARY, encoding="ascii")
    (path.parent / "evil.dtd").write_text(f'<!ENTITY inner "{CANARY}">', encoding="ascii")
    return path


@pytest.fixture(scope="module")
def listener() -> Iterator[socket.socket]:
    """A port of this machine that nothing may connect to."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.01)
        yield server


def attacks(path: Path, port: int) -> dict[str, bytes]:
    """Name → a document that must be refused by every way of reading, or at least do nothing."""
    url, file = f"http://127.0.0.1:{port}/x", path.as_uri()
    dtd = (path.parent / "evil.dtd").as_uri()
    internal = {
        "internal entity": '<!ENTITY a "b">',
        "billion laughs": f'<!ENTITY l0 "ha">{LAUGHS}',
        "quadratic": f'<!ENTITY a "{"x" * 50_000}">',
        "external file": f'<!ENTITY a SYSTEM "{file}">',
        "external path": f'<!ENTITY a SYSTEM "{path}">',
        "external http": f'<!ENTITY a SYSTEM "{url}">',
        "external https": f'<!ENTITY a SYSTEM "https://127.0.0.1:{port}/x">',
        "external ftp": f'<!ENTITY a SYSTEM "ftp://127.0.0.1:{port}/x">',
        "external public": f'<!ENTITY a PUBLIC "-//x//y" "{url}">',
        "expect": '<!ENTITY a SYSTEM "expect://id">',
        "php filter": '<!ENTITY a SYSTEM "php://filter/read=convert.base64-encode/resource=/etc/passwd">',
        "gopher": f'<!ENTITY a SYSTEM "gopher://127.0.0.1:{port}/x">',
        "device": '<!ENTITY a SYSTEM "/dev/zero">',
        "process": '<!ENTITY a SYSTEM "/proc/self/environ">',
        "UNC": f'<!ENTITY a SYSTEM "//127.0.0.1:{port}/x">',
        "unparsed": f'<!NOTATION n SYSTEM "x"><!ENTITY a SYSTEM "{file}" NDATA n>',
        "parameter http": f'<!ENTITY % p SYSTEM "{url}"> %p;',
        "parameter file": f'<!ENTITY % p SYSTEM "{dtd}"> %p;',
        "parameter unused": f'<!ENTITY % p SYSTEM "{dtd}">',
        "parameter internal": "<!ENTITY % p '<!ENTITY a \"b\">'> %p;",
        "parameter nested": f"<!ENTITY % f SYSTEM '{file}'>"
        f"<!ENTITY % w \"<!ENTITY &#37; s SYSTEM '{url}?%f;'>\">%w; %s;",
        "loop": '<!ENTITY a "&b;"><!ENTITY b "&a;">',
        "entity of a predefined name": '<!ENTITY lt "&#60;"><!ENTITY a "b">',
    }
    found = {
        f"{name} in {where}": f"<!DOCTYPE r [{subset}]>{content}".encode()
        for name, subset in internal.items()
        for where, content in (
            ("text", f"<r>{'&l11;' if 'laughs' in name else '&a;'}</r>"),
            ("an attribute", f"<r a='{'&l11;' if 'laughs' in name else '&a;'}'/>"),
            ("nothing", "<r/>"),
        )
    }
    return found | {
        "quadratic text": f'<!DOCTYPE r [<!ENTITY a "{"x" * 50_000}">]><r>{"&a;" * 50_000}</r>'.encode(),
        "default attribute": b"<!DOCTYPE r [<!ENTITY a 'b'><!ATTLIST r x CDATA '&a;'>]><r/>",
        "in UTF-16": '<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>'.encode("utf-16"),
        "in UTF-16 with a declaration": (
            "<?xml version='1.0' encoding='utf-16'?><!DOCTYPE r [<!ENTITY a 'b'>]><r>&a;</r>".encode("utf-16")
        ),
        "after a comment": b"<!-- <r> --><?pi <r>?><!DOCTYPE r [<!ENTITY a 'b'>]><r>&a;</r>",
        "undeclared entity": b"<r>&a;</r>",
        "deep": b"<r>" * 300_000,
        "deep and closed": b"<r>" * 300 + b"</r>" * 300,
        "deep with names": b"".join(b"<x%d>" % n for n in range(100_000)),
        "open attribute": b"<r a='" + b"x" * 1_000_000,
        "open comment": b"<!--" * 200_000,
        "open CDATA": b"<r><![CDATA[" * 10_000,
        "open declaration": b"<?xml " + b" " * 1_000_000,
        "two roots": b"<r/><r/>",
        "no root": b"<!-- nothing -->",
        "empty": b"",
        "white": b" \n\t ",
        "text only": b"hello",
        "cut off": b"<r><a>te",
        "wrong end": b"<r><a></r></a>",
        "same attribute twice": b"<r a='1' a='2'/>",
        "undeclared prefix": b"<x:r/>",
        "NUL": b"<r>a\0b</r>",
        "control character": b"<r>\x01</r>",
        "control reference": b"<r>&#1;</r>",
        "lone surrogate": b"<r>&#xD800;</r>",
        "no UTF-8": b"<r>\xff\xfe\xff</r>",
        "unknown encoding": b"<?xml version='1.0' encoding='x-none'?><r/>",
        "false encoding": b"<?xml version='1.0' encoding='utf-16'?><r/>"[:20],
        "HTML": b"<html><body><p>one<p>two</body></html>",
        "zip": b"PK\x03\x04" + bytes(100),
    }


SIZES = attacks(Path("/nowhere/x"), 1)


@pytest.mark.parametrize("name", SIZES)
def test_attacks_are_refused(name: str, canary: Path, listener: socket.socket) -> None:
    data = attacks(canary, listener.getsockname()[1])[name]
    for read in (parse_xml, lambda data: parse_xml(data, doctype=True)):
        began = time.process_time()
        with pytest.raises(DocumentCorrupt) as caught:
            read(data)
        assert time.process_time() - began < 1
        assert CANARY not in caught.value.message
    with pytest.raises(TimeoutError):
        listener.accept()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 1_500_000  # kB


def test_a_document_type_is_read_only_where_it_may_be(canary: Path, listener: socket.socket) -> None:
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/x.dtd"
    dtd = (canary.parent / "evil.dtd").as_uri()
    for kind in ("", f'SYSTEM "{url}"', f'PUBLIC "-//x" "{url}"', f'SYSTEM "{dtd}"', "[<!ELEMENT r ANY>]"):
        data = f"<!DOCTYPE r {kind}><r>&#65;</r>".encode()
        assert parse_xml(data, doctype=True).text == "A"
        with pytest.raises(DocumentCorrupt, match="document type"):
            parse_xml(data)
    kept = parse_xml(f'<!DOCTYPE r SYSTEM "{dtd}"><r>a&inner;b</r>'.encode(), doctype=True)
    assert CANARY not in etree.tostring(kept, encoding="unicode")
    assert "&inner;" in etree.tostring(kept, encoding="unicode")
    with pytest.raises(TimeoutError):
        listener.accept()


def test_inclusions_and_style_sheets_are_only_text(canary: Path) -> None:
    data = (
        f'<?xml-stylesheet href="{canary.as_uri()}"?><r xmlns:xi="http://www.w3.org/2001/XInclude">'
        f'<xi:include href="{canary.as_uri()}" parse="text"/></r>'
    ).encode()
    assert CANARY not in etree.tostring(parse_xml(data).getroottree(), encoding="unicode")


def test_messages_tell_the_line_and_quote_nothing() -> None:
    with pytest.raises(DocumentCorrupt) as caught:
        parse_xml(b"<secretname>\n<othername>\n</secretname>")
    assert "line 3" in caught.value.message
    assert "name" not in caught.value.message.replace("tag name mismatch", "")


def test_names() -> None:
    assert split_name("{u:n}a") == ("u:n", "a")
    assert split_name("a") == ("", "a")
    root = parse_xml(b"<x:a xmlns:x='u'><!-- c --></x:a>")
    assert [local_name(node) for node in root.iter()] == ["a", ""]
