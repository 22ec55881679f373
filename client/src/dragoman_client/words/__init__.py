"""An account's own words: translation memories, term bases and style guides (clause P17)."""
