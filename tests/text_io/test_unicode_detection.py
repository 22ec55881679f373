"""Unicode encodings: by mark, by the first tag, by NULs."""

from __future__ import annotations

import pytest

from dragoman.text_io.unicode_detection import BOM_OF, WIDE, find_bom, find_wide, find_xml_unicode


@pytest.mark.parametrize("codec", sorted(BOM_OF))
def test_a_mark_names_its_codec(codec: str) -> None:
    data = BOM_OF[codec] + "Grüße".encode(codec)
    assert find_bom(data) == find_xml_unicode(data) == (BOM_OF[codec], codec)


@pytest.mark.parametrize("codec", sorted(WIDE))
def test_without_a_mark_the_first_tag_of_xml_names_its_codec(codec: str) -> None:
    data = "<r/>".encode(codec)
    assert find_bom(data) == (b"", "")
    assert find_xml_unicode(data) == (b"", codec)


@pytest.mark.parametrize("codec", sorted(WIDE))
@pytest.mark.parametrize("text", ["An English text.\n", "Русский текст с пробелами.\n" * 9])
def test_nuls_of_latin_letters_and_blanks_name_a_codec(codec: str, text: str) -> None:
    assert find_wide(text.encode(codec)) == codec


@pytest.mark.parametrize("data", [b"<r/>", b"plain", b"", "Grüße".encode(), b"\0\1\2\3" * 100, b"a\0b"])
def test_other_bytes_are_none_of_them(data: bytes) -> None:
    assert find_xml_unicode(data) == (b"", "")
    assert find_wide(data) is None
