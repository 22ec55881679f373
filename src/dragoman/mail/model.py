"""What a message to a person is, and how a try to submit it ends. Pure values."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from dragoman.errors import DragomanError


class MailNotSent(DragomanError):
    """The mail server did not take a message."""

    code = "MAIL_NOT_SENT"


class MailResult(enum.StrEnum):
    """How a try to submit a message ended."""

    SENT = "sent"  # the server took it
    REFUSED = "refused"  # for good: its recipient or its content
    FAILED = "failed"  # later it may work


@dataclass(frozen=True, slots=True, kw_only=True)
class MailRecipient:
    """A person's address, and their name where it is known."""

    address: str = field(repr=False)
    name: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MailLink:
    """The link that a message is sent for. It may be a secret."""

    label: str
    url: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MailDraft:
    """A message to one person: paragraphs of plain text, a link, and paragraphs again."""

    recipient: MailRecipient
    subject: str = field(repr=False)
    before: Sequence[str] = field(repr=False)
    link: MailLink | None = None
    after: Sequence[str] = field(default=(), repr=False)
    language: str = "en"  # BCP 47, of the text
    expires: datetime | None = None  # from then on the message is of no use, and is not sent any more


@dataclass(frozen=True, slots=True, kw_only=True)
class MailOutcome:
    """How a try ended, and the server's words."""

    result: MailResult
    code: int | None  # of SMTP; None: there was no answer
    answer: str = field(repr=False)  # of the server, or why there is none; it may repeat addresses
    failure: str = ""  # name of the error's type, for logs
