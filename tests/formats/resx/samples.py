"""Small resource files of .NET."""

from __future__ import annotations

from collections.abc import Mapping

HEAD = """<?xml version="1.0" encoding="utf-8"?>
<root>
  <xsd:schema id="root" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><xsd:element name="data"/></xsd:schema>
  <resheader name="resmimetype">
    <value>text/microsoft-resx</value>
  </resheader>
"""
PLAIN = (
    HEAD
    + """  <data name="Greeting" xml:space="preserve">
    <value>Hello {0}, you have {1:N0} &amp; more</value>
    <comment>On the start page</comment>
  </data>
  <data name="Lines" xml:space="preserve">
    <value>One line
and the &quot;next&quot; one</value>
  </data>
  <data name="Brand" xml:space="preserve">
    <value>Contoso</value>
    <comment>{Locked}</comment>
  </data>
  <data name="Label.Name"><value>Name of the label</value></data>
  <data name="Icon" type="System.Drawing.Icon, System.Drawing" mimetype="application/x-microsoft.net.object">
    <value>AAEAAAD/////AQAAAAAAAAAMAgAAAFFTeXN0ZW0u</value>
  </data>
  <data name="Empty"><value /></data>
  <data name="Address"><value>https://example.com/page</value></data>
</root>
"""
)
FORM = (
    HEAD
    + """  <data name="okButton.Text" xml:space="preserve"><value>&amp;Apply</value></data>
  <data name="okButton.Font" xml:space="preserve"><value>Segoe UI</value></data>
  <data name="okButton.AccessibleName"><value>Apply changes</value></data>
  <data name="&gt;&gt;okButton.Name"><value>okButton</value></data>
  <data name="&gt;&gt;okButton.Type"><value>System.Windows.Forms.Button, System.Windows.Forms</value></data>
  <data name="okButton.Size" type="System.Drawing.Size, System.Drawing"><value>75, 23</value></data>
  <data name="$this.Text"><value>My window</value></data>
</root>
"""
)

SAMPLES: Mapping[str, bytes] = {
    "plain.resx": PLAIN.encode(),
    "form.resx": ("\ufeff" + FORM.replace("\n", "\r\n")).encode(),
    "app.resw": (HEAD + '<data name="Button.Content"><value>Press me</value></data></root>').encode(),
}
