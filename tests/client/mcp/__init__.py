"""Tools for agents, used with the client of the `mcp` package."""
