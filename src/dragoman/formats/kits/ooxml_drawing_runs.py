"""What DrawingML looks like in bytes: runs as almost all programs write them."""

from __future__ import annotations

import re

from dragoman.formats.kits.ooxml_names import Names


def simple_run(names: Names) -> re.Pattern[bytes]:
    """A run with nothing but properties and text: group 1 the properties, 2 the text."""
    run, look, text = map(names.pattern, ("a:r", "a:rPr", "a:t"))
    inside = rb"(?:<(?!/?" + look + rb"[\s/>])[^<>]*>)*</" + look + rb">"
    looks = rb"<" + look + rb"(?:\s[^<>]*)?(?:/>|(?<!/)>" + inside + rb")"
    words = rb"<" + text + rb">([^<]*)</" + text + rb">"
    return re.compile(rb"\s*<" + run + rb">(" + looks + rb")?" + words + rb"</" + run + rb">")
