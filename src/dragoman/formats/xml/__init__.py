"""XML of any vocabulary: ITS 2.0 rules, DocBook, or by its looks.

`document` is the plug-in, `detection` finds the vocabulary, `its` follows the rules of a document and
`choices` the options of a job; `docbook.toml` and `plain.toml` are rule files.
"""

from typing import Final

from dragoman.formats.xml.document import XmlFormat

FORMAT: Final = XmlFormat()
