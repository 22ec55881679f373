"""OpenDocument: what odt, ods and odp share."""
