"""What is refused when a callback URL is accepted, and how the others are used."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.errors import Misconfigured
from dragoman.notifications.addresses import AllowList, is_public, parse_allow_list
from dragoman.notifications.callback_url import CallbackRefused, check_callback_url, parse_callback_url
from tests.notifications.addresses import FINE, INSIDE, SENSELESS

NOTHING = AllowList()


def test_there_are_enough_vectors() -> None:
    assert len(set(INSIDE)) == len(INSIDE) >= 120
    assert len(set(SENSELESS)) == len(SENSELESS) >= 60


@pytest.mark.parametrize("url", [*INSIDE, *SENSELESS])
def test_it_is_refused_and_the_message_does_not_repeat_it(url: str) -> None:
    with pytest.raises(CallbackRefused) as refused:
        check_callback_url(url, allow=NOTHING)
    message = refused.value.message
    assert message.startswith("The callback URL cannot be used: ")
    assert len(url) < 9 or url not in message


@pytest.mark.parametrize("url", FINE)
def test_it_is_used_in_one_spelling(url: str) -> None:
    used = check_callback_url(url, allow=NOTHING)
    assert used == FINE[url]
    assert check_callback_url(used, allow=NOTHING) == used
    assert parse_callback_url(used).url == used


@pytest.mark.parametrize(
    ("entries", "url", "fine"),
    [
        (["localhost"], "http://localhost:9000/", True),
        (["localhost:9000"], "http://localhost:9000/", True),
        (["localhost:9000"], "http://localhost:9001/", False),
        (["Hooks.Example.internal"], "http://hooks.example.INTERNAL/", True),
        (["hooks.internal"], "http://other.internal/", False),
        (["127.0.0.1"], "http://127.0.0.1:9000/", True),
        (["127.0.0.1"], "http://127.0.0.2:9000/", False),
        (["127.0.0.1"], "http://0x7f.1/", False),  # still only one spelling
        (["127.0.0.0/8"], "http://127.9.9.9:1234/", True),
        (["127.0.0.1:9000"], "http://127.0.0.1:9001/", False),
        (["::1"], "http://[::1]:9000/", True),
        (["[::1]:9000"], "http://[::1]:9000/", True),
        (["[::1]:9000"], "http://[::1]/", False),
        (["fd00::/8"], "http://[fd12::1]/", True),
        (["10.0.0.0/8"], "http://receiver:9000/", True),  # a name may turn out to be there
        (["10.0.0.0/8"], "http://192.168.0.1/", False),
        (["10.0.0.0/8"], "ftp://10.0.0.1/", False),
        (["10.0.0.0/8"], "http://me@10.0.0.1/", False),
        (["8.8.8.8"], "http://8.8.8.8:5432/", True),
    ],
)
def test_the_operator_allows_names_and_networks(entries: list[str], url: str, *, fine: bool) -> None:
    allow = parse_allow_list(entries)
    if fine:
        check_callback_url(url, allow=allow)
    else:
        with pytest.raises(CallbackRefused):
            check_callback_url(url, allow=allow)


@pytest.mark.parametrize(
    "entry", ["http://x", "a b", "x:0", "x:99999", "10.0.0.0/33", "127.1", "*.x", "[::1", "x/y", ":80"]
)
def test_an_entry_that_makes_no_sense_is_named(entry: str) -> None:
    with pytest.raises(Misconfigured, match="callback_allow"):
        parse_allow_list([entry])


@given(st.text(max_size=60) | st.from_regex(r"https?://[\[\]0-9a-fx.:@%\\/?#-]{0,30}", fullmatch=True))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        used = check_callback_url(text, allow=NOTHING)
    except CallbackRefused:
        return
    assert used.isascii()
    assert used.startswith(("http://", "https://"))
    assert parse_callback_url(used).url == used


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "1.1.1.1", "223.255.255.254", "172.32.0.1", "2606:4700::1", "2a00::1"]
)
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address", ["fe80::1%eth0", "2606:4700::1%eth0", "", "example.com", "127.1", "::ffff:8.8.8.8"]
)
def test_what_is_not_a_public_address(address: str) -> None:
    assert not is_public(address)
