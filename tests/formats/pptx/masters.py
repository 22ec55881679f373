"""The masters and theme that programs need to show a presentation."""

from __future__ import annotations

from tests.formats.pptx.packages import HEAD, A, R, part, tree, unzipped, zipped

_OFFICE = "application/vnd.openxmlformats-officedocument"
_NAMES = ("dk1", "lt1", "dk2", "lt2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6")
_COLOURS = "".join(
    f'<a:{name}><a:srgbClr val="{"FFFFFF" if name[:2] == "lt" else "203040"}"/></a:{name}>'
    for name in (*_NAMES, "hlink", "folHlink")
)
_FONT = '<a:latin typeface="DejaVu Sans"/><a:ea typeface=""/><a:cs typeface=""/>'
_FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
_THEME = (
    f'{HEAD}<a:theme xmlns:a="{A}" name="T"><a:themeElements><a:clrScheme name="C">{_COLOURS}</a:clrScheme>'
    f'<a:fontScheme name="F"><a:majorFont>{_FONT}</a:majorFont><a:minorFont>{_FONT}</a:minorFont>'
    f'</a:fontScheme><a:fmtScheme name="S"><a:fillStyleLst>{_FILL * 3}</a:fillStyleLst><a:lnStyleLst>'
    + f'<a:ln w="6350">{_FILL}</a:ln>' * 3
    + "</a:lnStyleLst><a:effectStyleLst>"
    + "<a:effectStyle><a:effectLst/></a:effectStyle>" * 3
    + f"</a:effectStyleLst><a:bgFillStyleLst>{_FILL * 3}</a:bgFillStyleLst></a:fmtScheme>"
    + "</a:themeElements></a:theme>"
)
_MAP = (
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" '
    'accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'
)
_MASTER = (
    tree("") + _MAP + '<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rIdL"/></p:sldLayoutIdLst>'
)


def _relation(name: str, kind: str, target: str) -> bytes:
    return f'<Relationship Id="{name}" Type="{R}/{kind}" Target="{target}"/></Relationships>'.encode()


def _links(*links: bytes) -> bytes:
    uri = "http://schemas.openxmlformats.org/package/2006/relationships"
    inside = b"".join(link.removesuffix(b"</Relationships>") for link in links)
    return f'{HEAD}<Relationships xmlns="{uri}">'.encode() + inside + b"</Relationships>"


def showable(data: bytes) -> bytes:
    """The same presentation with a master, a layout and a theme."""
    parts = unzipped(data)
    types = "".join(
        f'<Override PartName="/ppt/{name}1.xml" ContentType="{_OFFICE}.{kind}+xml"/>'
        for name, kind in (
            ("slideMasters/slideMaster", "presentationml.slideMaster"),
            ("slideLayouts/slideLayout", "presentationml.slideLayout"),
            ("theme/theme", "theme"),
        )
    )
    end = b"</Types>"
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(end, types.encode() + end)
    parts["ppt/slideMasters/slideMaster1.xml"] = part("p:sldMaster", _MASTER).encode()
    parts["ppt/slideLayouts/slideLayout1.xml"] = part("p:sldLayout", tree("")).encode()
    parts["ppt/theme/theme1.xml"] = _THEME.encode()
    layout = _relation("rIdL", "slideLayout", "../slideLayouts/slideLayout1.xml")
    parts["ppt/slideMasters/_rels/slideMaster1.xml.rels"] = _links(
        layout, _relation("rIdT", "theme", "../theme/theme1.xml")
    )
    parts["ppt/slideLayouts/_rels/slideLayout1.xml.rels"] = _links(
        _relation("rIdM", "slideMaster", "../slideMasters/slideMaster1.xml")
    )
    for name in [name for name in parts if name.startswith("ppt/slides/slide")]:
        rels = name.replace("slides/", "slides/_rels/") + ".rels"
        parts[rels] = parts.get(rels, _links()).replace(b"</Relationships>", layout)
    main = "ppt/_rels/presentation.xml.rels"
    master = _relation("rIdM", "slideMaster", "slideMasters/slideMaster1.xml")
    parts[main] = parts[main].replace(b"</Relationships>", master)
    xml = parts["ppt/presentation.xml"]
    listed = b'<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rIdM"/></p:sldMasterIdLst><p:sldIdLst>'
    size = b'</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/>'
    parts["ppt/presentation.xml"] = xml.replace(b"<p:sldIdLst>", listed).replace(b"</p:sldIdLst>", size)
    return zipped(parts)
