"""Small text files: wrapped prose, lists, mail, columns, old encodings, every kind of line end."""

from __future__ import annotations

from collections.abc import Mapping

LETTER = """The Title of it all
===================

This is a hard wrapped paragraph of prose that goes on for a while and
then continues on the next line with some more words until it ends in
a short line.

 * A bullet point whose text is wrapped at the same width as the rest
   and goes on in a hanging line.
 * Another
1. One
2) Two

> quoted text of a mail that is wrapped as well so that its lines are
> quite long and go on

Best regards from all of us here
John Smith
Name\tAge\tTown
12345
"""

SAMPLES: Mapping[str, bytes] = {
    "letter.txt": LETTER.encode(),
    "letter-crlf.txt": b"\xef\xbb\xbf" + LETTER.replace("\n", "\r\n").encode(),
    "ends.txt": "one\rtwo\r\nthree\n\x0cfour\x0bfive\u2028six\x85seven\n\ufeffeight".encode(),
    "utf16.text": b"\xfe\xff" + "Straße, 日本語, 😀.\nSecond line.\n".encode("utf-16-be"),
    "sjis.txt": "これは日本語の文章です。\n二番目の文です。\n".encode("cp932"),
    "stray.txt": "Größe für Äpfel und Öl, schöne süße Bäume".encode() + b" and \xff one\n",
}
