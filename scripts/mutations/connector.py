"""`python -I -S connector.py SOCKET MEMORY SECONDS`: stands for a process that the nursery at SOCKET forks.

It hands its standard input and output over and ends as that process does. It imports as little as it can:
this is what starting a process costs in a campaign.
"""

import os
import socket
import sys

nursery = socket.socket(socket.AF_UNIX)
nursery.connect(sys.argv[1])
socket.send_fds(nursery, [" ".join(sys.argv[2:]).encode()], [0, 1])
os.close(0)
os.close(1)
os._exit((nursery.recv(1) or b"\xff")[0])
