"""Faults of a server, each with the check that has to notice it. The proxy of the tests makes them."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.client.conformance.proxy import Change, Exchange, unchanged

Edit = Callable[[Any], Any]


@dataclass(frozen=True, kw_only=True)
class Distortion:
    """A fault, and who notices it."""

    fault: str
    check: str
    clause: str
    answer: Change = unchanged
    deliver: Change | None = None


def at(method: str, path: str, change: Change, *, status: int | None = None) -> Change:
    """A change of answers to a method and a path alone, and with a status where one is given."""
    fits = re.compile(path)

    def apply(exchange: Exchange) -> None:
        route = exchange.path.partition("?")[0]
        if (
            exchange.method in method.split("|")
            and fits.fullmatch(route)
            and status in {None, exchange.status}
        ):
            change(exchange)

    return apply


def edit(change: Edit) -> Change:
    """A change of the JSON of an answer; None: it was changed in place."""

    def apply(exchange: Exchange) -> None:
        value = exchange.json()
        made = change(value)
        exchange.set_json(value if made is None else made)

    return apply


def put(**fields: Any) -> Change:
    """Other values of fields of a JSON object."""
    return edit(lambda value: {**value, **fields})


def without(*names: str) -> Change:
    """A JSON object without fields."""
    return edit(lambda value: {name: one for name, one in value.items() if name not in names})


def drop(header: str) -> Change:
    """An answer without a header."""
    return lambda exchange: exchange.headers.pop(header, None) and None


def become(status: int) -> Change:
    """Another status."""

    def apply(exchange: Exchange) -> None:
        exchange.status = status

    return apply


def replace(old: str, new: str) -> Change:
    """Other words in an answer."""

    def apply(exchange: Exchange) -> None:
        exchange.body = exchange.body.replace(old.encode(), new.encode())

    return apply


def each(name: str, change: Callable[[Any], Any]) -> Edit:
    """A change of each item of a list in a JSON object."""
    return lambda value: {**value, name: [change(one) for one in value[name]]}


def each_text(change: Callable[[str], str]) -> Change:
    """A change of each translation."""
    return edit(each("translations", lambda one: {**one, "translation": change(one["translation"])}))


def forge(exchange: Exchange) -> None:
    """A token whose claims are not those that were signed."""
    value = exchange.json()
    header, claims, signature = value["access_token"].split(".")
    read = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    changed = base64.urlsafe_b64encode(json.dumps({**read, "scope": "all"}).encode()).decode().rstrip("=")
    value["access_token"] = f"{header}.{changed}.{signature}"
    exchange.set_json(value)


TRANSLATE = ("POST", "/v2/translate")
TOKEN = ("POST", "/oauth2/token")
JOB = ("GET", r"/v2/documents/[0-9a-f-]{36}")
DOWNLOAD = ("GET", r"/v2/documents/[^/]+/download")
PROJECT = ("GET", r"/project/v1/projects?/\d+")
CREATE = ("POST", "/project/v1/projects")
FILES = ("POST", r"/project/v1/projects/\d+/files")


def _fault(fault: str, check: str, clause: str, answer: Change) -> Distortion:
    return Distortion(
        fault=fault, check=check, clause=clause, answer=answer if clause[0] == "A" else _but_tokens(answer)
    )


def _but_tokens(change: Change) -> Change:
    """A change that leaves tokens alone: else no check would come as far as its own requests."""
    return lambda exchange: None if exchange.path == TOKEN[1] else change(exchange)


def _delivery(fault: str, check: str, clause: str, deliver: Change) -> Distortion:
    return Distortion(fault=fault, check=check, clause=clause, deliver=deliver)


def _sent(name: str, value: str | None) -> Change:
    """A header of a delivery that is another one, or missing."""

    def apply(exchange: Exchange) -> None:
        exchange.sent_headers.pop(name, None)
        if value is not None:
            exchange.sent_headers[name] = value

    return apply


def _sent_json(**fields: Any) -> Change:
    """A delivery whose record has other fields."""

    def apply(exchange: Exchange) -> None:
        exchange.sent = json.dumps({**json.loads(exchange.sent), **fields}).encode()

    return apply


def _other_ids(exchange: Exchange) -> None:
    exchange.sent_headers["webhook-id"] = f"msg_{id(exchange)}"


DISTORTIONS = (
    # A
    _fault("tokens may be stored", "tokens.reply_not_stored", "A2", at(*TOKEN, drop("cache-control"))),
    _fault("no scope in the reply", "tokens.reply_fields", "A2", at(*TOKEN, without("scope"))),
    _fault("a lifetime in words", "tokens.reply_fields", "A2", at(*TOKEN, put(expires_in="300"), status=200)),
    _fault("JSON credentials get 401", "tokens.json_refused", "A1", at(*TOKEN, become(401), status=400)),
    _fault("an unknown id is told apart", "tokens.unknown_and_wrong_alike", "A3",
           lambda one: replace("error_description", "hint")(one) if b"unknown" in one.sent else None),
    _fault("no Basic challenge", "tokens.unknown_and_wrong_alike", "A3", drop("www-authenticate")),
    _fault("claims that nobody signed", "tokens.key_verifies_token", "A4", at(*TOKEN, forge, status=200)),
    _fault("private keys published", "tokens.key_verifies_token", "A4",
           at("GET", "/oauth2/jwks", edit(each("keys", lambda one: {**one, "d": "AQAB"})))),
    _fault("another issuer", "tokens.metadata", "A4", at("GET", "/.well-known/.*", put(issuer="http://x"))),
    _fault("403 without credentials", "tokens.missing_credentials", "A6", become(403)),
    _fault("no Bearer challenge", "tokens.malformed_tokens", "A6", drop("www-authenticate")),
    _fault("scopes are not checked", "tokens.no_provider_scope", "A7", become(200)),
    _fault("a kind of its own", "tokens.account_kind", "A9", put(kind="gold")),
    # T
    _fault("translations in another order", "texts.in_order", "T1",
           at(*TRANSLATE, edit(lambda value: {"translations": value["translations"][::-1]}))),
    _fault("more fields than asked for", "texts.shape", "T1", at(*TRANSLATE, put(took=5))),
    _fault("the source as translation", "texts.is_translated", "T1",
           at(*TRANSLATE, each_text(lambda _: "The house is red."))),
    _fault("no advice", "texts.too_many_segments", "T2", replace("batches", "parts")),
    _fault("400 over a limit", "texts.too_long_segment", "T2", at(*TRANSLATE, become(400), status=422)),
    _fault("the pair is not named", "texts.unsupported_pair", "T3", replace("-> xx", "-> ?")),
    _fault("trimmed translations", "text_contents.white_space", "T4", at(*TRANSLATE, each_text(str.strip))),
    _fault("a tag is lost", "text_contents.inline_tags", "T4", replace("</b>", "")),
    _fault("crossed tags", "text_contents.inline_tags", "T4", replace("</i></b>", "</b></i>")),
    _fault("words leave their element", "text_contents.words_in_elements", "T10",
           at(*TRANSLATE, each_text(lambda text: re.sub(r"<b>([^<]*)</b>", r"\1<b></b>", text)))),
    _fault("translated placeholders", "text_contents.placeholders", "T4", replace("{name}", "{nombre}")),
    _fault("escaped signs", "text_contents.less_than_signs", "T4", replace("<", "&lt;")),
    _fault("a memory that is not used", "memories.used_for_translation", "T5",
           replace("Zorblatt four.", "x")),
    _fault("no origin", "text_contents.explained", "T6", replace('"origin"', '"from"')),
    _fault("a pair listed twice", "languages.text_pairs", "T7",
           at("GET", "/v2/languages/.*", edit(lambda value: [*value, value[0]]))),
    _fault("no null for unsure", "languages.not_detected", "T8", put(code="en")),
    _fault("usage stands still", "languages.usage_grows", "T9",
           at("GET", "/v2/usage", put(total={"characters": 1, "segments": 1}))),
    _fault("no detected language", "text_additions.auto", "T11", at(*TRANSLATE, without("detectedSource"))),
    # D
    _fault("200 for a job", "documents.accepted", "D1", become(200)),
    _fault("more than a job id", "documents.accepted", "D1",
           at("POST", "/v2/documents/translate", put(status="CREATED"))),
    _fault("no expiry", "documents.record_fields", "D3", at(*JOB, without("expiresAt"))),
    _fault("times without Z", "documents.record_fields", "D3", at(*JOB, put(createdAt="2026-01-01 10:00"))),
    _fault("a status of its own", "documents.status_of_success", "D4", at(*JOB, replace("SUCCESS", "DONE"))),
    _fault("no file name", "documents.download_headers", "D5", at(*DOWNLOAD, drop("content-disposition"))),
    _fault("400 for an unknown job", "documents.unknown_jobs", "D5", become(400)),
    _fault("the deletion has a body", "documents.deleted", "D6", at("DELETE", ".*", become(200))),
    _fault("no error data", "documents.empty_document", "D7", at(*JOB, put(errorData=None))),
    _fault("extensions with dots", "languages.document_types", "D9",
           at("GET", "/v2/documents/types", edit(lambda value: [{**value[0], "fileExtensions": [".x"]}]))),
    _fault("file names are not checked", "document_refusals.invalid_file_names", "D2", become(202)),
    # P
    _fault("no Location", "projects.created", "P1", at(*CREATE, drop("location"))),
    _fault("a record without hold", "projects.created", "P10", at(*CREATE, without("hold"))),
    _fault("a local deadline", "projects.deadline", "P5", replace("10:00:00Z", "12:00:00Z")),
    _fault("metadata rewritten", "projects.metadata_as_sent", "P6", replace("1.50", "1.5")),
    _fault("200 for a change", "project_changes.changed", "P7", at("PUT|PATCH", ".*", become(200))),
    _fault("problems one by one", "project_changes.refused_changes", "P7",
           at("PUT|PATCH", ".*", edit(lambda value: value[:1]))),
    _fault("a null page link", "project_changes.listed", "P9", replace("nextPageLink", "nextLink")),
    _fault("sizes in words", "project_files.form", "P13", at(*FILES, put(size="20"))),
    _fault("another file's bytes", "project_files.content", "P14",
           at("GET", ".*/content", replace("e", "x"))),
    _fault("a price without currency", "project_ends.quote", "P12",
           at("POST", ".*/do-quote", put(price={"amount": 1}), status=200)),
    _fault("wrapped arrays", "reference.bare_arrays", "P15",
           at("GET", "/project/v1/users", edit(lambda value: {"users": value}))),
    _fault("a finished import at 2", "term_bases.imported", "P17", replace('"progress":1', '"progress":2')),
    # N
    _delivery("no signature", "notifications.delivery_headers", "N2", _sent("webhook-signature", None)),
    _delivery("a wrong signature", "notifications.signed", "N2", _sent("webhook-signature", "v1,AAAA")),
    _delivery("another body than signed", "notifications.signed", "N2", _sent_json(progress=0.5)),
    _delivery("one id for all", "notifications.delivery_headers", "N2", _sent("webhook-id", "msg_1")),
    _delivery("an id for each try", "notifications.tried_again", "N3", _other_ids),
    _delivery("another record", "notifications.success_callback", "D8", _sent_json(translationId="x")),
    _delivery("lower-case status", "notifications.cancelled_files", "N1", _sent_json(Status="cancelled")),
    _fault("inside addresses accepted", "document_refusals.inside_addresses", "N4", become(202)),
    # E
    _fault("another key than detail", "refusals.unknown_urls", "E1", replace('"detail"', '"message"')),
    _fault("the text in the error", "refusals.no_echo", "E2",
           replace('"msg":"', '"msg":"canary-sentence-7391 ')),
    _fault("the input in the error", "refusals.wrong_types", "E2", replace('"msg"', '"input":5,"msg"')),
    _fault("an object for a list", "refusals.project_errors", "E4",
           at(*CREATE, edit(lambda value: {"errors": value}))),
    _fault("null hints", "projects.broken_rules", "E4",
           at(*CREATE, edit(lambda value: [{**one, "hints": None} for one in value]), status=400)),
    _fault("no Allow", "refusals.wrong_methods", "E5", drop("allow")),
    _fault("404 before 401", "refusals.credentials_first", "E5", become(404)),
    _fault("no time to wait", "limits.rate_limit", "E6", drop("retry-after")),
    _fault("no policy", "limits.rate_limit_headers", "E6", drop("ratelimit-policy")),
    _fault("413 for a large body", "limits.large_body", "E7", become(413)),
    _fault("a repeat is another project", "idempotency.repeated_project", "E8",
           at(*CREATE, edit(lambda value: {**value, "progress": id(value)}), status=201)),
    _fault("unknown fields refused", "refusals.unknown_fields", "E9",
           lambda one: become(422)(one) if b"conformanceCheck" in one.sent else None),
    _fault("no request ids", "health.request_ids", "E1", drop("x-request-id")),
    # V and O
    _fault("another record for staff", "provider.listed", "V1",
           at("GET", r"/provider/v1/projects/\d+", put(briefing="x"))),
    _fault("XLIFF of one version", "provider.exported", "V2", replace('version="2.1"', 'version="2.0"')),
    _fault("an account renamed", "provider_data.account", "V3", at("GET", "/provider/.*", put(name="x"))),
    _fault("memories without metadata", "provider_data.lists_of_memories", "V4", without("metadata")),
    _fault("an export without terms", "provider_data.term_base", "V5", replace("zorblatt", "")),
    _fault("templates that stay", "provider_data.template", "V6", at("PATCH", ".*", become(500))),
    _fault("tries without answers", "provider.recorded_tries", "N5",
           replace('"answer":204', '"answer":null')),
    _fault("engines without pairs", "provider.operation", "V7", replace('"pairs"', '"languages"')),
    _fault("never ready", "health.readyz", "O1", become(503)),
)  # fmt: skip
