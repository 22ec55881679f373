"""One document's units through a route, and what became of them."""
