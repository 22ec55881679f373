"""Where files are kept: in a directory of this machine, or in an object store that machines share."""

from dragoman.blobs.blob import (
    BlobExists,
    BlobInfo,
    BlobMissing,
    Blobs,
    delete_prefix,
    in_pieces,
    read_all,
    started,
)
from dragoman.blobs.opening import open_blobs
from dragoman.blobs.sealing import KEY_BYTES, SealBroken, new_key, seal, unseal
from dragoman.blobs.sweeping import Swept, sweep

__all__ = [
    "KEY_BYTES",
    "BlobExists",
    "BlobInfo",
    "BlobMissing",
    "Blobs",
    "SealBroken",
    "Swept",
    "delete_prefix",
    "in_pieces",
    "new_key",
    "open_blobs",
    "read_all",
    "seal",
    "started",
    "sweep",
    "unseal",
]
