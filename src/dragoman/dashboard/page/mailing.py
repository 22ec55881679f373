"""Mail with a link that is good once, in the language of who gets it."""

from __future__ import annotations

from dragoman.accounts.model import User
from dragoman.dashboard.page.locale import make_locale, translate, using_locale
from dragoman.dashboard.page.request import PageRequest
from dragoman.database.connections import Transaction
from dragoman.mail.actions import send_mail
from dragoman.mail.composing import compose_invitation, compose_reset
from dragoman.mail.model import MailDraft, MailRecipient
from dragoman.sign_in.model import LinkPurpose, NewLink


def has_mail(page: PageRequest) -> bool:
    """Whether the installation sends mail."""
    return page.runtime.settings.mail_url is not None


async def send_link(page: PageRequest, tx: Transaction, *, user: User, link: NewLink) -> bool:
    """Have an invitation or a link for a new password sent once the transaction commits.

    False: there is no mail, so that the page shows the link. Raises `RuleBroken` for an address that mail
    cannot have.
    """
    if not has_mail(page) or user.email is None:
        return False
    draft = _compose(page, user=user, link=link)
    return await send_mail(tx, page.runtime.keyring, page.runtime.settings, message=draft)


def _compose(page: PageRequest, *, user: User, link: NewLink) -> MailDraft:
    recipient = MailRecipient(address=user.email or "", name=user.name)
    locale = make_locale(user.language or page.locale.language, None)
    url, language = link.url(page.base_url), locale.language
    with using_locale(locale):
        if link.purpose is LinkPurpose.INVITATION:
            by = page.person.user.name or page.person.account.name
            return compose_invitation(
                recipient,
                url=url,
                expires=link.expires,
                invited_by=by,
                translate=translate,
                language=language,
            )
        return compose_reset(recipient, url=url, expires=link.expires, translate=translate, language=language)
