"""Hypothesis strategies for damage to documents."""

from __future__ import annotations

import io
import zipfile

from hypothesis import strategies as st


def mutated(data: st.DataObject, content: bytes) -> bytes:
    """Damage bytes: changed, dropped, doubled, or sequences inserted that parsers fail on."""
    changed = bytearray(content)
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, max(0, len(changed) - 1)))
        kind = data.draw(st.sampled_from(["byte", "drop", "double", "put"]))
        if kind == "byte" and changed:
            changed[place] = data.draw(st.integers(0, 255))
        elif kind == "drop":
            del changed[place : place + data.draw(st.integers(1, 40))]
        elif kind == "double":
            changed[place:place] = changed[place : place + data.draw(st.integers(1, 200))]
        else:
            changed[place:place] = data.draw(
                st.sampled_from(
                    [b"<", b">", b'"', b"&", b"]]>", b"{", b"\\", b"\0", b"\xff", b"<!--", b"%", b"\n"]
                )
            )
    return bytes(changed)


def mutated_parts(data: st.DataObject, content: bytes) -> bytes:
    """Damage inside the parts of a zip archive, so that it reaches the format."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(target, "w") as new:
        names = [name for name in old.namelist() if name.endswith((".xml", ".rels"))]
        victim = data.draw(st.sampled_from(names))
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, mutated(data, part) if name == victim else part)
    return target.getvalue()
