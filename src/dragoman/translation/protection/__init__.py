"""What is no language inside texts (placeholders, tags, links, accelerators) becomes codes for an engine."""
