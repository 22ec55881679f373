"""Two complete, valid books: EPUB 3 with every construct of pages, and EPUB 2."""

from __future__ import annotations

from typing import Final

from tests.formats.epub.books import pack, page

_STYLE: Final = '<link rel="stylesheet" type="text/css" href="style.css"/>'
_OPF3: Final = """<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" xml:lang="en" unique-identifier="q"
 prefix="rendition: http://www.idpf.org/vocab/rendition/#">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="q">urn:uuid:6e7a3ad0-3a35-4c0a-9d11-5a1d1f1d1f1d</dc:identifier>
<dc:title id="t1">The whole book</dc:title>
<meta refines="#t1" property="title-type">main</meta>
<dc:title id="t2" xml:lang="en">With all there is</dc:title>
<meta refines="#t2" property="title-type">subtitle</meta>
<dc:title id="t3" xml:lang="fr">Le livre entier</dc:title>
<meta refines="#t3" property="title-type">expanded</meta>
<dc:creator id="c">A. Nonymous</dc:creator>
<meta refines="#c" property="role" scheme="marc:relators">aut</meta>
<dc:language>en</dc:language><dc:description>It rains.</dc:description><dc:subject>Weather</dc:subject>
<meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>
<meta property="media:duration" refines="#smil">0:00:10.000</meta>
<meta property="media:duration">0:00:10.000</meta>
<meta property="media:active-class">-epub-media-overlay-active</meta>
<meta name="cover" content="cover"/>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="one" href="one.xhtml" media-type="application/xhtml+xml" properties="mathml svg"
 media-overlay="smil"/>
<item id="two" href="two.xhtml" media-type="application/xhtml+xml"/>
<item id="plate" href="plate.xhtml" media-type="application/xhtml+xml"/>
<item id="smil" href="one.smil" media-type="application/smil+xml"/>
<item id="voice" href="voice.mp3" media-type="audio/mpeg"/>
<item id="style" href="style.css" media-type="text/css"/>
<item id="cover" href="cover.gif" media-type="image/gif" properties="cover-image"/>
</manifest>
<spine toc="ncx"><itemref idref="one"/><itemref idref="two"/>
<itemref idref="plate" properties="rendition:layout-pre-paginated page-spread-right"/>
<itemref idref="nav" linear="no"/>
</spine>
<guide><reference type="text" title="The beginning" href="one.xhtml"/></guide>
</package>
"""
_ONE: Final = page(
    """<section epub:type="chapter" role="doc-chapter" id="c1" aria-label="The first chapter">
<h1 id="h">The first <em>chapter</em></h1>
<p id="p1">It was a <b>dark</b> and stormy night;<br/>the rain fell in
<a href="#n1" epub:type="noteref" role="doc-noteref" id="r1">torrents<sup>1</sup></a>&#160;&amp; more.</p>
<p><span epub:type="pagebreak" role="doc-pagebreak" id="pg12" title="12"></span>Another
<code>x = 1</code> paragraph, <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> with a reading.</p>
<figure><img src="cover.gif" alt="A dark night"/><figcaption>The night</figcaption></figure>
<p>If <math xmlns="http://www.w3.org/1998/Math/MathML" alttext="x"><mi>x</mi></math> is it.</p>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>A drawing</title>
<text y="9">in it</text></svg>
<table><caption>Days</caption>
<tr><th scope="col">Day</th><th>Rain</th></tr><tr><td>Monday</td><td>7</td></tr></table>
<dl><dt>Rain</dt><dd>Water that falls.</dd></dl><hr/>
<aside epub:type="footnote" role="doc-footnote" id="n1">
<p>A note <a href="#r1" role="doc-backlink">back</a></p></aside>
</section>""",
    title="First",
    head=_STYLE,
)
_TWO: Final = page(
    '<p class="x" title="tip">The end of <i lang="la" xml:lang="la">rerum natura</i>.</p>', title="2"
)
_PLATE: Final = page(
    "<h2>A plate</h2><p>Laid out by hand</p>",
    title="A plate",
    head='<meta name="viewport" content="width=600, height=800"/>',
)
_NAV: Final = page(
    """<nav epub:type="toc" id="toc"><h1>Contents</h1>
<ol><li><a href="one.xhtml">The first <em>chapter</em></a>
<ol><li><a href="one.xhtml#n1">A note</a></li></ol></li><li><a href="two.xhtml">The end</a></li>
<li><a href="plate.xhtml">A plate</a></li></ol></nav>
<nav epub:type="page-list" hidden=""><h1>Pages</h1><ol><li><a href="one.xhtml#pg12">12</a></li></ol></nav>
<nav epub:type="landmarks" hidden=""><h1>Guide</h1>
<ol><li><a epub:type="bodymatter" href="one.xhtml">Start</a></li>
<li><a epub:type="toc" href="#toc">Contents</a></li></ol></nav>""",
    title="Contents",
)
_SMIL: Final = """<smil xmlns="http://www.w3.org/ns/SMIL"
 xmlns:epub="http://www.idpf.org/2007/ops" version="3.0">
<body><seq id="s" epub:textref="one.xhtml#c1" epub:type="chapter">
<par id="a"><text src="one.xhtml#h"/><audio src="voice.mp3" clipBegin="0s" clipEnd="5s"/></par>
<par id="b"><text src="one.xhtml#p1"/><audio src="voice.mp3" clipBegin="5s" clipEnd="10s"/></par>
</seq></body></smil>
"""
_NCX: Final = """<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="en"><head>
<meta name="dtb:uid" content="urn:uuid:6e7a3ad0-3a35-4c0a-9d11-5a1d1f1d1f1d"/>
<meta name="dtb:depth" content="1"/>
<meta name="dtb:totalPageCount" content="0"/><meta name="dtb:maxPageNumber" content="0"/></head>
<docTitle><text>The whole book</text></docTitle><docAuthor><text>A. Nonymous</text></docAuthor>
<navMap><navPoint id="n1" playOrder="1"><navLabel><text>The first chapter</text></navLabel>
<content src="one.{0}"/></navPoint>
<navPoint id="n2" playOrder="2"><navLabel><text>The end &amp; so on</text></navLabel>
<content src="two.{0}"/></navPoint>
</navMap>
<pageList><navLabel><text>Pages</text></navLabel><pageTarget id="t1" type="normal" value="1" playOrder="1">
<navLabel><text>12</text></navLabel><content src="one.{0}"/></pageTarget></pageList>
</ncx>
"""
_GIF: Final = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;"
EPUB3: Final = pack(
    {
        "OEBPS/book.opf": _OPF3,
        "OEBPS/nav.xhtml": _NAV,
        "OEBPS/toc.ncx": _NCX.format("xhtml").replace('<navPoint id="n1"', '<navPoint id="n1" class="x"'),
        "OEBPS/one.xhtml": _ONE,
        "OEBPS/two.xhtml": _TWO,
        "OEBPS/plate.xhtml": _PLATE,
        "OEBPS/one.smil": _SMIL,
        "OEBPS/voice.mp3": b"\xff\xfb\x90\0" * 100,
        "OEBPS/style.css": ".-epub-media-overlay-active { color: red; }",
        "OEBPS/cover.gif": _GIF,
    }
)

