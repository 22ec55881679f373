"""Programs that handle customers' text with no network, few files and bounded memory.

`bubblewrap` finds the command of a confined program, `limits` are those it sets itself, `seccomp` filters its
system calls; `processes` starts and ends children.
"""
