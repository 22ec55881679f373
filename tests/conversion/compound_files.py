"""OLE2 compound files for tests, written plainly: streams, storages, small streams in the small one."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field

MAGIC = bytes.fromhex("d0cf11e0a1b11ae1")
SECTOR = 512
SMALL = 64
CUTOFF = 4096
FREE, END, TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD

Tree = Mapping[str, "bytes | Tree"]


@dataclass(kw_only=True)
class _Node:
    name: str
    kind: int
    child: int = FREE
    right: int = FREE
    start: int = END
    size: int = 0


@dataclass(kw_only=True)
class _File:
    sectors: list[bytes] = field(default_factory=list)
    table: list[int] = field(default_factory=list)
    small: bytearray = field(default_factory=bytearray)
    small_table: list[int] = field(default_factory=list)
    nodes: list[_Node] = field(default_factory=list)

    def add(self, data: bytes) -> int:
        """A chain of sectors; its first."""
        first = len(self.sectors)
        pieces = [data[at : at + SECTOR].ljust(SECTOR, b"\0") for at in range(0, len(data), SECTOR)]
        self.sectors += pieces
        self.table += [*range(first + 1, first + len(pieces)), END] if pieces else []
        return first if pieces else END

    def add_small(self, data: bytes) -> int:
        first, count = len(self.small_table), -(-len(data) // SMALL)
        self.small += data.ljust(count * SMALL, b"\0")
        self.small_table += [*range(first + 1, first + count), END] if count else []
        return first if count else END

    def put(self, tree: Tree, parent: _Node) -> None:
        previous: _Node | None = None
        for name in sorted(tree, key=lambda name: (len(name), name.upper())):
            content, number = tree[name], len(self.nodes)
            node = _Node(name=name, kind=2 if isinstance(content, bytes) else 1)
            self.nodes.append(node)
            if previous is None:
                parent.child = number
            else:
                previous.right = number
            previous = node
            if isinstance(content, bytes):
                node.size = len(content)
                small = len(content) < CUTOFF
                node.start = self.add_small(content) if small else self.add(content)
            else:
                node.start = 0
                self.put(content, node)


def write_compound(tree: Tree) -> bytes:
    """A compound file with these streams (bytes) and storages (mappings)."""
    file = _File()
    root = _Node(name="Root Entry", kind=5)
    file.nodes.append(root)
    file.put(tree, root)
    root.start, root.size = file.add(bytes(file.small)), len(file.small)
    small_table = struct.pack(f"<{len(file.small_table)}I", *file.small_table)
    padded = small_table + b"\xff" * (-len(small_table) % SECTOR)
    small_start, directory = file.add(padded), file.add(b"".join(map(_entry, file.nodes)))
    count = 1
    while count * SECTOR // 4 < len(file.sectors) + count:
        count += 1
    assert count <= 109
    places = [*range(len(file.sectors), len(file.sectors) + count)]
    table = file.table + [TABLE] * count
    written = struct.pack(f"<{len(table)}I", *table).ljust(count * SECTOR, b"\xff")
    header = MAGIC + bytes(16) + struct.pack("<5H6xII", 0x3E, 3, 0xFFFE, 9, 6, 0, count)
    header += struct.pack("<II", directory, 0)
    header += struct.pack("<IIIII", CUTOFF, small_start, len(padded) // SECTOR, END, 0)
    header += struct.pack("<109I", *places, *[FREE] * (109 - count))
    return b"".join((header, *file.sectors, written))


def _entry(node: _Node) -> bytes:
    name = node.name.encode("utf-16-le")
    return (
        name.ljust(64, b"\0")
        + struct.pack("<HBBIII", len(name) + 2, node.kind, 1, FREE, node.right, node.child)
        + bytes(36)
        + struct.pack("<IQ", node.start, node.size)
    )
