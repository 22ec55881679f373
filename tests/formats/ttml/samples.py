"""Small TTML files: namespaces, times of every kind, spans, line breaks, what is not to be translated."""

from __future__ import annotations

from collections.abc import Mapping

NEWS = """<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"
    xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"
    xmlns:its="http://www.w3.org/2005/11/its" ttp:frameRate="25" xml:lang="en">
  <head>
    <metadata><ttm:title>News at ten</ttm:title></metadata>
    <styling><style xml:id="s1" tts:color="white"/></styling>
    <layout><region xml:id="r1"/></layout>
  </head>
  <body>
    <div>
      <p xml:id="p1" begin="00:00:01.000" end="00:00:03.000" region="r1">Good evening and
        welcome<br/>to the news, in</p>
      <p xml:id="p2" begin="00:00:03:02" dur="2s" region="r1">which <span
        tts:fontStyle="italic">we &amp; you</span> talk.</p>
      <p begin="150f" end="8s" region="r1"><metadata ttm:desc="x"/>- Really?<br />- Yes, &lt;really&gt;.</p>
      <p begin="9s" end="10s" its:translate="no">BBC</p>
      <p begin="11s" end="12s">Call <span its:translate="no">ACME Inc</span> now <!-- soon --> please</p>
      <p begin="12s" end="13s"/>
      <p begin="13s" end="14s"> 42 </p>
    </div>
  </body>
</tt>
"""

PREFIXED = (
    '<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xml:lang="en-GB"><tt:body><tt:div>'
    '<tt:p begin="10.0s" end="12.5s">'
    '<tt:span style="a">One long sentence that has to be broken</tt:span></tt:p>'
    '<tt:p begin="12.5s" end="15s">'
    '<tt:span style="a">ends</tt:span><tt:br/><tt:span style="a">here.</tt:span></tt:p>'
    "</tt:div></tt:body></tt:tt>"
)

SAMPLES: Mapping[str, bytes] = {
    "news.ttml": NEWS.encode(),
    "news-crlf-utf16.ttml": b"\xff\xfe"
    + NEWS.replace("\n", "\r\n").replace("UTF-8", "UTF-16").encode("utf-16-le"),
    "prefixed.dfxp": PREFIXED.encode(),
    "latin.dfxp": (
        '<?xml version="1.0" encoding="ISO-8859-1"?>'
        '<tt xmlns="http://www.w3.org/2006/10/ttaf1" xml:lang="fr"><body><div>'
        '<p begin="00:00:01.00" end="00:00:02.00">'
        "D\xe9j\xe0 vu &#8364; <![CDATA[a < b]]></p></div></body></tt>"
    ).encode("latin-1"),
}
