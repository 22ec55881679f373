"""Submit one message to the operator's mail server, bounded in time; every end has a name."""

from __future__ import annotations

import asyncio
import ssl
import unicodedata
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path
from typing import Final

import aiosmtplib

from dragoman.errors import Misconfigured
from dragoman.mail.model import MailOutcome, MailResult
from dragoman.settings import MailServer

TOTAL_SECONDS: Final = 60.0
_ANSWER_SECONDS: Final = 20.0  # for one answer of the server
_MOST_ANSWER: Final = 300  # characters of it that are kept

# After these another try would end the same: the server knows neither recipient, nor takes the content.
_ABOUT_THE_MESSAGE: Final = (aiosmtplib.SMTPRecipientRefused, aiosmtplib.SMTPDataError)


def trust(ca_file: Path | None) -> ssl.SSLContext:
    """What certificates of mail servers are checked with. Raises `Misconfigured` for a file of no use."""
    context = ssl.create_default_context()
    if ca_file is not None:
        try:
            context.load_verify_locations(ca_file)
        except (OSError, ssl.SSLError) as error:
            raise Misconfigured(f"mail_ca_file {ca_file} cannot be used: {error}.") from None
    return context


async def submit(
    message: EmailMessage, *, server: MailServer, trusted: ssl.SSLContext, sender_domain: str
) -> MailOutcome:
    """Submit a message. It always ends within `TOTAL_SECONDS`, and raises nothing of the server's."""
    client = aiosmtplib.SMTP(
        hostname=server.host,
        port=server.port,
        use_tls=server.security == "tls",
        start_tls=server.security == "starttls",
        username=server.user,
        password=server.password,
        local_hostname=sender_domain,  # the machine's own name may take minutes to find
        timeout=_ANSWER_SECONDS,
        tls_context=trusted,
    )
    is_connected = False
    try:
        async with asyncio.timeout(TOTAL_SECONDS):
            await client.connect()
            is_connected = True
            _, answer = await client.send_message(message)
    except (aiosmtplib.SMTPException, OSError, ValueError) as error:  # TimeoutError is an OSError
        return _explain(error, is_connected=is_connected)
    else:
        return MailOutcome(result=MailResult.SENT, code=250, answer=_clean(answer))
    finally:
        await _close(client)


async def _close(client: aiosmtplib.SMTP) -> None:
    """Take leave; what goes wrong with that changes nothing."""
    if client.is_connected:
        with suppress(aiosmtplib.SMTPException, OSError):
            async with asyncio.timeout(2):
                await client.quit()
    client.close()


def _explain(error: Exception, *, is_connected: bool) -> MailOutcome:
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused) and error.recipients:
        error = error.recipients[0]  # each message has one
    code = getattr(error, "code", None)
    # An answer to MAIL FROM or AUTH is about our settings, which the operator may change meanwhile.
    for_good = (isinstance(error, _ABOUT_THE_MESSAGE) and code is not None and code >= 500) or (
        is_connected and isinstance(error, aiosmtplib.SMTPNotSupported | ValueError)
    )
    words = getattr(error, "message", None) or str(error) or type(error).__name__
    return MailOutcome(
        result=MailResult.REFUSED if for_good else MailResult.FAILED,
        code=code if isinstance(code, int) and code > 0 else None,
        answer=_clean(words),
        failure=type(error).__name__,
    )


def _clean(answer: str) -> str:
    printable = "".join(" " if unicodedata.category(c).startswith(("C", "Z")) else c for c in answer)
    return " ".join(printable.split())[:_MOST_ANSWER]
