"""`/mcp`: tools for agents by the Model Context Protocol (streamable HTTP), with the service's own tokens.

The tools are those of `dragoman_client.mcp`. They call this service, in the process, with the caller's token:
rights, limits, usage and audit are those of the interfaces, and there is no second way of doing anything.
"""
