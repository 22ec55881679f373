"""The collection of all table definitions. The `store.py` of each package adds its tables to it.

Migrations are written by hand; a test compares the database that they create with these definitions.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import MetaData

METADATA: Final = MetaData(
    naming_convention={
        "ix": "%(table_name)s_%(column_0_N_name)s_idx",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ck": "%(table_name)s_%(constraint_name)s_check",
        "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
        "pk": "%(table_name)s_pkey",
    }
)