_OPF2: Final = """<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="q">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
<dc:title>The whole book</dc:title><dc:language>en</dc:language><dc:description>It rains.</dc:description>
<dc:identifier id="q" opf:scheme="UUID">urn:uuid:6e7a3ad0-3a35-4c0a-9d11-5a1d1f1d1f1d</dc:identifier>
<dc:creator opf:role="aut">A. Nonymous</dc:creator></metadata>
<manifest><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="one" href="one.html" media-type="application/xhtml+xml"/>
<item id="two" href="two.html" media-type="application/xhtml+xml"/></manifest>
<spine toc="ncx"><itemref idref="one"/><itemref idref="two"/></spine>
<guide><reference type="text" title="The beginning" href="one.html"/></guide>
</package>
"""
_HTML: Final = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>Page</title></head>
<body><h1>One</h1><p>One&nbsp;café and <b>two</b><i> more</i>&hellip;</p>
<p><img src="cover.gif" alt="" /></p></body></html>
"""
EPUB2: Final = pack(
    {
        "OEBPS/book.opf": _OPF2.replace(
            "</manifest>", '<item id="g" href="cover.gif" media-type="image/gif"/></manifest>'
        ),
        "OEBPS/toc.ncx": _NCX.format("html"),
        "OEBPS/one.html": _HTML,
        "OEBPS/two.html": _HTML.replace("One", "Two"),
        "OEBPS/cover.gif": _GIF,
    }
)
