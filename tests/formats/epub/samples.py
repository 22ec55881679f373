"""Small books: EPUB 3 with a page list, EPUB 2 with an NCX file, and one with unusual paths."""

from __future__ import annotations

from collections.abc import Mapping

from tests.formats.epub.books import pack, package3, page

PAGE = "application/xhtml+xml"
CHAPTER = page(
    """<section epub:type="chapter" id="c1">
<h1 id="h">The   first <em>chapter</em></h1>
<p id="p1">It was a <b>dark</b> and <i class="x">stormy</i> night;<br/>the rain fell
 in <a href="notes/two.xhtml#n" epub:type="noteref" id="r">torrents<sup>1</sup></a> &amp; more &#8212;
 &lt;always&gt;.</p>
<p><span epub:type="pagebreak" id="pg12" title="xii"/>Another <code>x = 1</code> paragraph.</p>
<figure><img src="a.gif" alt="A dark night"/><figcaption>The night</figcaption></figure>
<p><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>alpha</mi></math> is a letter.</p>
<p><ruby>漢<rt>kan</rt></ruby> means something.</p>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>in a drawing</text></svg>
</section>""",
    title="First",
)
NOTES = page(
    '<aside epub:type="footnote" id="n"><p>A note with a no-break\u00a0space.</p></aside>', title="Two"
)
GIF = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;"
NAV = page(
    """<nav epub:type="toc"><h2>Contents</h2><ol><li><a href="one.xhtml">The first chapter</a></li></ol></nav>
<nav epub:type="page-list" hidden=""><h2>Pages</h2><ol><li><a href="one.xhtml#pg12">xii</a></li></ol></nav>
<nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="one.xhtml">Start</a></li></ol></nav>""",
    title="Contents",
)
BOOK3 = pack(
    {
        "OEBPS/book.opf": package3(
            {
                "one.xhtml": f"{PAGE} mathml svg",
                "notes/two.xhtml": PAGE,
                "nav.xhtml": f"{PAGE} nav",
                "a.gif": "image/gif",
            },
            metadata="<dc:description>It &lt;b&gt;rains&lt;/b&gt; a lot.</dc:description>"
            "<dc:creator>A. Nonymous</dc:creator><dc:subject>FICTION / General</dc:subject>\n",
        ),
        "OEBPS/one.xhtml": CHAPTER,
        "OEBPS/notes/two.xhtml": NOTES,
        "OEBPS/nav.xhtml": NAV,
        "OEBPS/a.gif": GIF,
    }
)

OPF2 = """<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="u">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
<dc:title xml:lang="en">An older &amp; simpler book</dc:title>
<dc:title xml:lang="fr">Un vieux livre</dc:title>
<dc:language>en-GB</dc:language><dc:identifier id="u" opf:scheme="x">1</dc:identifier>
</metadata>
<manifest>
<item id="a" href="text%20one.html" media-type="application/xhtml+xml"/>
<item id="b" href="two.html" media-type="application/xhtml+xml"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="gone" href="missing.html" media-type="application/xhtml+xml"/>
</manifest>
<spine toc="ncx"><itemref idref="b"/><itemref idref="a"/><itemref idref="gone"/></spine>
</package>
"""
NCX = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="en">
<head><meta name="dtb:uid" content="1"/></head>
<docTitle><text>An older book</text></docTitle><docAuthor><text>Some Body</text></docAuthor>
<navMap><navPoint id="n1" playOrder="1"><navLabel><text> Chapter
 one </text></navLabel><content src="text%20one.html"/></navPoint></navMap>
<pageList><pageTarget id="p" type="normal" value="1" playOrder="2"><navLabel><text>Page one</text></navLabel>
<content src="two.html#p"/></pageTarget></pageList>
</ncx>
"""
XHTML11 = """<?xml version="1.0" encoding="{}"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>Page</title></head>
<body><p>One&nbsp;caf\u00e9 and <b>two</b><b> more</b>&hellip;</p></body></html>
"""
BOOK2 = pack(
    {
        "book.opf": OPF2,
        "text one.html": XHTML11.format("iso-8859-1").encode("latin-1"),
        "two.html": XHTML11.format("utf-8"),
        "toc.ncx": NCX,
    },
    packages=("book.opf",),
)
WIDE = page("<p>Only <b>here</b></p><script>var a = '<p>no text</p>';</script>").replace("UTF-8", "UTF-16")
RENDITIONS = pack(
    {
        "a/one.opf": package3({"../pages/one.xhtml": PAGE}),
        "b/two.opf": package3(
            {"../pages/one.xhtml": PAGE, "two.xhtml": f"{PAGE} scripted", "three.svg": "image/svg+xml"}
        ),
        "pages/one.xhtml": page("<p>Shared by two renditions</p>"),
        "b/two.xhtml": WIDE.encode("utf-16"),
        "b/three.svg": '<svg xmlns="http://www.w3.org/2000/svg"><text>A drawing</text></svg>',
    },
    packages=("a/one.opf", "b/two.opf"),
)

SAMPLES: Mapping[str, bytes] = {"three.epub": BOOK3, "two.epub": BOOK2, "renditions.epub": RENDITIONS}
