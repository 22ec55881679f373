"""The settings of one installation: what they are, where each came from, and how they are read.

Nothing here reads the environment; `dragoman.__main__` passes it in.
"""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError

from dragoman.errors import Misconfigured

PREFIX = "DRAGOMAN_"


class Rate(BaseModel):
    """So many calls in so many seconds."""

    model_config = ConfigDict(frozen=True)

    calls: int = Field(ge=1, le=1_000_000)
    seconds: int = Field(ge=1, le=86_400)

    def __str__(self) -> str:
        return f"{self.calls}/{self.seconds}"


def parse_rate(value: object) -> object:
    """Read `100/30` or `off`; None is "no limit". Raises ValueError on anything else."""
    if value is None or isinstance(value, Rate):
        return value
    if not isinstance(value, str):
        raise ValueError("write CALLS/SECONDS, such as 100/30, or off")
    if value.strip().lower() == "off":
        return None
    calls, slash, seconds = value.partition("/")
    if not slash or not calls.strip().isdecimal() or not seconds.strip().isdecimal():
        raise ValueError("write CALLS/SECONDS, such as 100/30, or off")
    return Rate(calls=int(calls), seconds=int(seconds))


RateSetting = Annotated[Rate | None, BeforeValidator(parse_rate)]


def _parse_json(value: object) -> object:
    return json.loads(value) if isinstance(value, str) else value


def _split_commas(value: object) -> object:
    return [item.strip() for item in value.split(",") if item.strip()] if isinstance(value, str) else value


