"""The texts of messages. Each is whole sentences, which `translate` may translate."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

from dragoman.mail.model import MailDraft, MailLink, MailRecipient

Translate: TypeAlias = Callable[[str], str]


def compose_invitation(
    recipient: MailRecipient,
    *,
    url: str,
    expires: datetime,
    invited_by: str,
    translate: Translate = str,
    language: str = "en",
) -> MailDraft:
    """An invitation to sign in for the first time. `invited_by` is a person's or an account's name."""
    invited = (
        translate("%(name)s invites you to Dragoman, where translations are ordered and made.")
        % {"name": invited_by}
        if invited_by
        else translate("You are invited to Dragoman, where translations are ordered and made.")
    )
    return MailDraft(
        recipient=recipient,
        subject=translate("Your invitation to Dragoman"),
        before=(_greet(recipient, translate), invited, translate("Open this link and choose a password:")),
        link=MailLink(label=translate("Accept the invitation"), url=url),
        after=(
            _good_until(expires, translate),
            translate("If you did not expect this invitation, you need not do anything."),
        ),
        language=language,
        expires=expires,
    )


def compose_reset(
    recipient: MailRecipient,
    *,
    url: str,
    expires: datetime,
    translate: Translate = str,
    language: str = "en",
) -> MailDraft:
    """A link to choose a new password with."""
    return MailDraft(
        recipient=recipient,
        subject=translate("Choose a new password for Dragoman"),
        before=(
            _greet(recipient, translate),
            translate("A new password was requested for your address. Open this link to choose one:"),
        ),
        link=MailLink(label=translate("Choose a new password"), url=url),
        after=(
            _good_until(expires, translate),
            translate("If you did not request it, your password stays as it is; you need not do anything."),
        ),
        language=language,
        expires=expires,
    )


def compose_test(recipient: MailRecipient) -> MailDraft:
    """The message of `dragoman admin mail test`."""
    return MailDraft(
        recipient=recipient,
        subject="Test message from Dragoman",
        before=("This message shows that Dragoman can send mail to this address.",),
    )


def _greet(recipient: MailRecipient, translate: Translate) -> str:
    if recipient.name:
        return translate("Hello %(name)s,") % {"name": recipient.name}
    return translate("Hello,")


def _good_until(expires: datetime, translate: Translate) -> str:
    return translate("The link works once, until %(time)s (UTC).") % {"time": f"{expires:%Y-%m-%d %H:%M}"}
