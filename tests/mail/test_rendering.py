"""Messages as bytes: headers that no name can break, and both parts with the link."""

from __future__ import annotations

from datetime import UTC, datetime
from email import policy
from email.parser import BytesParser
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.mail.composing import compose_invitation, compose_reset
from dragoman.mail.model import MailDraft, MailRecipient
from dragoman.mail.rendering import clean_name, render_message
from dragoman.settings import MailSender

SENDER = MailSender(name="Übersetzungen", address="dragoman@example.com")
ID = UUID(int=5)
NOW = datetime(2026, 5, 4, 12, 30, tzinfo=UTC)
URL = "https://translate.example.com/ui/invitation/abc?x=1&y=2"


def parsed(draft: MailDraft):  # type: ignore[no-untyped-def]
    raw = render_message(draft, sender=SENDER, mail_id=ID, date=NOW).as_bytes()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    return BytesParser(policy=policy.default).parsebytes(raw)


def invitation(name: str = "Zoë Ω", address: str = "zoe@example.com") -> MailDraft:
    return compose_invitation(
        MailRecipient(address=address, name=name), url=URL, expires=NOW, invited_by="<Ann> & Co"
    )


def test_an_invitation_has_its_headers_and_both_parts() -> None:
    message = parsed(invitation())
    assert {
        name: str(value) for name, value in message.items() if not name.startswith(("MIME", "Content-T"))
    } == {
        "From": "Übersetzungen <dragoman@example.com>",
        "To": "Zoë Ω <zoe@example.com>",
        "Subject": "Your invitation to Dragoman",
        "Date": "Mon, 04 May 2026 12:30:00 +0000",
        "Message-ID": "<00000000-0000-0000-0000-000000000005@example.com>",
        "Content-Language": "en",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    text, html = (part.get_content().replace("\r\n", "\n") for part in message.iter_parts())
    assert text == (
        "Hello Zoë Ω,\n\n<Ann> & Co invites you to Dragoman, where translations are ordered and made.\n\n"
        f"Open this link and choose a password:\n\n{URL}\n\n"
        "The link works once, until 2026-05-04 12:30 (UTC).\n\n"
        "If you did not expect this invitation, you need not do anything.\n"
    )
    assert '<a href="https://translate.example.com/ui/invitation/abc?x=1&amp;y=2">' in html
    assert "<p>&lt;Ann&gt; &amp; Co invites you" in html


def test_texts_are_translated_sentence_by_sentence() -> None:
    draft = compose_reset(
        MailRecipient(address="a@example.com"),
        url=URL,
        expires=NOW,
        translate=lambda text: f"«{text}»",
        language="ar",
    )
    assert draft.subject == "«Choose a new password for Dragoman»"
    assert draft.before[0] == "«Hello,»"
    assert '<html lang="ar" dir="rtl">' in parsed(draft).get_body(("html",)).get_content()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann\r\nBcc: all@example.com", "Ann Bcc all example com"),
        ("a@b.example>, <c@d.example", "a b example c d example"),
        ('"Smith, John" (Sales)', "Smith John Sales"),
        ("ان\u202eنا\u2028x", "ان نا x"),
        ("\U0001f600 " + "ż" * 300, "\U0001f600 " + "ż" * 98),
        ("=?utf-8?q?x=0D=0ABcc=3A?=", "utf-8?q?x=0D=0ABcc=3A"),
    ],
)
def test_a_name_stays_one_name(name: str, shown: str) -> None:
    assert clean_name(name) == shown
    message = parsed(invitation(name))
    assert [one.addr_spec for one in message["To"].addresses] == ["zoe@example.com"]
    assert "Bcc" not in message


@given(name=st.text(max_size=150))
def test_no_name_adds_an_address_or_a_header(name: str) -> None:
    message = parsed(invitation(name))
    assert [one.addr_spec for one in message["To"].addresses] == ["zoe@example.com"]
    assert len(message.items()) == len(parsed(invitation()).items())


def test_a_subject_with_a_line_break_stays_one_header() -> None:
    draft = MailDraft(
        recipient=MailRecipient(address="a@b.example"), subject="A\r\nBcc: c@d.example", before=("x",)
    )
    assert parsed(draft)["Subject"] == "A Bcc: c@d.example"


def test_an_international_domain_is_written_in_ascii() -> None:
    assert (
        parsed(invitation(address="zoe@bücher.example"))["To"].addresses[0].addr_spec
        == "zoe@xn--bcher-kva.example"
    )


@pytest.mark.parametrize(
    "address", ["a b@c.example", "a\r\nb@c.example", "a@b.example\r\nBcc: c@d.example", "x"]
)
def test_an_address_that_cannot_be_is_refused(address: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any of them
        render_message(invitation(address=address), sender=SENDER, mail_id=ID, date=NOW)