class ExternalIssuer(BaseModel):
    """An identity provider whose tokens are accepted (A5). Its keys are found by OIDC discovery."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    issuer: str = Field(description="Exact `iss` of its tokens, also where its discovery document is found.")
    audiences: list[str] = Field(min_length=1, description="A token must name one of these in `aud`.")
    client_claim: str = Field(default="azp", description="The claim that names the application.")
    applications: dict[str, str] = Field(
        default_factory=dict,
        description="Value of that claim → our client id; empty: the value is our client id.",
    )
    algorithms: list[str] = Field(default=["RS256", "ES256", "PS256"], min_length=1)
    token_types: list[str] = Field(
        default_factory=list, description="Accepted `typ` headers, such as at+jwt; empty: any."
    )
    required_claims: dict[str, str] = Field(default_factory=dict)


class Settings(BaseModel):
    """Every setting, its meaning and its default. The environment variable is `DRAGOMAN_` + the name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    data: Path = Field(
        default=Path("dragoman-data"),
        description="Directory of everything this machine keeps: database, files, master key.",
    )
    host: str = Field(default="127.0.0.1", description="Address to listen on.")
    port: int = Field(default=8080, ge=0, le=65535, description="Port to listen on.")
    public_url: str | None = Field(
        default=None,
        description="Address clients use, such as https://translate.example.com: the tokens' issuer and the "
        "base of links. Needed when more than one machine serves. Default: where this process listens.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least level logged."
    )
    log_format: Literal["json", "console"] = Field(
        default="json", description="One JSON object a line, or text."
    )

    database_url: SecretStr | None = Field(
        default=None, description="postgresql:// address of a server to use instead of the embedded one."
    )
    database_owner_url: SecretStr | None = Field(
        default=None,
        description="Address with the rights of dragoman_owner, for migrations. Default: database_url.",
    )
    database_connections: int = Field(
        default=16, ge=13, le=200, description="Most connections of one process."
    )
    database_listen: bool = Field(
        default=True, description="Use LISTEN/NOTIFY; turn off behind a transaction-pooling proxy."
    )
    postgres_bin: Path | None = Field(
        default=None, description="Folder of the PostgreSQL programs for the embedded server. Default: found."
    )

    blobs: str | None = Field(
        default=None,
        description="Object store for the files of documents: s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or "
        "az://CONTAINER/PREFIX. Default: the directory `files` of the data directory.",
    )
    blobs_options: SecretStr | None = Field(
        default=None,
        description="JSON object with what the store needs, such as access_key_id, secret_access_key, "
        "endpoint, region and allow_http, or account_name and account_key. "
        "Default: what the provider's own tools use, such as AWS_ACCESS_KEY_ID.",
    )

    master_key_file: Path | None = Field(
        default=None,
        description="File with the master keys, newest first. Default: master.key in the data directory, "
        "made at the first start. All machines share it; keep a copy apart from the backups.",
    )
    access_token_seconds: int = Field(default=300, ge=30, le=86_400, description="Lifetime of access tokens.")
    temporary_token_seconds: int = Field(
        default=1200, ge=60, le=86_400, description="Lifetime of temporary tokens made by staff."
    )
    signing_key_days: int = Field(
        default=30, ge=1, le=3650, description="A token key signs for so many days."
    )
    trial_days: int = Field(default=60, ge=1, le=3650, description="A trial's credentials are valid so long.")
    issuers: Annotated[list[ExternalIssuer], BeforeValidator(_parse_json)] = Field(
        default_factory=list, description="External identity providers, a JSON list (A5)."
    )

    rate_limit_trial: RateSetting = Field(
        default=Rate(calls=5, seconds=30), description="Calls of a trial application."
    )
    rate_limit_sandbox: RateSetting = Field(
        default=Rate(calls=100, seconds=30), description="Calls of a sandbox application."
    )
    rate_limit_production: RateSetting = Field(
        default=Rate(calls=100, seconds=30), description="Calls of a production application."
    )
    rate_limit_projects: RateSetting = Field(default=None, description="Calls of the project interface.")
    rate_limit_wait_seconds: float = Field(
        default=0, ge=0, le=60, description="A call over the limit waits up to so long before 429."
    )

    metrics_token: SecretStr | None = Field(
        default=None,
        description="Bearer token that /metrics asks for. Default: open; it holds no customer data.",
    )

    callback_allow: Annotated[list[str], BeforeValidator(_split_commas)] = Field(
        default_factory=list,
        description="What callbacks may reach beyond public addresses and usual ports: host names, addresses "
        "and networks, each with :PORT or without, separated by commas.",
    )
    callback_ca_file: Path | None = Field(
        default=None,
        description="PEM file with certificate authorities that receivers' certificates may come from, "
        "beside the system's.",
    )

    max_segments: int = Field(default=100, ge=1, le=10_000, description="Segments in one request.")
    max_segment_characters: int = Field(
        default=10_000, ge=100, le=1_000_000, description="Code points in one segment."
    )
    max_request_characters: int = Field(
        default=100_000, ge=100, le=10_000_000, description="Code points in all segments of a request."
    )
    max_json_bytes: int = Field(default=2 * 1024 * 1024, ge=1024, description="Size of a JSON body.")
    max_document_bytes: int = Field(
        default=20 * 1024 * 1024, ge=1024, le=500 * 1024 * 1024, description="Size of a document."
    )
    max_memory_bytes: int = Field(
        default=1024 * 1024 * 1024,
        ge=1024,
        le=100 * 1024 * 1024 * 1024,
        description="Size of a file that is imported into a translation memory.",
    )
    max_document_words: int = Field(
        default=50_000,
        ge=1,
        description="Words to translate in one document; more end in MAX_WORDS_EXCEEDED.",
    )
    max_waiting_documents: int = Field(
        default=1000, ge=1, description="Unfinished documents of one application; more are refused with 429."
    )
    document_retention_seconds: int = Field(
        default=3600, ge=1, le=30 * 86_400, description="A finished document job is destroyed after so long."
    )

    split_characters: int = Field(
        default=1000,
        ge=200,
        description="A segment longer than this goes to the engine sentence by sentence.",
    )
    srx_file: Path | None = Field(
        default=None,
        description="SRX 2.0 file with your own rules for sentences. Languages that it does not map "
        "use the built-in rules.",
    )
    result_cache_mb: int = Field(
        default=64, ge=0, description="Memory for results of engines; 0 turns it off."
    )

    engine_processes: int | None = Field(
        default=None, ge=1, le=256, description="Pipelines for a busy language pair. Default: half the cores."
    )
    engine_memory_mb: int = Field(
        default=2048, ge=256, description="Memory for all engine processes; idle pairs are closed first."
    )
    engine_timeout_seconds: float = Field(
        default=20, ge=1, le=600, description="An engine that is silent for so long is replaced."
    )
    apertium_root: Path = Field(
        default=Path("/"), description="Root below which Apertium's usr/bin and usr/share/apertium are found."
    )
    pivots: Annotated[list[str], BeforeValidator(_split_commas)] = Field(
        default=["en", "es", "fr", "ca", "pt"],
        description="Preferred languages to translate through when a pair has no engine, best first.",
    )

    header_timeout_seconds: float = Field(
        default=10, ge=1, description="Time for a request's headers to arrive."
    )
    body_timeout_seconds: float = Field(default=60, ge=1, description="Time for a request's body to arrive.")
    upload_timeout_seconds: float = Field(
        default=600, ge=1, description="Time for a request's body to arrive where it is a file."
    )
    body_bytes_per_second: int = Field(
        default=1024, ge=1, description="A body slower than this, after 10 s, is refused."
    )
    max_connections: int = Field(default=1000, ge=10, description="Open connections before new ones get 503.")
    drain_seconds: float = Field(
        default=2, ge=0, le=300, description="After SIGTERM /readyz fails for so long before sockets close."
    )
    grace_seconds: float = Field(
        default=30, ge=1, le=3600, description="Time for running requests and jobs to end."
    )
    worker_concurrency: int = Field(
        default=16, ge=1, le=100, description="Jobs one worker process runs at once."
    )

    document_processes: int | None = Field(
        default=None,
        ge=1,
        le=256,
        description="Documents read or written at once in one process. Default: the cores.",
    )
    document_timeout_seconds: int = Field(
        default=50, ge=1, le=3600, description="Time to read or to write one document."
    )
    document_memory_mb: int = Field(
        default=1024, ge=256, description="Memory for reading or writing one document."
    )
    document_isolation: Literal["auto", "bubblewrap", "limits"] = Field(
        default="auto",
        description="How the processes that read documents are confined: by limits of the system, and with "
        "bubblewrap also without network and files. auto: with it where it works.",
    )
    libreoffice: str = Field(
        default="auto",
        description="LibreOffice, which converts old Office documents: auto (the one that is found, and only "
        "behind bubblewrap), off, or the path of its program soffice.",
    )
    libreoffice_processes: int | None = Field(
        default=None,
        ge=1,
        le=64,
        description="Old documents converted at once in one process. Default: half the cores.",
    )
    libreoffice_timeout_seconds: int = Field(
        default=45, ge=1, le=3600, description="Time to convert one old document."
    )
    libreoffice_memory_mb: int = Field(
        default=2048, ge=512, description="Memory for converting one old document, programs included."
    )

    def master_key_path(self) -> Path:
        """Where the master keys are."""
        return self.master_key_file or self.data / "master.key"


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
        if not variable.startswith(PREFIX) or variable == PREFIX + "CONFIG" or text == "":
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
