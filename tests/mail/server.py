"""A mail server for tests, on a real socket: it takes, refuses, and asks for TLS and a password."""

from __future__ import annotations

import asyncio
import datetime
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass
class MailServerOfTests:
    """What it got, and what it answers."""

    port: int = 0
    to_recipient: str = "250 OK"
    to_content: str = "250 2.0.0 Taken"
    taken: list[Envelope] = field(default_factory=list)
    connections: int = 0
    before_answer: Callable[[], Any] | None = None  # awaited with the content in hand

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's names
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.to_recipient.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.to_recipient

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.before_answer is not None:
            await self.before_answer()
        if self.to_content.startswith("250"):
            self.taken.append(envelope)
        return self.to_content

    def message(self, number: int = -1) -> EmailMessage:
        content = self.taken[number].content
        assert isinstance(content, bytes)
        parsed = BytesParser(policy=policy.default).parsebytes(content)
        assert isinstance(parsed, EmailMessage)
        return parsed


@asynccontextmanager
async def running_server(
    *, tls: ssl.SSLContext | None = None, at_once: bool = False, login: tuple[str, str] | None = None
) -> AsyncIterator[MailServerOfTests]:
    """Run it; with `tls` STARTTLS is required, or with `at_once` TLS from the first byte."""
    state = MailServerOfTests()

    def check(_: SMTP, __: Session, ___: Envelope, mechanism: str, given: LoginPassword) -> AuthResult:
        assert login is not None
        good = (given.login.decode(), given.password.decode()) == login
        return AuthResult(success=good, handled=False)

    def connect() -> SMTP:
        state.connections += 1
        return SMTP(
            state,
            hostname="mail.test",
            enable_SMTPUTF8=True,
            tls_context=None if at_once else tls,
            require_starttls=tls is not None and not at_once,
            auth_required=login is not None,
            auth_require_tls=False,
            authenticator=check if login else None,
            loop=asyncio.get_running_loop(),
        )

    loop = asyncio.get_running_loop()
    server = await loop.create_server(connect, "127.0.0.1", ssl=tls if at_once else None)
    state.port = server.sockets[0].getsockname()[1]
    try:
        yield state
    finally:
        server.close()
        await server.wait_closed()


def make_certificate(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """A server's context with a certificate for 127.0.0.1, and the file of its authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mail.test")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    authority, both = folder / "authority.pem", folder / "server.pem"
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    authority.write_bytes(pem)
    both.write_bytes(
        pem
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(both)
    return context, authority
