"""Small string tables of Apple's systems."""

from __future__ import annotations

from collections.abc import Mapping

TABLE = r"""/* The "greeting" */
"hello" = "Hello %@, say \"hi\"\n\U00e9 \351";
"%1$@ of %2$@" = "%1$@ of %2$#@items@ and %arg"; // formats
CFBundleName = "My app";
'single' = 'It\'s single';
"only a key";
"url" = "https://example.com/";
"multi" = "two
lines";
nested = { inner = "Inside"; list = ("left", alone,); };
"""

SAMPLES: Mapping[str, bytes] = {
    "Localizable.strings": TABLE.encode(),
    "wide.strings": TABLE.replace("\n", "\r\n").encode("utf-16"),
    "big.strings": b"\xfe\xff" + '"a" = "Größe here";\n'.encode("utf-16-be"),
    "bare.strings": '"a" = "Some text";'.encode("utf-16-le"),
    "latin.strings": '"a" = "Die Größe der Häuser ist schön für alle";\n'.encode("latin-1"),
    "braces.strings": b'{ "a" = "One text"; "b" = word; }',
}
