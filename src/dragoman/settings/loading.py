"""Reading settings: from an environment that is passed in, from a file, from the command line."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from dragoman.errors import Misconfigured
from dragoman.settings.model import Settings

PREFIX = "DRAGOMAN_"

# Names that are no settings: of the file of settings, and of the client for its address and credentials.
_CLIENTS: Final = ("URL", "CLIENT_ID", "CLIENT_SECRET", "TOKEN", "TOKEN_URL", "PROFILE", "PROFILES")
_OTHERS: Final = frozenset(
    {PREFIX + "CONFIG", *(PREFIX + name + end for name in _CLIENTS for end in ("", "_FILE"))}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedSettings:
    """Settings, and for each where its value came from."""

    settings: Settings
    origins: Mapping[str, str]  # setting → "default", "environment", "file PATH" or "command line"
    warnings: tuple[str, ...] = ()


def load_settings(
    *, environment: Mapping[str, str], overrides: Mapping[str, Any] | None = None, config: Path | None = None
) -> LoadedSettings:
    """Put settings together: command line over environment over TOML file over defaults.

    `DRAGOMAN_CONFIG` names the TOML file when `config` does not; `DRAGOMAN_X_FILE` names a file whose content
    is the value of `x`. Raises `Misconfigured` naming the setting, its origin and what is wrong.
    """
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    warnings: list[str] = []
    config = config or (Path(environment[PREFIX + "CONFIG"]) if environment.get(PREFIX + "CONFIG") else None)
    if config is not None:
        for name, value in _read_toml(config).items():
            values[name], origins[name] = value, f"file {config}"
    for variable, text in sorted(environment.items()):
        if not variable.startswith(PREFIX) or variable in _OTHERS or text == "":
            continue
        name = variable.removeprefix(PREFIX).lower()
        if name in Settings.model_fields:
            values[name], origins[name] = text, f"environment {variable}"
        elif name.removesuffix("_file") in Settings.model_fields and name.endswith("_file"):
            name = name.removesuffix("_file")
            values[name], origins[name] = _read_value_file(Path(text), variable), f"file {text}"
        else:
            warnings.append(_unknown(variable))
    for name, value in (overrides or {}).items():
        if value is not None:
            values[name], origins[name] = value, "command line"
    try:
        settings = Settings.model_validate(values)
    except ValidationError as error:
        raise Misconfigured(_explain(error, origins)) from None
    return LoadedSettings(
        settings=settings,
        origins={name: origins.get(name, "default") for name in Settings.model_fields},
        warnings=tuple(warnings),
    )


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Misconfigured(f"The settings file {path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Misconfigured(f"The settings file {path} is not valid TOML: {error}.") from None


def _read_value_file(path: Path, variable: str) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Misconfigured(f"{variable} names {path}, which cannot be read: {error}.") from None


def _unknown(variable: str) -> str:
    known = [PREFIX + name.upper() for name in Settings.model_fields]
    near = difflib.get_close_matches(variable, known, n=1)
    return f"{variable} is not a setting" + (f"; did you mean {near[0]}?" if near else ".")


def _explain(error: ValidationError, origins: Mapping[str, str]) -> str:
    """Name setting, origin and problem; never the value, which may be a secret."""
    lines = []
    for problem in error.errors(include_input=False, include_url=False):
        name = str(problem["loc"][0]) if problem["loc"] else "settings"
        inner = ".".join(str(part) for part in problem["loc"][1:])
        where = f" at {inner}" if inner else ""
        lines.append(f"{name} ({origins.get(name, 'default')}){where}: {problem['msg']}")
    return "Settings that cannot be used:\n  " + "\n  ".join(lines)
