"""Programs that handle customers' text with no network, few files and bounded memory.

`isolation` finds the command of a confined program, `limits` is what it gives up by itself, `system_calls`
what it may ask of Linux; `processes` starts and ends children.
"""
