"""Render a message: headers, a part of plain text and the same as simple HTML. Pure."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Final
from uuid import UUID

from dragoman.mail.model import MailDraft
from dragoman.settings import MailSender, encode_domain

_MOST_NAME: Final = 100  # characters of a name or subject in a header
_MOST_SUBJECT: Final = 200
# Names without them are written as atoms or encoded words, so that no reader takes a part for an address.
_SPECIAL: Final = re.compile(r'["(),.:;<>@\[\\\]]+')
_ENCODED_WORD: Final = re.compile(r"=\?|\?=")  # would be decoded by its reader
_ADDRESS: Final = re.compile(r"[^\s@<>]+@[^\s@<>]+\Z")
_RIGHT_TO_LEFT: Final = frozenset({"ar", "fa", "he", "ur"})


def render_message(draft: MailDraft, *, sender: MailSender, mail_id: UUID, date: datetime) -> EmailMessage:
    """The message as it is submitted. The same arguments give the same headers: doubles can be found.

    Raises ValueError for an address that mail cannot have.
    """
    if not _ADDRESS.match(draft.recipient.address):
        raise ValueError("not an address")
    message = EmailMessage(policy=SMTP)
    message["From"] = Address(clean_name(sender.name), addr_spec=sender.address)
    local, _, domain = draft.recipient.address.rpartition("@")
    message["To"] = Address(clean_name(draft.recipient.name), local, encode_domain(domain))
    message["Subject"] = _one_line(draft.subject)[:_MOST_SUBJECT]
    message["Date"] = format_datetime(date)
    message["Message-ID"] = f"<{mail_id}@{sender.domain}>"
    message["Auto-Submitted"] = "auto-generated"  # RFC 3834: no reply of an absent person
    message["X-Auto-Response-Suppress"] = "All"
    message.set_content(_render_text(draft))
    message.add_alternative(_render_html(draft), subtype="html")
    message["Content-Language"] = draft.language  # last, as new content removes such headers
    return message


def clean_name(name: str) -> str:
    """A person's name as a header can have it: one line of limited length without special characters."""
    return " ".join(_SPECIAL.sub(" ", _one_line(name)).split())[:_MOST_NAME].strip()


def _one_line(text: str) -> str:
    """Replace line breaks and control characters, also those that change the direction of text, by blanks."""
    hidden = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    visible = "".join(" " if unicodedata.category(c) in hidden else c for c in text)
    return " ".join(_ENCODED_WORD.sub(" ", visible).split())


def _render_text(draft: MailDraft) -> str:
    parts = [*draft.before, *([draft.link.url] if draft.link else []), *draft.after]
    return "\n\n".join(parts) + "\n"


def _render_html(draft: MailDraft) -> str:
    link = draft.link
    shown = (
        [
            f'<p><a href="{html.escape(link.url)}">{html.escape(link.label)}</a></p>',
            f"<p>{html.escape(link.url)}</p>",
        ]
        if link
        else []
    )
    language = html.escape(draft.language)
    direction = "rtl" if draft.language.partition("-")[0] in _RIGHT_TO_LEFT else "ltr"
    body = "\n".join([*_paragraphs(draft.before), *shown, *_paragraphs(draft.after)])
    return (
        f'<!doctype html>\n<html lang="{language}" dir="{direction}">\n<head><meta charset="utf-8">'
        f"<title>{html.escape(draft.subject)}</title></head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _paragraphs(texts: Sequence[str]) -> list[str]:
    return [f"<p>{html.escape(text)}</p>" for text in texts]
