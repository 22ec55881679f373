"""`make catalogs`: collect the texts of the dashboard and of errors for translation; compile the catalogues.

Two catalogues of GNU gettext for each language, below `src/dragoman/dashboard/locales`:
`dashboard.po` has the texts of templates and pages, `errors.po` the messages of the domain's errors. What
varies in an error is numbered there: "There is no account {1}." The setup compiles them; git has the sources.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scripts.catalog_names import alternatives, resolve

ROOT: Final = Path(__file__).parent.parent
SOURCES: Final = ROOT / "src/dragoman"
LOCALES: Final = SOURCES / "dashboard/locales"
LANGUAGES: Final = ("ar", "de", "es", "fr")
# What is refused by commands and by interfaces of other services is said in English, and on no page.
_ELSEWHERE: Final = (
    "api/compat/",
    "commands/",
    "engines/ctranslate2/adding/",
    "engines/ctranslate2/pair_names.py",
    "engines/ctranslate2/recognition.py",
    "memories/transfers/",
    "style_guides/rule_lists/",
    "termbases/dictionaries/",
    "translation/mixed_texts.py",
)
DOMAINS: Final = ("dashboard", "errors")

_METHODS: Final = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
_KEYWORDS: Final[dict[str, tuple[int, ...] | None]] = {
    "_": None,
    "gettext": None,
    "translate": None,
    "mark": None,
    "ngettext": (1, 2),
    "translate_plural": (1, 2),
}
# Packages whose imports report on files, and the names that they give the sentences of these reports.
_REPORTING: Final = ("memories", "termbases")
# What makes a check of a translation, and a finding of it.
_FINDING: Final = frozenset({"Check", "found"})
_MESSAGES: Final = ("message", "refusal", "_MESSAGES", "_HINTS", "_USUAL_HINT", "FAILED")
_OPTIONS: Final = {"**.html": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}}


def main(words: Sequence[str]) -> int:
    """Collect and compile; with `compile`, only compile."""
    if list(words) != ["compile"]:
        collect()
    compile_all()
    return 0


def collect() -> None:
    """Bring all catalogues up to date. Translations stay; those of texts that changed are marked fuzzy."""
    for domain, current in (("dashboard", collect_pages()), ("errors", collect_errors())):
        for language in LANGUAGES:
            path = _source(language, domain)
            path.parent.mkdir(parents=True, exist_ok=True)
            catalog = read_catalog(path, language) if path.exists() else Catalog(locale=language)
            catalog.update(current, no_fuzzy_matching=True, update_header_comment=True)
            catalog.obsolete.clear()
            _write(path, catalog)


def compile_all() -> None:
    """Compile every catalogue that is newer than its compiled form."""
    for language in LANGUAGES:
        for domain in DOMAINS:
            source = _source(language, domain)
            compiled = source.with_suffix(".mo")
            if not source.exists():
                continue
            if compiled.exists() and compiled.stat().st_mtime_ns >= source.stat().st_mtime_ns:
                continue
            data = io.BytesIO()
            write_mo(data, read_catalog(source, language))
            compiled.write_bytes(data.getvalue())


def collect_pages() -> Catalog:
    """The texts of templates and pages."""
    catalog = _new_catalog()
    found = extract_from_dir(
        SOURCES / "dashboard",
        method_map=_METHODS,
        options_map=_OPTIONS,
        keywords=_KEYWORDS,
        comment_tags=("Translators:",),
    )
    for name, _line, message, comments, context in found:
        catalog.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return catalog


def collect_errors() -> Catalog:
    """The messages and hints of the domain's errors, and of checks, with numbers for what varies."""
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(SOURCES.rglob("*.py"))}
    names = _error_names(list(trees.values())) | _FINDING
    catalog = _new_catalog()
    for path, tree in trees.items():
        if path.relative_to(SOURCES).as_posix().startswith(_ELSEWHERE):
            continue
        reports = _report_texts(tree) if path.relative_to(SOURCES).parts[0] in _REPORTING else ()
        for text in (*_error_texts(tree, names, trees), *reports):
            catalog.add(text, None, [(path.relative_to(SOURCES).as_posix(), 0)])
    return catalog


def _error_names(trees: Sequence[ast.Module]) -> set[str]:
    """The names of all classes that derive from `DragomanError`."""
    bases = {
        node.name: {getattr(base, "id", getattr(base, "attr", "")) for base in node.bases}
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    names = {"DragomanError"}
    while more := {name for name, parents in bases.items() if parents & names} - names:
        names |= more
    return names


def _error_texts(tree: ast.Module, names: set[str], trees: Mapping[Path, ast.Module]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name in names:
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "super().__init__":
                    yield from _texts_of(call, tree, trees)
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in names:
            yield from _texts_of(node, tree, trees)


def _report_texts(tree: ast.Module) -> Iterator[str]:
    """What a report says of a file: what is handed over as `message`, and what `report` is called with."""
    for node in ast.walk(tree):
        values: list[ast.expr] = []
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if ast.unparse(target) in _MESSAGES:
                values = list(node.value.values) if isinstance(node.value, ast.Dict) else [node.value]
        elif isinstance(node, ast.Call):
            values = [one.value for one in node.keywords if one.arg == "message"]
            values += node.args[-1:] if ast.unparse(node.func).endswith(".report") else []
        for value in values:
            for part in alternatives(value):
                text = _pattern(part)
                if text and " " in text:
                    yield text


def _texts_of(call: ast.Call, tree: ast.Module, trees: Mapping[Path, ast.Module]) -> Iterator[str]:
    values = [*call.args[:1], *(one.value for one in call.keywords if one.arg in {"hints", "message"})]
    for value in values:
        for part in resolve(value, at=call, tree=tree, trees=trees):
            text = _pattern(part)
            if text is not None and any(one.isalpha() for one in text) and (" " in text or part is value):
                yield text


def _pattern(value: ast.expr) -> str | None:
    """The text of a string, with {1}, {2} … for what varies; None for any other expression.

    Raises `ValueError` for a text that is put together of pieces, which no other language can follow.
    """
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return value.value or None
    if not isinstance(value, ast.JoinedStr):
        return None
    number, text = 0, ""
    for part in value.values:
        if isinstance(part, ast.Constant):
            text += str(part.value)
        else:
            if any(isinstance(one, ast.IfExp) for one in ast.walk(part)):
                raise ValueError(f"Write {ast.unparse(value)} as whole sentences, one for each case.")
            number += 1
            text += f"{{{number}}}"
    return text


def _source(language: str, domain: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / f"{domain}.po"


def _new_catalog() -> Catalog:
    return Catalog(project="Dragoman", charset="utf-8")


def read_catalog(path: Path, language: str) -> Catalog:
    """The catalogue of a file."""
    with path.open("rb") as file:
        return read_po(file, locale=language)


def _write(path: Path, catalog: Catalog) -> None:
    """Write a catalogue without dates and line numbers, so that it changes only where a text does."""
    data = io.BytesIO()
    catalog.creation_date = catalog.revision_date = None  # type: ignore[assignment]
    write_po(
        data, catalog, width=100, no_location=False, include_lineno=False, sort_output=True, omit_header=True
    )
    header = (
        f'msgid ""\nmsgstr ""\n"Language: {catalog.locale}\\n"\n'
        f'"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )
    path.write_text(header + data.getvalue().decode("utf-8").lstrip("\n"), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
