"""PDF files with every kind of text."""

from __future__ import annotations

from collections.abc import Mapping

from tests.formats.pdf.building import (
    File,
    Page,
    build,
    codes,
    pdf,
    text_width,
    unicode_font,
    wrapped,
    write_aes,
)

PROSE = (
    "The river authority looks after four hundred kilometres of water and the land beside it. In the past "
    "year our staff repaired eleven weirs, planted nine thousand trees, and answered more than two thousand "
    "questions from the public. This report says what was done, what it cost, and what we intend to do next."
)
MORE = (
    "A second paragraph follows here. It is long enough that it must be broken over several lines of the "
    "page, because otherwise nothing could be learned about the way in which lines are joined again."
)


def report() -> bytes:
    """Headings, paragraphs, lists, styles, a link and a ruled table."""
    page = Page().text(72, 770, "Annual report", font="F2", size=20)
    lines = wrapped(PROSE, 450)
    page.lines(72, 735, lines)
    y = 735 - 13.2 * len(lines) - 8
    page.lines(72, y, wrapped(MORE, 450))
    page.text(72, 620, "1. What was done", font="F2", size=14)
    page.text(84, 595, "\u2022").lines(98, 595, ["Repairs of weirs and locks"])
    page.text(84, 580, "\u2022").lines(98, 580, wrapped("Planting of trees " * 9, 400))
    page.text(84, 535, "1.").text(98, 535, "First we measured.")
    page.text(84, 521, "2.").text(98, 521, "Then we compared the results.")
    page.text(72, 490, "See ").text(72 + text_width("See "), 490, "the web page", font="F3")
    page.text(72 + text_width("See the web page"), 490, " for more.")
    page.link(90, 486, 160, 502, "https://example.org/report?a=1&b=2")
    xs, ys = [72, 250, 350, 450], [460, 440, 420, 400]
    page.grid(xs, ys)
    for row, texts in enumerate(
        [("Item", "Planned", "Spent"), ("Weirs", "120", "118"), ("Trees", "35", "41")]
    ):
        for column, text in enumerate(texts):
            page.text(xs[column] + 5, ys[row] - 14, text, font="F1" if row else "F2")
    return pdf(page)


def columns() -> bytes:
    """Two columns below a title, a paragraph that continues in the second column, header and page numbers."""
    pages = []
    for number in range(1, 4):
        page = (
            Page()
            .text(200, 810, "Journal of bridges, volume 7", size=8)
            .text(280, 30, f"Page {number}", size=8)
        )
        if number == 1:
            page.text(120, 770, "Measuring bridges", font="F2", size=22)
        lines = wrapped(f"{PROSE} {MORE} " * 4, 215, font="F4", size=10)[:80]
        page.lines(72, 730, lines[:40], font="F4", size=10, lead=16)
        page.lines(310, 730, lines[40:], font="F4", size=10, lead=16)
        pages.append(page)
    return pdf(*pages)


def scripts() -> bytes:
    """Greek, Arabic in visual order, Chinese, and vertical Japanese."""
    letters = sorted(set("Καλημέρα κόσμε שלום עולם今天天气很好。明日は雨です"))
    file = File()
    font = unicode_font(file, letters)
    page = Page()
    for y, text in ((700, "Καλημέρα κόσμε"), (660, "םלוע םולש"), (620, "今天天气很好。")):
        page.content.append(f"BT /U1 12 Tf 72 {y} Td {codes(text, letters)} Tj ET")
    file, root = build([page], fonts=font, file=file)
    return file.write(root)


def packed() -> bytes:
    """Objects in object streams."""
    file, root = build([Page().lines(72, 700, wrapped(PROSE, 400))])
    return file.write_packed(root)


def encrypted(user: str = "") -> bytes:
    """Encrypted with RC4, by default with the empty password."""
    file, root = build([Page().lines(72, 700, wrapped(PROSE, 400))])
    return file.write_encrypted(root, user=user)


def protected(user: str = "") -> bytes:
    """Encrypted with AES."""
    file, root = build([Page().lines(72, 700, wrapped(PROSE, 400))])
    return write_aes(file, root, user=user)


def form() -> bytes:
    """Rows without ruling lines, and a rotated page."""
    page = Page()
    rows = [("Name:", "Anna Example", "Region:", "North"), ("Order:", "2024-17", "Manager:", "Bert Sample")]
    for row, texts in enumerate([*rows, ("Date:", "1 May 2024", "State:", "Open")]):
        for x, text in zip((72, 170, 320, 400), texts, strict=True):
            page.text(x, 700 - 16 * row, text, font="F1")
    side = Page(extra="/Rotate 90")
    side.content.append(f"q 0 1 -1 0 595 0 cm BT /F1 12 Tf 60 500 Td ({'Turned text'}) Tj ET Q")
    return pdf(page, side)


SAMPLES: Mapping[str, bytes] = {
    "report.pdf": report(),
    "columns.pdf": columns(),
    "scripts.pdf": scripts(),
    "packed.pdf": packed(),
    "encrypted.pdf": encrypted(),
    "protected.pdf": protected(),
    "form.pdf": form(),
}
