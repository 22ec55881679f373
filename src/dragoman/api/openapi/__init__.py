"""The OpenAPI document: FastAPI's, completed with words, examples and bodies that endpoints read alone."""
