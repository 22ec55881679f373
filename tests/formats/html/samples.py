"""Small HTML files: a page, a fragment, XHTML, soup, old encodings."""

from __future__ import annotations

from collections.abc import Mapping

PAGE = """<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<title>Our  caf&eacute; &amp; bar</title>
<meta name="description" content="The best coffee &quot;in town&quot;">
<meta name="generator" content="Hand made">
<meta property="og:title" content='Coffee'>
<style>p { color: "red" }</style><script>var a = "<p>text</p>";</script>
</head>
<body>
<!-- a comment -->
<h1>Welcome to our <em>little</em> place</h1>
<p>Please   read
 the <a href="/menu?a=1&amp;b=2" title="Menu of the day">menu</a>,<br>press <kbd>Ctrl</kbd> or
 <button type="submit">Print <b>now</b></button> &mdash; it&nbsp;costs 5 &lt; 6 &euro;.</p>
<ul><li>Coffee<li>Tea <ul><li>Green tea</ul></ul>
<table summary="Prices"><caption>Prices</caption><tr><th>Drink<th>Price<tr><td>Coffee<td>2.50</table>
<form><label>Name: <input placeholder="Your name"></label>
<select><optgroup label="Numbers"><option label="First">One</option><option>Two</select>
<input type=submit value=Send><input type=text value="left"><textarea>
 Text  as it <b>stands
</textarea></form>
<pre>left = alone</pre><p translate="no">Brand <b translate="yes">yes</b></p>
<p>First line.<br><br>Second paragraph <img src="a.png" alt='A "cup"'> with <svg><text>no</text></svg>.</p>
<p><b>T</b><b>ika</b> and <span class="notranslate">Brand</span> <!-- note --> end</p>
</body>
</html>
"""
FRAGMENT = 'Just <b>some</b> text with <a href="x">a link</a> and <i>more</i>'
XHTML = """<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"
 "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">
<head><title>A title</title></head>
<body><p>Some text<br/>with a caf\xe9 <![CDATA[ <kept> ]]> and <i/>more &amp; more</p>
<textarea/></body></html>
"""
SOUP = """<p>One <b>two <i>three</b> four</i><p>Five <div>six</p> seven</span>
<a href=x>eight<a href=y>nine <td>ten < eleven <c d="e>f" title="twelve>thirteen" title="twice">
fourteen
<code>left <p>fifteen</p> <!-- not closed? --!> sixteen &unknown; &#0; &copy
<script>var x = "</p>"</script> end
<![CDATA[ bogus > seventeen <!doctype x> <?php echo "a > b" ?>
eighteen <% erb > %> nineteen <plaintext> <p>rest
"""
JAPANESE = """<html><head><meta http-equiv="Content-Type" content="text/html; charset=x-sjis"></head>
<body><p>これは日本語です。</p></body></html>"""

SAMPLES: Mapping[str, bytes] = {
    "page.html": PAGE.encode(),
    "page-crlf.htm": PAGE.replace("\n", "\r\n").encode(),
    "page-utf16.html": b"\xff\xfe" + PAGE.encode("utf-16-le"),
    "fragment.html": FRAGMENT.encode(),
    "xhtml.xhtml": XHTML.encode("latin-1"),
    "soup.html": SOUP.encode(),
    "japanese.html": JAPANESE.encode("cp932"),
    "stray.html": b"<p>Good " + "ü ä ö ß ".encode() * 5 + b" but one \xff byte</p>",
}
