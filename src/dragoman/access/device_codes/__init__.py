"""Codes of the device authorization grant (RFC 8628): a person lets a command line act for an account.

`asking` makes a pair of codes for the command line, `deciding` is what a person does with the short one, and
`redeeming` answers the polls with the long one.
"""
