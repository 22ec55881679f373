"""Encrypt messages for the database: a link in one may sign its reader in."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Final
from uuid import UUID

import orjson

from dragoman.access.keyring import Keyring
from dragoman.mail.model import MailDraft, MailLink, MailRecipient

_PURPOSE: Final = "mail"


def seal_draft(keyring: Keyring, mail_id: UUID, draft: MailDraft) -> bytes:
    """Encrypt a message; it opens in its own row only."""
    return keyring.wrap(orjson.dumps(asdict(draft)), purpose=_PURPOSE, context=str(mail_id))


def unseal_draft(keyring: Keyring, mail_id: UUID, sealed: bytes) -> MailDraft:
    """Undo `seal_draft`. Raises `Misconfigured` when the master key is not there."""
    values = orjson.loads(keyring.unwrap(sealed, purpose=_PURPOSE, context=str(mail_id)))
    return MailDraft(
        recipient=MailRecipient(**values["recipient"]),
        subject=values["subject"],
        before=tuple(values["before"]),
        link=None if values["link"] is None else MailLink(**values["link"]),
        after=tuple(values["after"]),
        language=values["language"],
        expires=None if values["expires"] is None else datetime.fromisoformat(values["expires"]),
    )
