"""Old Office files (.doc, .xls, .ppt, .rtf): converted by LibreOffice in a sandbox, by `converting`."""
