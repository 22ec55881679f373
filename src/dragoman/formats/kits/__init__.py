"""What formats share: safe archives, XML, markup, encodings. Kits know no format."""
