"""Builders of PDF files: pages with text at positions, and the constructs of real files."""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from pdfminer.arcfour import Arcfour
from pdfminer.fontmetrics import FONT_METRICS

A4 = (595.0, 842.0)
FONTS = {
    "F1": "Helvetica",
    "F2": "Helvetica-Bold",
    "F3": "Helvetica-Oblique",
    "F4": "Times-Roman",
    "F5": "Courier",
}
PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")


@dataclass
class Page:
    """The content of a page, in the order of drawing."""

    size: tuple[float, float] = A4
    content: list[str] = field(default_factory=list)
    annotations: list[str] = field(default_factory=list)
    extra: str = ""  # further entries of its dictionary
    images: bool = False

    def text(self, x: float, y: float, text: str, *, font: str = "F1", size: float = 11) -> Page:
        self.content.append(f"BT /{font} {size} Tf {x} {y} Td {literal(text)} Tj ET")
        return self

    def lines(
        self, x: float, y: float, texts: Iterable[str], *, font: str = "F1", size: float = 11, lead: float = 0
    ) -> Page:
        for index, text in enumerate(texts):
            self.text(x, y - index * (lead or size * 1.2), text, font=font, size=size)
        return self

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> Page:
        self.content.append(f"{x0} {y0} m {x1} {y1} l S")
        return self

    def grid(self, xs: Sequence[float], ys: Sequence[float]) -> Page:
        for x in xs:
            self.rule(x, ys[0], x, ys[-1])
        for y in ys:
            self.rule(xs[0], y, xs[-1], y)
        return self

    def picture(self, x: float, y: float, width: float, height: float, *, name: str = "Im1") -> Page:
        self.images = True
        self.content.append(f"q {width} 0 0 {height} {x} {y} cm /{name} Do Q")
        return self

    def link(self, x0: float, y0: float, x1: float, y1: float, address: str) -> Page:
        self.annotations.append(
            f"<< /Type /Annot /Subtype /Link /Rect [{x0} {y0} {x1} {y1}] /Border [0 0 0] "
            f"/A << /S /URI /URI {literal(address)} >> >>"
        )
        return self


def literal(text: str) -> str:
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    encoded = escaped.encode("cp1252")
    return "(" + "".join(chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}" for byte in encoded) + ")"


