"""`make references`: the pages of docs/ that are written from the code, and what the interface has promised.

A test compares what this module would write with the files.
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
from dragoman.settings import PREFIX, ExternalIssuer, IssuerSignIn, Rate, Settings
from scripts.command_line_page import command_line_page
from scripts.conformance_page import conformance_page
from scripts.formats_page import WRITTEN, cell, formats_page
from scripts.http_pages import http_pages
from scripts.interface_floor import FLOOR, find_promises, read_floor, write_floor
from scripts.python_pages import python_pages

_SETTINGS_INTRO: Final = f"""# Settings

{WRITTEN}

A setting is an environment variable, or a line of the TOML file that `DRAGOMAN_CONFIG` names: `port = 9000`
there is `DRAGOMAN_PORT=9000` here. `DRAGOMAN_X_FILE` names a file whose content is the value of
`DRAGOMAN_X`: use it for secrets. An option of the command line (`--port`) wins over the environment, the
environment over the file, the file over the default. An empty variable counts as not set. The command
`dragoman settings` prints every setting with its value and where it came from, secrets masked; a name that
is not a setting is warned about at the start.

A rate is written `CALLS/SECONDS`, such as `100/30`, or `off`. A list in a variable is separated by commas.
"""

_COMMANDS_INTRO: Final = f"""# Commands

{WRITTEN}

`dragoman` (or `python -m dragoman`). With `--json` a command prints one JSON value to standard output;
messages go to standard error. The exit status is 0, 1 (refused, with a reason) or 2 (wrong usage). `admin`
commands work on the same data directory or database while the service runs. All commands read the same
[settings](settings.md).
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
    interface = openapi_document()
    return {
        Path("docs/openapi.json"): interface,
        Path("docs/reference/conformance.md"): conformance_page(),
        Path("docs/reference/formats.md"): formats_page(),
        Path("docs/reference/settings.md"): settings_page(),
        Path("docs/reference/commands.md"): commands_page(),
        Path("docs/reference/command-line.md"): command_line_page(),
        **http_pages(json.loads(interface)),
        **python_pages("dragoman_client"),
        FLOOR: write_floor(read_floor(Path()) | find_promises(json.loads(interface))),
    }


def openapi_document() -> str:
    """The interface of a service with default settings."""
    document = create_app(Settings(), issuer="http://127.0.0.1:8080").openapi()
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def settings_page() -> str:
    """One table of all settings, and two of the fields of an external issuer."""
    rows = (_setting_row(f"{PREFIX}{name.upper()}", field) for name, field in Settings.model_fields.items())
    issuer = (_setting_row(name, field) for name, field in ExternalIssuer.model_fields.items())
    sign_in = (_setting_row(name, field) for name, field in IssuerSignIn.model_fields.items())
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
            "## Fields of `sign_in`",
            "",
            "| field | default | meaning |",
            head,
            *sign_in,
            "",
        ]
    )


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
        name = cell(", ".join(f"`{option}{value}`" for option in parameter.opts))
    required = " Required." if parameter.required and parameter.param_type_name == "option" else ""
    return f"| {name} | {cell(_prose(parameter.help))}{required}{_shown_default(parameter)} |"


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
    if (
        parameter.param_type_name == "option"
        and not parameter.is_flag
        and isinstance(default, str | int)
        and default != ""
    ):
        return f" Default: `{getattr(default, 'value', default)}`."
    return ""


def _setting_row(name: str, field: FieldInfo) -> str:
    default = field.get_default(call_default_factory=True)
    if default is None and Rate in get_args(field.annotation):
        default = "off"
    return f"| `{name}` | {_default(default)} | {cell(field.description or '')} |"


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


if __name__ == "__main__":
    sys.exit(main())
