"""Tools for agents, by the Model Context Protocol: written once, on `AsyncClient`.

`dragoman mcp` serves them over standard input and output; the service mounts the same ones at `/mcp`. What
differs is in a `Host`: how calls are made, where files are, and whether orders are permitted.

Needs the extra `dragoman-client[mcp]`.
"""