def wrapped(text: str, width: float, *, font: str = "F1", size: float = 11) -> list[str]:
    """Break text into lines, as programs do."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, font=font, size=size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def text_width(text: str, *, font: str = "F1", size: float = 11) -> float:
    widths = FONT_METRICS[FONTS[font]][1]
    return sum(widths.get(character, 500) for character in text) * size / 1000


@dataclass
class File:
    """Numbered objects, and ways to write them as a file."""

    objects: dict[int, bytes] = field(default_factory=dict)
    version: str = "1.7"

    def add(self, content: bytes | str, number: int | None = None) -> int:
        number = number if number is not None else max(self.objects, default=0) + 1
        self.objects[number] = content if isinstance(content, bytes) else content.encode("latin-1")
        return number

    def stream(
        self, data: bytes, entries: str = "", *, packed: bool = True, number: int | None = None
    ) -> int:
        if packed:
            data, entries = zlib.compress(data), f"{entries} /Filter /FlateDecode"
        head = f"<< {entries} /Length {len(data)} >>\nstream\n".encode("latin-1")
        return self.add(head + data + b"\nendstream", number)

    def write(self, root: int, extra: str = "") -> bytes:
        out = bytearray(f"%PDF-{self.version}\n%\xe2\xe3\xcf\xd3\n".encode("latin-1"))
        places = {}
        for number, content in sorted(self.objects.items()):
            places[number] = len(out)
            out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
        start = len(out)
        out += f"xref\n0 {max(places) + 1}\n0000000000 65535 f \n".encode()
        for number in range(1, max(places) + 1):
            out += (
                f"{places[number]:010} 00000 n \n".encode() if number in places else b"0000000000 00000 f \n"
            )
        trailer = f"trailer\n<< /Size {max(places) + 1} /Root {root} 0 R {extra} >>\n"
        out += f"{trailer}startxref\n{start}\n%%EOF\n".encode("latin-1")
        return bytes(out)

    def write_packed(self, root: int) -> bytes:
        """Write the plain objects in an object stream, and a stream as cross-reference table."""
        plain = {n: c for n, c in self.objects.items() if b"stream\n" not in c}
        heads, bodies, offset = [], [], 0
        for number, content in plain.items():
            heads.append(f"{number} {offset}")
            bodies.append(content + b"\n")
            offset += len(content) + 1
        head = (" ".join(heads) + "\n").encode()
        container = max(self.objects) + 1
        table = container + 1
        kept = File({n: c for n, c in self.objects.items() if n not in plain})
        kept.stream(
            head + b"".join(bodies), f"/Type /ObjStm /N {len(plain)} /First {len(head)}", number=container
        )
        out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        places = {}
        for number, content in sorted(kept.objects.items()):
            places[number] = len(out)
            out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
        start = len(out)
        rows = [struct.pack(">BIH", 0, 0, 65535)]
        order = list(plain)
        for number in range(1, table + 1):
            if number in places:
                rows.append(struct.pack(">BIH", 1, places[number], 0))
            elif number in plain:
                rows.append(struct.pack(">BIH", 2, container, order.index(number)))
            else:
                rows.append(
                    struct.pack(">BIH", 1, start, 0) if number == table else struct.pack(">BIH", 0, 0, 0)
                )
        File.stream(
            kept, b"".join(rows), f"/Type /XRef /Size {table + 1} /W [1 4 2] /Root {root} 0 R", number=table
        )
        out += f"{table} 0 obj\n".encode() + kept.objects[table] + b"\nendobj\n"
        out += f"startxref\n{start}\n%%EOF\n".encode()
        return bytes(out)

    def write_encrypted(self, root: int, *, user: str = "", owner: str = "owner") -> bytes:
        """Encrypt with 128-bit RC4."""
        identity = b"0123456789abcdef"
        key_owner = hashlib.md5((owner.encode() + PADDING)[:32]).digest()
        for _ in range(50):
            key_owner = hashlib.md5(key_owner).digest()
        entry_o = (user.encode() + PADDING)[:32]
        for step in range(20):
            entry_o = Arcfour(bytes(byte ^ step for byte in key_owner)).encrypt(entry_o)
        rights = -4 & 0xFFFFFFFF
        key = hashlib.md5(
            (user.encode() + PADDING)[:32] + entry_o + struct.pack("<L", rights) + identity
        ).digest()
        for _ in range(50):
            key = hashlib.md5(key).digest()
        entry_u = Arcfour(key).encrypt(hashlib.md5(PADDING + identity).digest())
        for step in range(1, 20):
            entry_u = Arcfour(bytes(byte ^ step for byte in key)).encrypt(entry_u)
        entry_u += entry_u
        kept = File()
        for number, content in self.objects.items():
            own = hashlib.md5(key + struct.pack("<L", number)[:3] + b"\0\0").digest()
            head, mark, rest = content.partition(b"stream\n")
            data = Arcfour(own).encrypt(rest.removesuffix(b"\nendstream"))
            kept.add(head + mark + data + b"\nendstream" if mark else content, number)
        secret = kept.add(
            f"<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <{entry_o.hex()}> /U <{entry_u.hex()}> >>"
        )
        return kept.write(root, f"/Encrypt {secret} 0 R /ID [<{identity.hex()}> <{identity.hex()}>]")


def write_aes(file: File, root: int, *, user: str = "") -> bytes:
    """Encrypt with 256-bit AES (revision 5)."""
    key, salts = bytes(range(32)), (b"validate", b"key salt")
    hashes = [hashlib.sha256(user.encode() + salt).digest() for salt in salts]
    entry_u = hashes[0] + salts[0] + salts[1]
    secret = _aes(hashes[1], bytes(16), key)
    kept = File()
    for number, content in file.objects.items():
        head, mark, rest = content.partition(b"stream\n")
        data = rest.removesuffix(b"\nendstream")
        padding = 16 - len(data) % 16
        data = bytes(16) + _aes(key, bytes(16), data + bytes([padding]) * padding)
        head = re.sub(rb"/Length \d+", b"/Length %d" % len(data), head)
        kept.add(head + mark + data + b"\nendstream" if mark else content, number)
    entries = f"/O <{bytes(48).hex()}> /OE <{bytes(32).hex()}> /U <{entry_u.hex()}> /UE <{secret.hex()}>"
    handler = kept.add(
        "<< /Filter /Standard /V 5 /R 5 /Length 256 /P -4 /StmF /StdCF /StrF /StdCF "
        f"/CF << /StdCF << /CFM /AESV3 /Length 32 >> >> {entries} >>"
    )
    return kept.write(root, f"/Encrypt {handler} 0 R")


def _aes(key: bytes, start: bytes, data: bytes) -> bytes:
    encryptor = Cipher(algorithms.AES(key), modes.CBC(start)).encryptor()
    return encryptor.update(data) + encryptor.finalize()


def build(
    pages: Sequence[Page], *, fonts: str = "", catalog: str = "", images: str = "", file: File | None = None
) -> tuple[File, int]:
    """A file with these pages, and the number of its root; `images` are entries of the resources."""
    file = file or File()
    used = "".join(
        f"/{key} << /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >> "
        for key, name in FONTS.items()
    )
    image = ""
    if any(page.images for page in pages):
        number = file.stream(
            bytes(16),
            "/Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 8",
        )
        image = f"/XObject << /Im1 {number} 0 R {images} >>"
    tree = max(file.objects, default=0) + 1
    file.add(b"", tree)
    kids = []
    for page in pages:
        content = file.stream("\n".join(page.content).encode("latin-1"))
        annotations = f"/Annots [{' '.join(page.annotations)}]" if page.annotations else ""
        width, height = page.size
        kids.append(
            file.add(
                f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 {width} {height}] /Contents {content} 0 R "
                f"/Resources << /Font << {used} {fonts} >> {image} >> {annotations} {page.extra} >>"
            )
        )
    references = " ".join(f"{kid} 0 R" for kid in kids)
    file.add(f"<< /Type /Pages /Count {len(kids)} /Kids [{references}] >>", tree)
    return file, file.add(f"<< /Type /Catalog /Pages {tree} 0 R {catalog} >>")


def pdf(*pages: Page) -> bytes:
    """The bytes of a file with these pages."""
    file, root = build(pages)
    return file.write(root)


def unicode_font(file: File, texts: Sequence[str], *, vertical: bool = False, width: int = 1000) -> str:
    """A composite font whose codes 1, 2, … are these texts; its entry for the resources."""
    ranges = "".join(
        f"<{code:04x}> <{text.encode('utf-16-be').hex()}>\n" for code, text in enumerate(texts, 1)
    )
    table = (
        "/CIDInit /ProcSet findresource begin begincmap\n"
        "1 begincodespacerange <0000> <ffff> endcodespacerange\n"
        f"{len(texts)} beginbfchar\n{ranges}endbfchar endcmap end"
    )
    mapping = file.stream(table.encode())
    way = "V" if vertical else "H"
    return (
        f"/U1 << /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-{way} "
        f"/ToUnicode {mapping} 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Made "
        f"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW {width} >>] >>"
    )


def codes(text: str, texts: Sequence[str]) -> str:
    """A string in `unicode_font`."""
    return "<" + "".join(f"{texts.index(character) + 1:04x}" for character in text) + ">"
