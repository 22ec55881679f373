"""Every setting of one installation: its meaning, its bounds and its default."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, model_validator

from dragoman.settings import agents, events, limits, neural
from dragoman.settings.mail_server import MailSender, MailServer, parse_mail_sender, parse_mail_url
from dragoman.settings.values import (
    Issuers,
    LogLevel,
    MailFrom,
    MailUrl,
    Network,
    Rate,
    RateSetting,
    split_commas,
)


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
    log_level: LogLevel = Field(default="info", description="Least level logged.")
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
        default=17, ge=14, le=200, description="Most connections of one process."
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
    account_applications: int = Field(
        default=20,
        ge=0,
        le=10_000,
        description="An account's people may have so many applications, each with its own rate limit; "
        "staff may make more.",
    )
    issuers: Issuers = Field(default_factory=list, description="External identity providers, a JSON list.")

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

    token_failures: RateSetting = Field(
        default=Rate(calls=10, seconds=60),
        description="Wrong credentials for one client id from one address before the token endpoint refuses "
        "more of them with 429.",
    )
    token_address_failures: RateSetting = Field(
        default=Rate(calls=100, seconds=60),
        description="Wrong credentials from one address, of any client id.",
    )
    visitor_account: int | None = Field(
        default=None,
        ge=1,
        le=2**31 - 1,
        description="The id of the account as which visitors, who have not signed in, translate texts in the "
        "dashboard: with its memories, terms and rate limit. Default: they sign in first.",
    )
    session_idle_minutes: int = Field(
        default=720,
        ge=5,
        le=525_600,
        description="A person who does nothing in the dashboard for so long must sign in again.",
    )
    session_days: int = Field(
        default=7,
        ge=1,
        le=365,
        description="A person must sign in again so long after the last time, at latest.",
    )
    sign_in_failures: int = Field(
        default=5,
        ge=1,
        le=1000,
        description="Wrong passwords or codes for one person from one address before each further one has to "
        "wait, longer each time.",
    )
    sign_in_address_failures: int = Field(
        default=50,
        ge=1,
        le=100_000,
        description="Wrong passwords or codes from one address, for anybody, before the same happens.",
    )
    usage_spool_mb: int = Field(
        default=8,
        ge=1,
        le=1024,
        description="Disk space that each serving process reserves for records of use that the database does "
        "not have yet; 8192 of them in a MiB. When it is used up, text calls are refused with 503.",
    )
    request_log_days: int = Field(
        default=7,
        ge=0,
        le=366,
        description="How long the request log keeps a call: time, route, status and sizes, never text. "
        "0 turns it off and empties it.",
    )
    mcp: agents.Enabled = True
    mcp_orders: agents.OrderingApplications = Field(default_factory=list)
    metrics_token: SecretStr | None = Field(
        default=None,
        description="Bearer token that /metrics asks for. Default: open; it holds no customer data.",
    )

    event_retention_seconds: events.Retention = 86_400
    event_streams_per_account: events.Streams = 20
    event_heartbeat_seconds: events.Heartbeat = 15

    callback_allow: Annotated[list[str], BeforeValidator(split_commas)] = Field(
        default_factory=list,
        description="What callbacks may reach beyond public addresses and usual ports: host names, addresses "
        "and networks, each with :PORT or without, separated by commas.",
    )
    callback_ca_file: Path | None = Field(
        default=None,
        description="PEM file with certificate authorities that receivers' certificates may come from, "
        "beside the system's.",
    )

    mail_url: MailUrl = Field(
        default=None,
        description="Server that mail is submitted to: smtp://USER:PASSWORD@HOST:587, where STARTTLS is "
        "required (smtp://…?tls=no does without), or smtps://USER:PASSWORD@HOST:465. Needs `mail_from`. "
        "Default: no mail is sent, and links are shown to who made them.",
    )
    mail_from: MailFrom = Field(
        default=None, description="Whom mail is from: `Name <name@example.com>`, or the address alone."
    )
    mail_ca_file: Path | None = Field(
        default=None,
        description="PEM file with certificate authorities that the mail server's certificate may come from, "
        "beside the system's.",
    )

    max_segments: limits.Segments = 100
    max_targets: limits.Targets = 20
    max_segment_characters: limits.SegmentCharacters = 10_000
    max_request_characters: limits.RequestCharacters = 100_000
    max_json_bytes: limits.JsonBytes = 2 * 1024 * 1024
    max_document_bytes: limits.DocumentBytes = 20 * 1024 * 1024
    max_memory_bytes: limits.MemoryBytes = 1024 * 1024 * 1024
    project_max_files: limits.ProjectFiles = 1000
    project_max_words: limits.ProjectWords = 500_000
    project_analysis_wait_seconds: limits.AnalysisWait = 5.0
    max_document_words: limits.DocumentWords = 50_000
    max_waiting_documents: limits.WaitingDocuments = 1000
    document_retention_seconds: limits.DocumentRetention = 3600

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
    engine_isolation: Literal["auto", "bubblewrap", "limits"] = Field(
        default="auto",
        description="How the programs of engines are confined: by limits of the system, and with bubblewrap "
        "also without network and files. auto: with it where it works.",
    )
    apertium_root: Path = Field(
        default=Path("/"), description="Root below which Apertium's usr/bin and usr/share/apertium are found."
    )
    models_dir: neural.ModelsDir = None
    neural_device: neural.Device = "auto"
    neural_compute_type: neural.ComputeType = "default"
    neural_beam: neural.Beam = 2
    neural_memory_mb: neural.Memory = 4096
    neural_threads: neural.Threads = None
    pivots: Annotated[list[str], BeforeValidator(split_commas)] = Field(
        default=["en", "es", "fr", "ca", "pt"],
        description="Preferred languages to translate through when a pair has no engine, best first.",
    )

    max_header_bytes: int = Field(
        default=16 * 1024, ge=1024, description="Size of a request line and its headers together."
    )
    max_headers: int = Field(default=100, ge=10, description="Headers of a request.")
    header_timeout_seconds: float = Field(
        default=10,
        ge=1,
        description="Time for a request's headers to arrive, from their first byte; on a new connection from "
        "its start.",
    )
    idle_timeout_seconds: float = Field(
        default=75,
        ge=1,
        description="A connection is closed so long after its last request.",
    )
    body_timeout_seconds: float = Field(default=60, ge=1, description="Time for a request's body to arrive.")
    upload_timeout_seconds: float = Field(
        default=600, ge=1, description="Time for a request's body to arrive where it is a file."
    )
    body_bytes_per_second: int = Field(
        default=1024, ge=1, description="A body slower than this, after 10 s, is refused."
    )
    answer_timeout_seconds: float = Field(
        default=30,
        ge=1,
        description="A client that takes an answer slower than `body_bytes_per_second` so long is cut off.",
    )
    max_unread_bytes: int = Field(
        default=64 * 1024 * 1024,
        ge=0,
        description="Rest of a refused body that is read and dropped, for its sender to see the answer.",
    )
    unread_timeout_seconds: float = Field(default=30, ge=1, description="Time for that rest to arrive.")
    max_connections: int = Field(
        default=1000,
        ge=10,
        description="Open connections. When there are more, those without a request are closed, and new ones "
        "get 503.",
    )
    reserved_connections: int = Field(
        default=32, ge=1, description="Connections beyond that, on which only health checks are answered."
    )
    max_connections_per_address: int = Field(
        default=250, ge=1, description="Open connections of one client address (IPv6: of one /64 network)."
    )
    trusted_proxies: Annotated[list[Network], BeforeValidator(split_commas)] = Field(
        default=[ip_network("127.0.0.0/8"), ip_network("::1/128")],
        description="Addresses or networks of reverse proxies, separated by commas: their X-Forwarded-For is "
        "believed, and `max_connections_per_address` does not hold for them.",
    )
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

    def models_folder(self) -> Path:
        """Where neural models are."""
        return self.models_dir or self.data / "models"

    def mail_server(self) -> MailServer | None:
        """Where mail is submitted; None: there is no mail."""
        return None if self.mail_url is None else parse_mail_url(self.mail_url.get_secret_value())

    def mail_sender(self) -> MailSender | None:
        """Whom mail is from."""
        return None if self.mail_from is None else parse_mail_sender(self.mail_from)

    @model_validator(mode="after")
    def _check_mail(self) -> Self:
        if self.mail_url is not None and self.mail_from is None:
            raise ValueError("mail_url needs mail_from, the address that mail is from")
        return self
