"""Small drawings: lines of text, links, languages, and a header as drawing programs write it."""

from __future__ import annotations

from collections.abc import Mapping

DRAWING = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
     xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xml:lang="en" viewBox="0 0 200 100">
  <title>Water &amp; wind</title><desc id="d">How rain comes about.</desc>
  <metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">left alone</rdf:RDF></metadata>
  <style type="text/css"><![CDATA[ text { fill: red } ]]></style>
  <sodipodi:namedview>not this</sodipodi:namedview>
  <g aria-label="The sea"><rect width="10" height="10"/>
    <text x="5" y="5"><tspan x="5" y="5">Water rises</tspan><tspan x="5" dy="12">from the
      <tspan font-weight="bold">sea</tspan></tspan></text>
    <a xlink:href="#d" xlink:title="More about it"><text>Read <tspan>more</tspan></text></a>
    <text><textPath xlink:href="#p">along the shore</textPath></text><text>42</text>
    <text xml:space="preserve">  two  blanks </text>
  </g>
  <switch><text systemLanguage="fr">Bonjour</text><text>Good morning</text></switch>
  <foreignObject width="9" height="9"><div xmlns="http://www.w3.org/1999/xhtml"><p>A page<br/>in <em>it</em>
    </p><pre>left</pre></div></foreignObject>
  <script>alert("no")</script>
</svg>
"""
PREFIXED = """<s:svg xmlns:s="http://www.w3.org/2000/svg">
<s:text>A <s:tspan fill="red">red</s:tspan> word</s:text></s:svg>"""
EXPORTED = """<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!ENTITY ns_svg "http://www.w3.org/2000/svg">
]>
<svg xmlns="&ns_svg;"><text transform="matrix(1 0 0 1 5 5)">Caf\u00e9 au lait</text></svg>
"""

SAMPLES: Mapping[str, bytes] = {
    "water.svg": DRAWING.encode(),
    "prefixed.svg": PREFIXED.encode(),
    "exported.svg": EXPORTED.encode("iso-8859-1"),
}
