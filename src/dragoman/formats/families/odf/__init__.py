"""OpenDocument: the shared code of odt, ods and odp."""
