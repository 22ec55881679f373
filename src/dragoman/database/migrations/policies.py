"""What a revision does to a new table so that the application role may use it: grants and row-level security.

A transaction names the account whose rows it sees in the setting `dragoman.account` (see `connections`); the
function `dragoman_sees(account_id)` of revision 0001 reads it.
"""

from __future__ import annotations

from collections.abc import Sequence

from alembic import op

OWNER = "dragoman_owner"
APPLICATION = "dragoman_app"

ALL_VERBS = ("select", "insert", "update", "delete")


def isolate_by_account(table: str, *, column: str = "account_id", verbs: Sequence[str] = ALL_VERBS) -> None:
    """Let the application role see and write only rows whose `column` is the transaction's account.

    Enables and forces row-level security (the owner obeys too), adds one policy for reading and writing, and
    grants `verbs`, if any. A row without an account (null) is visible to ALL_ACCOUNTS only.
    """
    isolate_by(table, condition=f'dragoman_sees("{column}")', verbs=verbs)


def isolate_by(
    table: str, *, condition: str, check: str | None = None, verbs: Sequence[str] = ALL_VERBS
) -> None:
    """As `isolate_by_account`, for a table that reaches its account another way.

    `condition` is SQL; what is written must satisfy `check`, by default the same.
    """
    op.execute(f'alter table "{table}" enable row level security')
    op.execute(f'alter table "{table}" force row level security')
    op.execute(
        f'create policy account_isolation on "{table}" using ({condition}) with check ({check or condition})'
    )
    if verbs:
        grant(table, verbs=verbs)


def grant(table: str, *, verbs: Sequence[str] = ALL_VERBS) -> None:
    """Let the application role use a table of the whole installation, without row-level security."""
    unknown = set(verbs) - set(ALL_VERBS)
    if unknown:
        raise ValueError(f"not verbs of a table: {sorted(unknown)}")
    op.execute(f'grant {", ".join(verbs)} on table "{table}" to {APPLICATION}')


def grant_function(signature: str) -> None:
    """Let the application role call a function: `name(argument types)`. No other role may.

    A `security definer` function acts as the owner, whom row-level security binds too. To see every account
    it sets the account in its body, `perform set_config('dragoman.account', '*', true)`, and puts the old one
    back; `set dragoman.account = …` in its definition is a superuser's privilege, which managed servers do
    not give.
    """
    op.execute(f"revoke all on function {signature} from public")
    op.execute(f"grant execute on function {signature} to {APPLICATION}")
