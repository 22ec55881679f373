"""Generate docs/reference/formats.md from the descriptions of the formats: see `write_references`."""

from __future__ import annotations

import json
from typing import Final

from dragoman.conversion.legacy.types import LEGACY_TYPES
from dragoman.formats import FORMATS
from dragoman.formats.format import PLACEHOLDERS, FormatInfo, Option
from dragoman.messages.placeholder_grammars import DEFAULT
from scripts.format_promises import STRUCTURE

WRITTEN: Final = "<!-- Written by `make references` from the code. Change it there. -->"
_FORMATS_INTRO: Final = f"""# Document types

{WRITTEN}

The document types of `POST /v2/documents/translate`; `GET /v2/documents/types` lists the same for programs.
The contents of a file count first, then its extension: a file whose contents do not match its extension is
refused with 422. A result has the type of its source, unless another one is named here. Text that is left
alone stays unchanged in the result.

Old Office documents (`.doc`, `.ppt`, `.xls`, `.rtf` and their templates) are taken where LibreOffice is
installed: see [documents](../concepts/documents.md#old-office-documents).

Options are set for one job by the field `options`, a JSON object. An option that a type does not have is
refused.
"""

_PLACEHOLDERS_INTRO: Final = """## Placeholders

Which grammars of placeholders the texts are read with; [text](../concepts/text.md#placeholders) explains
their names. All other types: `default`. The option `placeholders` names others for one job.

Flags in a file add to them. gettext catalogues: `c-format`, `python-format`, `python-brace-format`,
`qt-format`, `kde-format`, `java-format`, `csharp-format`, `ruby-format`, `php-format` and their like name a
grammar for their message, `no-c-format` takes `printf` out, `X-Accelerator-Marker` in the header names the
sign of accelerators; without one a single `_` before a word of a short message is one. Resources of .NET:
texts of controls (`button1.Text`) may have accelerators anywhere in a word.
"""

_CONFIGURATIONS: Final = """## Configurations and catalogues

JSON, YAML, TOML, INI, `.properties` and PHP files hold texts for people, values for programs, or both.
The file is classified by its keys and values first:

- In a **catalogue** of texts every value is translated, single small words (`cart`, `sign-in`) too.
  Only addresses, colours and the like stay.
- In a **configuration** only language is translated: phrases and sentences, and words under keys that
  describe (`description`, `title`, `message`). Names of rules, regular expressions, patterns of files,
  options, commands, requirements, `key:value` filters, selectors and constants stay.
- Any other file is **data**: values that look like code stay, words are translated by their keys.

What stays is counted in the fidelity report as `key` or `code`. Where the file was taken for the wrong
kind, the option `texts` says so (`all` or `prose`); `keys` and `skipKeys` choose single values. Files
with a locale as their outermost key, plural families, ICU messages or the shape of a known dialect are
always catalogues.

Measured on 63 real configurations (projects of Python, JavaScript and Rust, test runners, linters,
build services, site generators; 2,212 values with letters) and 56 real catalogues (i18next, Rails,
Docusaurus, Hexo, Etherpad, lists of countries; 5,461 texts): of 113 values translated in the
configurations, 81 are language as a person reads them (precision 72 %, was 5 %); all 81 values of
language are translated (recall 100 %, among values that read as language); of the catalogues' texts
none stays. Most of what is wrong are proper names in lists of records. `make measure-configuration
DIR=…` does the same with your files: `configurations/` and `catalogues/` below the folder,
`LABEL=file.csv` for the values to look at, and `python -m scripts.configurations --labelled file.csv`
for the result.
"""

_NOTES_INTRO: Final = """## Notes for linguists

In projects, comments for translators in these files become notes of their texts in the packages of
[linguists](../guides/linguists.md#what-is-in-a-package), at most 2,000 characters each and ten million in
all. They stay in the file unchanged.
"""


def formats_page() -> str:
    """The tables of all document types, of their options, and of comments that become notes."""
    infos = [*(entry.info for entry in FORMATS), *(entry.info for entry in LEGACY_TYPES)]
    options = [_format_option_row(info, option) for info in infos for option in info.options]
    chosen = [info for info in infos if info.placeholders != (DEFAULT,)]
    return "\n".join(
        [
            _FORMATS_INTRO,
            "| type | extensions | translated | left alone |",
            "|---|---|---|---|",
            *map(_format_row, infos),
            "",
            "## Options",
            "",
            "| type | option | default | meaning |",
            "|---|---|---|---|",
            _any_format_option_row(PLACEHOLDERS),
            *options,
            "",
            STRUCTURE,
            _PLACEHOLDERS_INTRO,
            "| type | grammars |",
            "|---|---|",
            *(
                f"| `{info.name}` | {' '.join(f'`{name}`' for name in info.placeholders)} |"
                for info in chosen
            ),
            "",
            _CONFIGURATIONS,
            _NOTES_INTRO,
            "| type | comments that become notes |",
            "|---|---|",
            *(f"| `{info.name}` | {cell(info.notes)} |" for info in infos if info.notes),
            "",
        ]
    )


def _format_row(info: FormatInfo) -> str:
    marks = ("bilingual", info.bilingual), ("experimental", info.file_type.experimental)
    words = [word for word, holds in marks if holds]
    notes = ", ".join([*words, f"result: `.{info.result.suffix}`"] if info.result else words)
    title = f"{cell(info.title)} (`{info.name}`{f', {notes}' if notes else ''})"
    extensions = " ".join(f"`.{suffix}`" for suffix in info.media_types)
    contents = (cell("; ".join(phrases)) for phrases in (info.translated, info.left_alone))
    return f"| {title} | {extensions} | {' | '.join(contents)} |"


def _format_option_row(info: FormatInfo, option: Option) -> str:
    default = list(option.default) if isinstance(option.default, tuple) else option.default
    choices = f" One of {', '.join(f'`{choice}`' for choice in option.choices)}." if option.choices else ""
    shown = cell(json.dumps(default, ensure_ascii=False))
    return f"| `{info.name}` | `{option.name}` | `{shown}` | {cell(option.description)}{choices} |"


def _any_format_option_row(option: Option) -> str:
    link = "See [placeholders](../concepts/text.md#placeholders)."
    return f"| all | `{option.name}` | `[]` | {cell(option.description)} {link} |"


def cell(text: str) -> str:
    """A text for a cell of a Markdown table."""
    return text.replace("|", "\\|")
