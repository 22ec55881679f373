"""Memories, sets of them, and term bases, with what was imported into them."""

from __future__ import annotations

import html
import itertools
import re
from functools import partial

from tests.dashboard.filled_account import (
    LONGEST_NAME,
    FilledAccount,
    as_file_name,
    in_line,
    next_number,
    visible,
)
from tests.dashboard.test_term_bases import finished, terms
from tests.waiting import wait_until

_PAIR = {"source_language": "en", "target_language": "de"}
# What begins a tag, which terms may not have: the rest of it stays.
_TAG = re.compile(r"<+(?=[/?]?[A-Za-z0-9]|!(?:--|[A-Za-z\[]))")
_TMX = """<?xml version="1.0"?><tmx version="1.4"><header creationtool="{name}" creationtoolversion="{name}"
 segtype="sentence" o-tmf="{name}" adminlang="en" srclang="en" datatype="plaintext"/><body>
<tu creationid="{name}" tuid="{name}"><prop type="domain">{text}</prop><note>{text}</note>
<tuv xml:lang="en"><seg>{text}</seg></tuv><tuv xml:lang="de"><seg>{text}</seg></tuv></tu>
<tu><tuv xml:lang="{name}"><seg>{text}</seg></tuv><tuv xml:lang="de"><seg>{text}</seg></tuv></tu>
<tu><note>{text}</note><tuv xml:lang="de"><seg>{text}</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>a<bpt i="1">{text}</bpt></seg></tuv><tuv xml:lang="de"><seg>b</seg></tuv></tu>
</body></tmx>"""


def fill_memories(filled: FilledAccount) -> None:
    """Memories with a unit each, sets, and an import with units that are refused."""
    for text in (*filled.some(), filled.everything):
        name = f"{next_number()} {in_line(text)}"[:LONGEST_NAME].strip()
        memory = filled.add("/ui/memories/new", {"name": name})
        unit = {"source": _escape_unit(text), "target": _escape_unit(text)}
        filled.add(f"{memory}/units/new", {**_PAIR, **unit})
    _import_units(filled, memory)
    filled.see(memory, f"{memory}/imports")
    for name in filled.names():
        fields = {"name": name, "account": str(filled.account)}
        members = filled.add("/ui/memory-sets/new", fields, by_staff=True)
    version = str(filled.admin.get(members).find("//input[@name='version']").get("value"))
    chosen = {"version": version, "member": memory.rpartition("/")[2]}
    filled.add(members, chosen, by_staff=True)


def _import_units(filled: FilledAccount, memory: str) -> None:
    """Import a file with units that are refused, and one that breaks off."""
    name = as_file_name(filled.some()[0], ".tmx")
    line, text = in_line(filled.some()[0]), f"{next_number()} {in_line(filled.everything)}"
    data = _TMX.format(name=html.escape(line), text=html.escape(text)).encode()
    for number, sent in enumerate((data, data[:-100])):
        files = {"file": (f"{number}{name}", sent)}
        imported = filled.add(f"{memory}/imports", {}, files=files)
        filled.later.append(partial(wait_until, partial(_is_over, filled, imported)))


def _is_over(filled: FilledAccount, imported: str) -> bool:
    return not filled.developer.get(imported).tree.xpath("//main//progress")


def _escape_unit(text: str) -> str:
    """A text in the notation of units, where `<` and `&` belong to tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;")


def fill_term_bases(filled: FilledAccount) -> None:
    """Term bases with a concept each, and files that were tried and imported."""
    text = filled.everything
    words = (f"{next_number()} {_TAG.sub('', visible(line))}" for line in filled.lines(400))
    labels = filled.lines(200)
    for name in filled.names():
        base = filled.add("/ui/term-bases/new", {"name": name})
        long = {"definition": text, "note": text, "term-0-note": text, "term-0-example": text}
        short = {
            "domain": next(labels),
            "key": f"{next_number()} {next(labels)}",
            "term-0-forms": next(words),
        }
        rows = (("en", next(words), ""), ("de", next(words), "preferred"), ("de", next(words), "forbidden"))
        filled.add(f"{base}/concepts/new", terms(*rows, **long, **short))
        filled.see(f"{base}?version=1")
    _import_terms(filled, base)


def fill_style_guides(filled: FilledAccount) -> None:
    """Style guides with all rules, and instructions in many writings."""
    lines = filled.lines(280)
    for name in filled.names():
        rules = {"formality": "formal", "tone": "plain", "numbers": "language", "quotation_marks": "low"}
        instructions = "\n".join(next(lines) for _ in range(3))
        filled.add(
            "/ui/style-guides/new",
            {"name": name, "target_language": "de", "instructions": instructions, **rules},
        )


def _import_terms(filled: FilledAccount, base: str) -> None:
    """Try a file that is none, and twice a table with rows that are refused; import the table.

    A new try may end the keeping of the files of earlier ones, so that it is the last that is imported.
    """
    developer, name, table = filled.developer, as_file_name(filled.some()[0], ".csv"), _table(filled).encode()
    sent = [(f"3{name}", b"a\0b\0\0\1"), (f"2{name}", table), (name, table)]
    tried = [filled.add(f"{base}/imports", {}, files={"file": one}) for one in sent]

    def start() -> None:
        shown = [finished(developer, one) for one in tried]
        finished(developer, filled.add(f"{shown[-1].address}/start", {}))

    filled.later.append(start)


def _table(filled: FilledAccount) -> str:
    """A table with names of columns that nobody knows, rows that are too long, and terms with tags."""
    cells = ['"' + line.replace('"', '""') + '"' for line in itertools.islice(filled.lines(180), 30)]
    rows = [f"en,de,{cells[0]},{cells[1]}"]
    rows += [f"word {number},{cell},{cell},{cell}" for number, cell in enumerate(cells)]
    rows += [f"long {number},{cell},c,d,{cell}" for number, cell in enumerate(cells)]
    return "\n".join(rows)
