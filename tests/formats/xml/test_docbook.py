"""DocBook: recognised by namespace, document type or looks."""

from __future__ import annotations

import re

import pytest

from dragoman.formats.xml import FORMAT
from tests.formats.xml.reading import extract, rebuilt, texts

CONTENT = """<title>A <emphasis>good</emphasis> book</title><para>Type <command>ls</command><footnote>
<para>A <replaceable>note</replaceable> here.</para></footnote>, then <guimenu>File</guimenu>.<indexterm>
<primary>files</primary><secondary>list of</secondary></indexterm></para>
<programlisting>x = "text"</programlisting>
<remark>not this</remark>"""
EXPECTED = ["A [good] book", "A {variable} here.", "files", "list of", "Type {variable}{note}, then [File]."]


@pytest.mark.parametrize(
    "document",
    [
        f'<article xmlns="http://docbook.org/ns/docbook" version="5.0">{CONTENT}</article>',
        f'<!DOCTYPE article PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "x.dtd"><article>{CONTENT}</article>',
        f"<article>{CONTENT}</article>",
        re.sub("<(/?)", r"<\1d:", f'<article xmlns:d="http://docbook.org/ns/docbook">{CONTENT}</article>'),
    ],
    ids=["5", "4", "looks", "prefix"],
)
def test_its_elements_are_known(document: str) -> None:
    assert texts(extract(FORMAT, document)) == EXPECTED


def test_references_of_its_document_type_stay() -> None:
    document = (
        '<!DOCTYPE article PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "x.dtd">'
        '<article lang="en"><para>one&nbsp;two &product; &mdash; th&eacute;</para></article>'
    )
    assert texts(extract(FORMAT, document)) == ["one\xa0two {variable} — thé"]
    assert rebuilt(FORMAT, document) == document.replace('"en"', '"de"').replace(
        "one&nbsp;two", "ONE&nbsp;TWO"
    ).replace("th&eacute;", "THÉ")
