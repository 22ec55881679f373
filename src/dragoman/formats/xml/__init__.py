"""XML of any vocabulary: ITS 2.0 rules, DocBook, or by the structure of the document.

`format` is the plug-in, `detection` finds the vocabulary, `its` applies the rules of a document and
`element_options` the options of a job; `docbook.toml` and `plain.toml` are rule files.
"""

from dragoman.formats.xml.format import FORMAT

__all__ = ["FORMAT"]
