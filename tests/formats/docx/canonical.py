"""A canonical form of Word parts: runs merged, and invisible differences left out."""

from __future__ import annotations

from lxml import etree

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_NOISE = ("proofErr", "lastRenderedPageBreak", "noProof", "lang")
_TEXT = {"t", "delText", "instrText"}


def canonical(data: bytes) -> str:
    """The XML of a part as text that is equal for parts that Word displays alike; prefixes are ignored."""
    root = etree.fromstring(data, etree.XMLParser(remove_comments=True, remove_pis=True, strip_cdata=True))
    for element in list(root.iter()):
        if _local(element) in _NOISE and _is_word(element):
            _drop(element)
    for element in root.iter():
        _quieten(element)
    for element in [e for e in root.iter() if _local(e) == "rPr" and not len(e) and not e.attrib]:
        _drop(element)
    for run in [e for e in root.iter() if _local(e) == "r" and (_is_word(e) or e.tag.startswith(_A))]:
        _part_run(run)
    for holder in list(root.iter()):
        _merge(holder)
    return _write(root)


def _write(element: etree._Element) -> str:
    attributes = "".join(f" {name}={value!r}" for name, value in sorted(element.attrib.items()))
    inside = "".join(_write(child) for child in element)
    return f"<{element.tag}{attributes}>{element.text or ''}{inside}</>{element.tail or ''}"


def _quieten(element: etree._Element) -> None:
    """Drop revision ids and the white space between elements; strip text as Word does."""
    for name in list(element.attrib):
        if etree.QName(name).localname.startswith("rsid") or name.endswith("}hint"):
            del element.attrib[name]
    if _local(element) == "rFonts" and not element.attrib:
        element.tag = element.tag.replace("rFonts", "lang")  # emptied, as if it were absent
    element.tail = None if not (element.tail or "").strip() else element.tail
    if _local(element) in _TEXT and _is_word(element):
        if element.attrib.pop(_SPACE, "") != "preserve" and element.text:
            element.text = element.text.strip(" \t\r\n")
    elif not (element.text or "").strip() and _local(element) not in _TEXT:
        element.text = None


def _part_run(run: etree._Element) -> None:
    """Split a run so that each run has one child besides its properties."""
    for empty in [e for e in run.iter() if _local(e) == "lang"]:
        _drop(empty)
    properties = [child for child in run if _local(child) == "rPr"]
    if properties and not len(properties[0]) and not properties[0].attrib:
        _drop(properties.pop(0))
    formatting = etree.tostring(properties[0]) if properties else b""
    for child in [child for child in run if child not in properties]:
        if _local(child) == "noBreakHyphen":
            child.tag, child.text = child.tag.replace("noBreakHyphen", "t"), "\u2011"
        if _local(child) in _TEXT and not child.text:
            continue
        alone = etree.Element(run.tag)
        if formatting:
            alone.append(etree.fromstring(formatting))
        alone.append(child)
        run.addprevious(alone)
    _drop(run)


def _merge(holder: etree._Element) -> None:
    """Join neighbouring runs that contain only text in one formatting."""
    for run in list(holder):
        before = run.getprevious()
        if before is None or _plain(run) is None or _plain(run) != _plain(before):
            continue
        before[-1].text += run[-1].text
        _drop(run)


def _plain(run: etree._Element) -> str | None:
    if _local(run) != "r" or not len(run) or _local(run[-1]) != "t":
        return None
    return _write(run[0]) if len(run) > 1 else ""


def _drop(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _is_word(element: etree._Element) -> bool:
    return isinstance(element.tag, str) and element.tag.startswith((_W, _STRICT))


def _local(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""
