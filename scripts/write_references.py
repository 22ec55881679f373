"""`make references`: the pages of docs/ that are written from the code, and what the interface has promised.

A test compares what this module would write with what stands there.
"""

from __future__ import annotations

import enum
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import click
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from dragoman.app import create_app
from dragoman.commands import create_cli
from dragoman.conversion.legacy_types import LEGACY_TYPES
from dragoman.formats import FORMATS
from dragoman.formats.format import PLACEHOLDERS, FormatInfo, Option
from dragoman.messages.placeholder_grammars import DEFAULT
from dragoman.settings import PREFIX, ExternalIssuer, Rate, Settings
from scripts.format_promises import STRUCTURE
from scripts.interface_floor import FLOOR, find_promises, read_floor, write_floor

_WRITTEN: Final = "<!-- Written by `make references` from the code. Change it there. -->"

_SETTINGS_INTRO: Final = f"""# Settings

{_WRITTEN}

A setting is an environment variable, or a line of the TOML file that `DRAGOMAN_CONFIG` names: `port = 9000`
there is `DRAGOMAN_PORT=9000` here. `DRAGOMAN_X_FILE` names a file whose content is the value of
`DRAGOMAN_X`: use it for secrets. An option of the command line (`--port`) wins over the environment, the
environment over the file, the file over the default. An empty variable counts as not set. The command
`dragoman settings` prints every setting with its value and where it came from, secrets masked; a name that
is no setting is warned about at the start.

A rate is written `CALLS/SECONDS`, such as `100/30`, or `off`. A list in a variable is separated by commas.
"""

_COMMANDS_INTRO: Final = f"""# Commands

{_WRITTEN}

`dragoman` (or `python -m dragoman`). With `--json` a command prints one JSON value to standard output;
messages go to standard error. The exit status is 0, 1 (refused, with a reason) or 2 (wrong usage). `admin`
commands work on the same data directory or database while the service runs. All commands read the same
[settings](settings.md).
"""

_FORMATS_INTRO: Final = f"""# Document types

{_WRITTEN}

What `POST /v2/documents/translate` takes; `GET /v2/documents/types` lists the same for programs. The
contents of a file count first, then its extension: a file that is not what its name says is refused with 422.
A result has the type of what was sent, unless another one is named here. Whatever is left alone stays in the
result as it was.

Old Office documents (`.doc`, `.ppt`, `.xls`, `.rtf` and their templates) are taken where LibreOffice is
installed: see [documents](documents.md#old-office-documents).

Options are set for one job by the field `options`, a JSON object. An option that a type does not have is
refused.
"""

_PLACEHOLDERS_INTRO: Final = """## Placeholders

Which grammars of placeholders the texts are read with; [text.md](text.md#placeholders) explains their
names. All other types: `default`. The option `placeholders` names others for one job.

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

In projects, what these files tell translators goes with its texts into the packages of
[linguists](linguists.md#what-is-in-a-package), at most 2,000 characters each and ten
million in all. It stays in the file as it was.
"""


def main() -> int:
    """Write the pages that are not current, and name them."""
    for path, content in references().items():
        if not path.is_file() or path.read_text(encoding="utf-8") != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
            print(f"wrote {path}")
    return 0


def references() -> dict[Path, str]:
    """Every written page: its path from the root of the checkout, and its content."""
    return {
        Path("docs/openapi.json"): openapi_document(),
        Path("docs/formats.md"): formats_page(),
        Path("docs/reference/settings.md"): settings_page(),
        Path("docs/reference/commands.md"): commands_page(),
        FLOOR: write_floor(read_floor(Path()) | find_promises(json.loads(openapi_document()))),
    }


def openapi_document() -> str:
    """The interface of a service with default settings."""
    document = create_app(Settings(), issuer="http://127.0.0.1:8080").openapi()
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def settings_page() -> str:
    """One table of all settings, and one of the fields of an external issuer."""
    rows = (_setting_row(f"{PREFIX}{name.upper()}", field) for name, field in Settings.model_fields.items())
    issuer = (_setting_row(name, field) for name, field in ExternalIssuer.model_fields.items())
    head = "|---|---|---|"
    return "\n".join(
        [
            _SETTINGS_INTRO,
            "| setting | default | meaning |",
            head,
            *rows,
            "",
            "## Fields of an external issuer",
            "",
            f"`{PREFIX}ISSUERS` is a JSON list of objects with these fields.",
            "",
            "| field | default | meaning |",
            head,
            *issuer,
            "",
        ]
    )


