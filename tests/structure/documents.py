"""Generated documents: the texts of `generated` in pages, Markdown, XML, JSON and Word."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from hypothesis import strategies as st

from tests.formats.docx.packages import body, paragraph, run
from tests.structure.generated import blocks, columns, inlines, navigations, phrases

_LOOKS = ("", "<w:b/>", "<w:i/>", "<w:u w:val='single'/>", "<w:b/><w:i/>")
_TAB = "<w:r><w:tab/></w:r>"


def pages(language: str) -> st.SearchStrategy[bytes]:
    """Minified pages."""
    inside = st.lists(
        st.one_of(blocks(language, 1), navigations(language), _tables(language)), min_size=1, max_size=5
    )
    return inside.map(
        lambda parts: (
            f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>Shoes</title></head>'
            f"<body>{''.join(parts)}</body></html>"
        ).encode()
    )


def _tables(language: str) -> st.SearchStrategy[str]:
    rows = st.lists(st.lists(inlines(language, 1), min_size=2, max_size=3), min_size=1, max_size=3)
    return rows.map(
        lambda found: (
            "<table><tbody>"
            + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in found)
            + "</tbody></table>"
        )
    )


def markdowns(language: str) -> st.SearchStrategy[bytes]:
    """Headings, lists, tables, and links that touch."""
    words = phrases(language, most=3)
    link = st.builds("[{}](/{})".format, words, st.integers(1, 9))
    links = st.lists(link, min_size=1, max_size=4).map("".join)
    marked = st.builds("{}{}{}".format, st.sampled_from(("**", "*")), words, st.just("")).map(_closed)
    line = st.lists(st.one_of(words, marked), min_size=1, max_size=4).map(" ".join)
    block = st.one_of(
        line,
        links,
        line.map("# {}".format),
        st.lists(line, min_size=2, max_size=3).map(lambda items: "\n".join(f"- {item}" for item in items)),
        st.lists(words, min_size=2, max_size=3).map(_table_row),
    )
    return st.lists(block, min_size=1, max_size=6).map(lambda parts: ("\n\n".join(parts) + "\n").encode())


def _closed(text: str) -> str:
    mark = "**" if text.startswith("**") else "*"
    return f"{text}{mark}"


def _table_row(cells: Sequence[str]) -> str:
    return "\n".join(
        (f"| {' | '.join(cells)} |", f"|{'---|' * len(cells)}", f"| {' | '.join(reversed(cells))} |")
    )


def xml_files(language: str) -> st.SearchStrategy[bytes]:
    """Records whose fields touch."""
    fields = st.lists(phrases(language), min_size=1, max_size=4)
    return st.lists(fields, min_size=1, max_size=4).map(
        lambda records: (
            "<?xml version='1.0' encoding='utf-8'?><records>"
            + "".join(
                "<record>"
                + "".join(f"<field n='{n}'>{escape(text)}</field>" for n, text in enumerate(record))
                + "</record>"
                for record in records
            )
            + "</records>"
        ).encode()
    )


def json_files(language: str) -> st.SearchStrategy[bytes]:
    """Strings with HTML in them, as a CMS exports."""
    values = st.one_of(inlines(language), blocks(language, 1), columns(language))
    return st.lists(values, min_size=1, max_size=5).map(
        lambda found: json.dumps(
            {f"key{n}": text for n, text in enumerate(found)}, ensure_ascii=False
        ).encode()
    )


def word_files(language: str) -> st.SearchStrategy[bytes]:
    """Runs of different looks that touch, and columns parted by tabs."""
    words = phrases(language, most=3).map(escape)
    runs = st.lists(
        st.tuples(words, st.sampled_from(_LOOKS), st.sampled_from(("", " ", _TAB))), min_size=1, max_size=5
    )
    return st.lists(runs, min_size=1, max_size=4).map(
        lambda found: body("".join(paragraph(*map(_written, pieces)) for pieces in found))
    )


def _written(piece: tuple[str, str, str]) -> str:
    text, look, behind = piece
    return run(text + (behind if behind.isspace() else ""), look) + (behind if behind == _TAB else "")
