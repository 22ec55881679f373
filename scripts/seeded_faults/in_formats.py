"""Faults in formats: lost escapes, dropped units, white space and line ends."""

from __future__ import annotations

from typing import Final

from scripts.seeded_faults.fault import Fault

_FORMATS: Final = "src/dragoman/formats"
_READ_BACK: Final = "tests/formats/test_every_translation.py::test_any_translation_is_read_back"
_LINE_ENDS: Final = "tests/formats/test_every_translation.py::test_line_ends_and_byte_order_marks_stay"

FORMATS: Final = (
    Fault(
        name="SubRip: rebuilding gives the source",
        file=f"{_FORMATS}/srt/format.py",
        old="return encode(splice(decoded.text, replacements), decoded)[0] if replacements else source.data",
        new="return source.data",
        tests=("tests/formats/test_every_format.py::test_translations_are_read_back[srt-film.srt]",),
    ),
    Fault(
        name="SubRip: line breaks are always LF",
        file=f"{_FORMATS}/srt/format.py",
        old="line_end=line_end_of(decoded.text)",
        new='line_end="\\n"',
        tests=(f"{_LINE_ENDS}[srt]",),
    ),
    Fault(
        name="JSON: the last text is not written",
        file=f"{_FORMATS}/json/format.py",
        old="    if replacements and plan.dialect",
        new="    replacements = replacements[:-1]\n    if replacements and plan.dialect",
        tests=(f"{_READ_BACK}[json]",),
    ),
    Fault(
        name="CSV: quotes in a cell are not doubled",
        file=f"{_FORMATS}/csv/cells.py",
        old="""return '"' + text.replace('"', '""') + '"'""",
        new="""return '"' + text + '"'""",
        tests=(f"{_READ_BACK}[csv]",),
    ),
    Fault(
        name="PO: a backslash is not escaped",
        file=f"{_FORMATS}/po/strings.py",
        old="""_MUST_ESCAPE: Final = re.compile(r'["\\\\\\x00-\\x1f\\x7f]')""",
        new="""_MUST_ESCAPE: Final = re.compile(r'["\\x00-\\x1f\\x7f]')""",
        tests=(f"{_READ_BACK}[po]",),
    ),
    Fault(
        name="properties: a blank at the beginning of a value is not escaped",
        file=f"{_FORMATS}/properties/lines.py",
        old="""if written[0][:1] in (" ", "\\f") or (""",
        new="if (",
        tests=(f"{_READ_BACK}[properties]",),
    ),
    Fault(
        name="Apple strings: quotes are not escaped",
        file=f"{_FORMATS}/strings/literals.py",
        old="""if character in '\\\\"' else _unicode""",
        new="""if character in "\\\\" else character if character == '"' else _unicode""",
        tests=(f"{_READ_BACK}[strings]",),
    ),
    Fault(
        name="PHP: an apostrophe ends a string",
        file=f"{_FORMATS}/php/literals.py",
        old="""r"\\\\\\\\", text).replace("'", "\\\\'") + "'\"""",
        new="""r"\\\\\\\\", text) + "'\"""",
        tests=(
            "tests/formats/php/test_php.py::test_a_file_of_laravel",
        ),  # a result that reads wrong is written anew, in other quotes
    ),
    Fault(
        name="YAML: an apostrophe ends a scalar",
        file=f"{_FORMATS}/yaml/scalars.py",
        old="""return "'" + text.replace("'", "''") + "'\"""",
        new="""return "'" + text + "'\"""",
        tests=(
            "tests/formats/yaml/test_yaml.py::test_a_rails_file_in_russian",
        ),  # a result that reads wrong is written anew, in other quotes
    ),
    Fault(
        name="Word: blanks at the ends of runs are not preserved",
        file=f"{_FORMATS}/docx/writing.py",
        old="preserves=True",
        new="preserves=False",
        tests=(f"{_READ_BACK}[docx]",),
    ),
    Fault(
        name="Android: a leading @ makes a text a reference",
        file=f"{_FORMATS}/android/escapes.py",
        old="""if not self._begun and written[:1] in ("@", "?"):""",
        new="""if not self._begun and written[:1] == "?":""",
        tests=(
            "tests/formats/android/test_android.py::test_translations_are_written_in_the_manner_of_the_string",
        ),
    ),
    Fault(
        name="Fluent: braces of a text are placeables",
        file=f"{_FORMATS}/fluent/patterns.py",
        old="""return _BRACE.sub(lambda found: f'{{"{found[0]}"}}', text)""",
        new="return text",
        tests=("tests/formats/fluent/test_fluent.py::test_choices_get_the_forms_of_the_target",),
    ),
    Fault(
        name="XML: an ampersand is not escaped",
        file="src/dragoman/text_io/xml/tags.py",
        old="""return html.escape(_NOT_XML.sub("", text), quote=False).replace("\\r", "&#13;").encode()""",
        new="""return _NOT_XML.sub("", text).replace("<", "&lt;").replace("\\r", "&#13;").encode()""",
        tests=(f"{_READ_BACK}[xlsx]",),
    ),
    Fault(
        name="Text: the byte order mark is lost",
        file="src/dragoman/text_io/charsets.py",
        old="return bom + data, False",
        new="return data, False",
        tests=(f"{_LINE_ENDS}[html]",),
    ),
)