def formats_page() -> str:
    """Tables of all document types, of their options, and of what becomes notes."""
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
            *(f"| `{info.name}` | {_cell(info.notes)} |" for info in infos if info.notes),
            "",
        ]
    )


def _format_row(info: FormatInfo) -> str:
    marks = ("bilingual", info.bilingual), ("experimental", info.experimental)
    words = [word for word, holds in marks if holds]
    notes = ", ".join([*words, f"result: `.{info.result.suffix}`"] if info.result else words)
    title = f"{_cell(info.title)} (`{info.name}`{f', {notes}' if notes else ''})"
    extensions = " ".join(f"`.{suffix}`" for suffix in info.media_types)
    contents = (_cell("; ".join(phrases)) for phrases in (info.translated, info.left_alone))
    return f"| {title} | {extensions} | {' | '.join(contents)} |"


def _format_option_row(info: FormatInfo, option: Option) -> str:
    default = list(option.default) if isinstance(option.default, tuple) else option.default
    choices = f" One of {', '.join(f'`{choice}`' for choice in option.choices)}." if option.choices else ""
    shown = _cell(json.dumps(default, ensure_ascii=False))
    return f"| `{info.name}` | `{option.name}` | `{shown}` | {_cell(option.description)}{choices} |"


def _any_format_option_row(option: Option) -> str:
    link = "See [placeholders](text.md#placeholders)."
    return f"| all | `{option.name}` | `[]` | {_cell(option.description)} {link} |"


def commands_page() -> str:
    """One section for every command, with its arguments and options."""
    return "\n".join(
        [_COMMANDS_INTRO, *(line for section in _sections(create_cli(), "dragoman") for line in section)]
    )


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command that does something, with its full name."""
    yield from _leaves(create_cli(), "dragoman")


def _leaves(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    if not hasattr(command, "list_commands"):
        yield name, command
        return
    context = click.Context(command)
    for word in command.list_commands(context):
        yield from _leaves(command.get_command(context, word), f"{name} {word}")


def _sections(cli: Any, name: str) -> Iterator[list[str]]:
    for full_name, command in _leaves(cli, name):
        arguments = [p for p in command.params if p.param_type_name == "argument"]
        options = [p for p in command.params if p.param_type_name == "option" and p.name != "help"]
        usage = " ".join([full_name, *(str(a.metavar or a.name).upper() for a in arguments)])
        yield [
            f"## `{full_name}`",
            "",
            f"`{usage}{' [OPTIONS]' if options else ''}`",
            "",
            _prose(command.help),
            "",
        ]
        rows = [_option_row(parameter) for parameter in (*arguments, *options)]
        if rows:
            yield ["| option | meaning |", "|---|---|", *rows, ""]


def _option_row(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        name = f"`{str(parameter.metavar or parameter.name).upper()}`"
    else:
        value = "" if parameter.is_flag else f" {_metavar(parameter)}"
        name = _cell(", ".join(f"`{option}{value}`" for option in parameter.opts))
    required = " Required." if parameter.required and parameter.param_type_name == "option" else ""
    return f"| {name} | {_cell(_prose(parameter.help))}{required}{_shown_default(parameter)} |"


def _metavar(parameter: Any) -> str:
    if parameter.metavar:
        return str(parameter.metavar)
    kind = parameter.type_descriptor.annotation
    if issubclass(kind, enum.Enum):
        return "|".join(str(member.value) for member in kind)
    return {int: "NUMBER", Path: "PATH"}.get(kind, "TEXT")


def _shown_default(parameter: Any) -> str:
    shown = getattr(parameter, "show_default", None)
    if isinstance(shown, str):
        return f" Default: `{shown}`."
    default = parameter.default
    if parameter.param_type_name == "option" and not parameter.is_flag and isinstance(default, str | int):
        return f" Default: `{getattr(default, 'value', default)}`."
    return ""


def _setting_row(name: str, field: FieldInfo) -> str:
    default = field.get_default(call_default_factory=True)
    if default is None and Rate in get_args(field.annotation):
        default = "off"
    return f"| `{name}` | {_default(default)} | {_cell(field.description or '')} |"


def _default(value: object) -> str:
    if value is PydanticUndefined:
        return "required"
    if value is None:
        return ""
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    if isinstance(value, list | tuple):
        return f"`{','.join(map(str, value))}`" if value else ""
    return f"`{value}`" if value != {} else ""


def _prose(text: str | None) -> str:
    return " ".join((text or "").split())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())
