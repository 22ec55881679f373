"""Parse untrusted XML into a tree with lxml, without entities, network or document types.

The limits of libxml2 stay on: 256 levels, 10 MB in one text or attribute, no amplification.
"""

from __future__ import annotations

from typing import Any, Final, NoReturn

from lxml import etree

from dragoman.text_io.errors import DocumentCorrupt

XML_NAMESPACE: Final = "http://www.w3.org/XML/1998/namespace"


def parse_xml(data: bytes, *, doctype: bool = False, entities: bool = False) -> etree._Element:
    """Build the tree of a document and return its root.

    A document type is refused unless `doctype`, and never loaded. Entity declarations are refused unless
    `entities`, for callers that have checked them. References to entities stay references in the tree. Raises
    `DocumentCorrupt`.
    """
    if not data.strip():
        raise DocumentCorrupt("The XML is empty.")
    try:
        root = etree.fromstring(data, _parser())
    except etree.XMLSyntaxError as error:
        _refuse(error)
    except (LookupError, ValueError):  # an unknown encoding
        raise DocumentCorrupt("The XML declares an encoding that is not known.") from None
    _check_doctype(root.getroottree(), allowed=doctype, entities=entities)
    return root


def split_name(tag: str) -> tuple[str, str]:
    """Split `{namespace}name`, as lxml writes names, into namespace and local name."""
    if tag[:1] != "{":
        return "", tag
    namespace, _, name = tag[1:].rpartition("}")
    return namespace, name


def local_name(node: etree._Element) -> str:
    """The local name of an element; "" for comments, processing instructions and entity references."""
    return split_name(node.tag)[1] if isinstance(node.tag, str) else ""


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=False,
        remove_comments=False,
        remove_pis=False,
        strip_cdata=False,  # collect_ids stays on: without it libxml2 loads document types
    )


def _refuse(error: etree.XMLSyntaxError) -> NoReturn:
    """Name the problem and its place in libxml2's word for it: its messages quote the document."""
    log: Any = error.error_log
    problem = log.last_error if log is not None else None
    kind = problem.type_name.removeprefix("ERR_").replace("_", " ").lower() if problem else "syntax"
    line, column = error.position
    if kind == "ns err undefined namespace":
        raise DocumentCorrupt(
            f"The XML uses a prefix that it does not declare, line {line}, column {column}."
        ) from None
    raise DocumentCorrupt(f"The XML is not well-formed: {kind}, line {line}, column {column}.") from None


def _check_doctype(tree: etree._ElementTree, *, allowed: bool, entities: bool) -> None:
    declared: Any = tree.docinfo.internalDTD
    if declared is None:
        return
    if not allowed:
        raise DocumentCorrupt(
            "The XML has a document type declaration, which files of this kind must not have."
        )
    if declared.entities() and not entities:
        raise DocumentCorrupt("The XML declares entities, which is not allowed.")
