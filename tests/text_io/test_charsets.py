"""Encodings: what is recognised, what is guessed, and that no byte is ever lost."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dragoman.formats.format import WarningCode
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.text_io.charset_labels import find_codec
from dragoman.text_io.charsets import decode, encode, looks_binary, show_text, split_undecodable
from dragoman.text_io.errors import DocumentCorrupt

RUSSIAN = "Привет, как дела? Это проверка кодировки текста."
POLISH = "Zażółć gęślą jaźń, to jest próba."
JAPANESE = "これは日本語の文章です。二番目の文です。"


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("latin1", "cp1252"),
        (' "ISO-8859-1" ', "cp1252"),
        ("x-sjis", "cp932"),
        ("gb2312", "gb18030"),
        ("utf8", "utf-8"),
        ("ISO-8859-15", "iso8859_15"),
        ("koi8-r", "koi8_r"),
        ("rot13", None),
        ("zlib", None),
        ("idna", None),
        ("utf-7", None),
        ("unicode_escape", None),
        ("no such thing", None),
        ("a\0b", None),
    ],
)
def test_names_of_encodings_are_those_of_the_web(label: str, codec: str | None) -> None:
    assert find_codec(label) == codec


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_decides_and_is_kept(encoding: str) -> None:
    data = "Größe 日本 😀".encode(encoding)
    decoded = decode(data, declared="iso-8859-1")
    assert decoded.text == "Größe 日本 😀"
    assert not decoded.guessed
    assert encode(decoded.text, decoded) == (data, False)
    assert encode("Ж", decoded)[0].startswith(decoded.bom)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["hello world\n", RUSSIAN, JAPANESE + "\n" + JAPANESE + "\n"])
def test_utf16_without_a_mark_is_seen_by_its_nuls(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)).text == text


@pytest.mark.parametrize(
    "label", ["gb2312", "gbk", "gb18030", "big5", "euc-jp", "windows-1251", "iso-2022-jp"]
)
def test_what_is_declared_counts(label: str) -> None:
    text = "текст" if label == "windows-1251" else "中文"
    data = text.encode({"iso-2022-jp": "iso2022_jp"}.get(label, label))
    decoded = decode(data, declared=label)
    assert (decoded.text, decoded.guessed) == (text, False)
    assert encode(decoded.text, decoded) == (data, False)


def test_what_is_declared_counts_unless_it_is_plainly_utf8() -> None:
    assert decode("café".encode("cp1252"), declared="iso-8859-1").text == "café"
    wrong = decode("café".encode(), declared="iso-8859-1")
    assert (wrong.text, wrong.encoding, wrong.guessed) == ("café", "utf-8", True)
    assert decode("café".encode(), declared="rot13").text == "café"


@pytest.mark.parametrize(
    ("text", "encoding", "language"),
    [
        (RUSSIAN, "cp1251", "ru"),
        (RUSSIAN, "koi8-r", "ru"),
        (RUSSIAN, "cp866", "ru"),
        (POLISH, "cp1250", "pl"),
        (POLISH, "iso8859-2", "pl"),
        ("Schöne Grüße aus München", "cp1252", "de"),
        ("Καλημέρα κόσμε, αυτό είναι μια δοκιμή.", "cp1253", "el"),
        (JAPANESE, "cp932", "ja"),
        (JAPANESE, "euc_jp", "ja"),
        (JAPANESE, "iso2022_jp", "ja"),
        ("这是一个中文测试句子，看看如何。", "gbk", "zh-Hans"),
        ("這是一個中文測試句子，看看如何。", "big5", "zh-Hant"),
        ("이것은 한국어 문장입니다.", "cp949", "ko"),
    ],
)
def test_old_encodings_are_guessed_by_the_language(text: str, encoding: str, language: str) -> None:
    data = text.encode(encoding)
    decoded = decode(data, language=language)
    assert decoded.text == text
    assert decoded.guessed
    assert encode(decoded.text, decoded) == (data, False)
    assert WarningCode.ENCODING_GUESSED in {warning.code for warning in warnings_for(decoded, language)}


def test_a_stray_byte_survives() -> None:
    data = "viele schöne größere Äpfel, süße Öle, Bäume und Häuser für Übermütige".encode() + b" \xff."
    decoded = decode(data)
    assert decoded.encoding == "utf-8"
    assert decoded.undecodable == 1
    assert encode(decoded.text, decoded) == (data, False)
    assert [piece for piece, strange in split_undecodable(decoded.text) if strange] == ["\udcff"]
    assert "bytes" in warnings_for(decoded, "de")[0].message


def test_a_second_spelling_of_a_character_survives() -> None:
    data = "あ".encode("cp932") + b"\x87\x90 \x81\xe0" + "い".encode("cp932")
    decoded = decode(data, declared="shift_jis")
    assert decoded.text[0] == "あ"
    assert decoded.text[-1] == "い"
    assert encode(decoded.text, decoded) == (data, False)


def test_what_does_not_fit_becomes_utf8_without_a_mark() -> None:
    decoded = decode("café".encode("cp1252"), declared="latin1")
    assert encode("Größe", decoded) == ("Größe".encode("cp1252"), False)
    assert encode("Żółć", decoded) == ("Żółć".encode(), True)
    assert WarningCode.ENCODING_CHANGED in {warning.code for warning in warnings_for(decoded, "pl")}
    assert warnings_for(decoded, "de") == ()


@pytest.mark.parametrize(
    "data",
    [bytes(100), bytes(range(256)), b"text\0text", b"\xff\xfea\x00\x00", b"\x01\x02\x03\x04" * 50],
    ids=["NULs", "all bytes", "a NUL", "half a letter", "controls"],
)
def test_what_is_not_text_is_refused(data: bytes) -> None:
    with pytest.raises(DocumentCorrupt):
        decode(data)


def test_binary_contents_are_distinguished_from_text() -> None:
    assert looks_binary(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    assert looks_binary(bytes(10))
    assert not looks_binary("Grüße\r\n".encode("utf-16"))
    assert not looks_binary("Grüße\t\x0c".encode("cp1252"))


@given(
    st.binary(max_size=200),
    st.sampled_from([None, "latin1", "utf-8", "shift_jis", "gbk", "euc-kr", "iso-2022-jp"]),
)
@example(b"half of an escape: \x1b\x80", "iso-2022-jp")  # Python reads it, and cannot write it
def test_every_byte_comes_back_or_is_refused(data: bytes, declared: str | None) -> None:
    try:
        decoded = decode(data, declared=declared)
    except DocumentCorrupt:
        return
    assert encode(decoded.text, decoded) == (data, False)


def test_what_is_not_a_character_is_shown_as_a_number() -> None:
    assert show_text("<b\udce9\ud83d>", 100) == "<b\\xE9\\uD83D>"
    assert show_text("a\udce9b", 4) == "a\\xE"
    assert show_text("Gr\u00fc\u00dfe", 2) == "Gr"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_letters_without_nuls_get_a_byte_order_mark_where_nothing_else_told_of_them(encoding: str) -> None:
    decoded = decode("Some words.\n".encode(encoding))
    assert encode("Some words.\n", decoded) == ("Some words.\n".encode(encoding), False)
    written, changed = encode("\u3010\uff33\uff4f\uff4d\uff45 \u6f22\u5b57\u3011\n" * 20, decoded)
    assert not changed
    again = decode(written)
    assert (again.encoding, again.text[:3]) == (encoding, "\u3010\uff33\uff4f")
