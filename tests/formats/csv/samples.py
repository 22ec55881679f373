"""Small tables."""

from __future__ import annotations

from collections.abc import Mapping

TABLE = """id,title,price,url,note
1,"A title, with a comma",12.50,https://example.com/a,"Two
lines"
2,"Some ""quoted"" words",3,https://example.com/b,
3,=SUM(C2:C3),4,x,- a bullet
"""
LANGUAGES = """key;en;de
a;"Some text; one";
b;Other text;Anderer Text
c;OK;
"""
LINES = 'First cell here.\tSecond cell here.\nThird "cell" there.\tFourth cell there.\n'

SAMPLES: Mapping[str, bytes] = {
    "table.csv": TABLE.encode(),
    "crlf.csv": TABLE.replace("\n", "\r\n").encode(),
    "languages.csv": LANGUAGES.encode(),
    "added.csv": b"key,en_US\na,Some text\n",
    "lines.tsv": LINES.encode(),
    "legacy.csv": "Name;Gr\xf6\xdfe\r\nStra\xdfe nach Norden;12\r\n".encode("cp1252"),
    "excel.csv": b"sep=;\r\nid;text\r\n1;Some text\r\n",
    "utf16.tab": "id\ttext\n1\tSome text\n".encode("utf-16"),
}
