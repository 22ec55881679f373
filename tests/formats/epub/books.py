"""Builders of small books."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>{}</rootfiles>
</container>
"""
HTML = '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" {}>'


def pack(files: Mapping[str, str | bytes], *, packages: tuple[str, ...] = ("OEBPS/book.opf",)) -> bytes:
    """A book of these files, with its `mimetype` and list of packages."""
    rootfiles = "".join(
        f'<rootfile full-path="{name}" media-type="application/oebps-package+xml"/>' for name in packages
    )
    everything = {"META-INF/container.xml": CONTAINER.format(rootfiles), **files}
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_info("mimetype"), "application/epub+zip", compress_type=zipfile.ZIP_STORED)
        for name, content in everything.items():
            archive.writestr(_info(name), content, compress_type=zipfile.ZIP_DEFLATED)
    return target.getvalue()


def read(book: bytes, name: str) -> str:
    """A file of a book as text."""
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        return archive.read(name).decode()


def page(body: str, *, title: str = "Page", head: str = "", root: str = 'xml:lang="en" lang="en"') -> str:
    """A page of EPUB 3."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n{HTML.format(root)}\n'
        f"<head><title>{title}</title>{head}</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def package3(
    items: Mapping[str, str],
    *,
    metadata: str = "",
    spine: str = "<spine>",
    language: str = "en",
    title: str = "A small book",
) -> str:
    """A package file of EPUB 3: `items` are addresses with their types; pages make the spine."""
    manifest = "".join(
        f'<item id="i{number}" href="{href}" media-type="{kind.partition(" ")[0]}"{properties(kind)}/>\n'
        for number, (href, kind) in enumerate(items.items())
    )
    order = "".join(
        f'<itemref idref="i{number}"/>'
        for number, kind in enumerate(items.values())
        if "+xml" in kind and "ncx" not in kind
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" xml:lang="en" unique-identifier="q">\n'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
        f"<dc:title>{title}</dc:title>\n<dc:language>{language}</dc:language>\n"
        '<dc:identifier id="q">urn:x:1</dc:identifier>\n'
        f'<meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>\n{metadata}</metadata>\n'
        f"<manifest>\n{manifest}</manifest>\n{spine}{order}</spine>\n</package>\n"
    )


def properties(kind: str) -> str:
    """The type of an item with its properties: `application/xhtml+xml nav`."""
    return f' properties="{kind.partition(" ")[2]}"' if " " in kind else ""


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
    info.external_attr = 0o644 << 16
    return info
