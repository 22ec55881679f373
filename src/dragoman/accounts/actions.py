"""What can be done with accounts and users. `access.actions` opens an account with its application."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from dragoman.accounts import people_store, store
from dragoman.accounts.checking import check_draft, check_time_zone, problems_of, unnamed
from dragoman.accounts.model import (
    Account,
    AccountKind,
    AccountUnknown,
    LastAdmin,
    ListedPerson,
    PeopleFilter,
    ProfileChanges,
    Role,
    User,
    UserChanges,
    UserDraft,
    check_language,
    check_name,
    check_part_of_name,
    check_theme,
)
from dragoman.accounts.passwords import hash_password
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound, RuleBroken, RulesBroken


async def create_account(tx: Transaction, *, name: str, kind: AccountKind) -> Account:
    """Store an account. Raises `RuleBroken` for a name that cannot be one."""
    return await store.insert_account(tx, name=check_name(name), kind=kind)


async def get_account(tx: Transaction, *, account_id: int) -> Account:
    """The account. Raises `NotFound`."""
    return _found_account(await store.find_account(tx, account_id), account_id)


async def find_accounts(tx: Transaction, account_ids: Collection[int]) -> dict[int, Account]:
    """Those of the accounts that this transaction sees, by id."""
    return await store.find_accounts(tx, account_ids)


async def hold_account(tx: Transaction, *, account_id: int) -> Account:
    """Lock the account that a new row will belong to, so that names within it stay unique.

    Raises `AccountUnknown`.
    """
    account = await store.lock_account(tx, account_id)
    if account is None:
        raise AccountUnknown(
            f"There is no account {account_id}.", hints="List the accounts to see their ids."
        )
    return account


async def list_accounts(
    tx: Transaction, *, search: str = "", limit: int | None = None, offset: int = 0
) -> Sequence[Account]:
    """The accounts this transaction sees, oldest first.

    With `search` those with the text in their names, in any case, or as their id.
    """
    return await store.list_accounts(tx, search=search, limit=limit, offset=offset)


async def find_account_names(tx: Transaction, account_ids: Sequence[int]) -> dict[int, str]:
    """The names of those of the accounts that this transaction sees, by their ids."""
    return await store.list_names(tx, account_ids=account_ids)


async def search_accounts(tx: Transaction, *, search: str = "", limit: int = 1000) -> dict[int, str]:
    """The accounts that this transaction sees with a text in their names: names by id, ordered by name."""
    return await store.list_names(tx, search=search, limit=limit)


async def change_account(
    tx: Transaction, *, account_id: int, name: str | None = None, disabled: bool | None = None
) -> tuple[Account, Sequence[str]]:
    """Rename an account, or refuse its credentials; the names of the fields that became different.

    Its kind stays: it is what its secrets and its bills were made for. Raises `NotFound`, `RuleBroken`, and
    `LastAdmin` when only its users are admins.
    """
    account = _found_account(await store.lock_account(tx, account_id), account_id)
    values: dict[str, Any] = {}
    if name is not None and (checked := check_name(name)) != account.name:
        values["name"] = checked
    if disabled is not None and disabled is (account.disabled is None):
        values["disabled"] = tx.now if disabled else None
    if not values:
        return account, ()
    if values.get("disabled") is not None:
        await _keep_an_admin(tx, without_account=account_id)
    return _found_account(await store.update_account(tx, account_id, values), account_id), sorted(values)


async def find_user(tx: Transaction, *, user_id: int) -> User:
    """A user. Raises `NotFound`."""
    return _found_user(await store.find_user(tx, user_id), user_id)


async def list_users(
    tx: Transaction, *, account_id: int | None = None, limit: int | None = None, offset: int = 0
) -> Sequence[User]:
    """The users this transaction sees, of one account or all, oldest first."""
    return await store.list_users(tx, account_id=account_id, limit=limit, offset=offset)


async def search_people(
    tx: Transaction, *, wanted: PeopleFilter, limit: int | None = None, offset: int = 0
) -> Sequence[ListedPerson]:
    """The people this transaction sees who fit a filter, with their accounts, by name."""
    return await people_store.search_people(tx, wanted=wanted, limit=limit, offset=offset)


async def find_person(tx: Transaction, *, user_id: int) -> ListedPerson:
    """A person with their account and state. Raises `NotFound`."""
    found = await people_store.find_person(tx, user_id)
    if found is None:
        raise NotFound(f"There is no user {user_id}.")
    return found


async def list_people(
    tx: Transaction, *, account_id: int, limit: int | None = None, offset: int = 0
) -> Sequence[User]:
    """The account's customers who are not disabled, oldest first: projects may name them (P15)."""
    return await store.list_people(tx, account_id=account_id, limit=limit, offset=offset)


async def find_user_names(tx: Transaction, user_ids: Sequence[int]) -> dict[int, str]:
    """The names, or else the addresses, of those of the users that this transaction sees, by their ids."""
    return await store.list_user_names(tx, user_ids)


async def create_user(tx: Transaction, *, draft: UserDraft) -> User:
    """Store a person.

    Raises `RulesBroken` (several reasons), `AccountUnknown` or `EmailTaken`.
    """
    values = check_draft(draft)
    await hold_account(tx, account_id=draft.account_id)
    values["password_hash"] = None if draft.password is None else await hash_password(draft.password)
    values |= store.roles_columns(draft.all_roles())
    return await store.insert_user(tx, {"account_id": draft.account_id, **values})


async def create_unnamed_admin(tx: Transaction, *, account_id: int, roles: frozenset[Role]) -> User:
    """Store the installation's first admin, who gives name, address and password in the dashboard."""
    return await store.insert_user(tx, {"account_id": account_id, **store.roles_columns(roles)})


async def change_user(tx: Transaction, *, user_id: int, changes: UserChanges) -> tuple[User, Sequence[str]]:
    """Change a person; the names of the fields that became different. A new password ends their sessions.

    Raises `NotFound`, `RulesBroken`, `EmailTaken`, or `LastAdmin`.
    """
    user = _found_user(await store.find_user(tx, user_id, hold=True), user_id)
    wanted = UserDraft(
        account_id=user.account_id,
        roles=changes.new_roles(user),
        first_name=user.first_name if changes.first_name is None else changes.first_name,
        last_name=user.last_name if changes.last_name is None else changes.last_name,
        email=user.email if changes.email is None else changes.email,
        password=changes.password,
    )
    has_password = changes.password is not None or await store.find_password_hash(tx, user_id) is not None
    was_named = bool(user.name or user.email)
    values: dict[str, Any] = check_draft(wanted, has_password=has_password, must_be_named=was_named)
    values["roles"] = wanted.all_roles()
    values = {name: value for name, value in values.items() if value != getattr(user, name)}
    if changes.disabled is not None and changes.disabled is (user.disabled is None):
        values["disabled"] = tx.now if changes.disabled else None
    if changes.password is not None:
        values["password_hash"] = await hash_password(changes.password)
    if not values:
        return user, ()
    fields = sorted("password" if name == "password_hash" else name for name in values)
    return await _write_changes(tx, user, values), fields


async def _write_changes(tx: Transaction, user: User, values: dict[str, Any]) -> User:
    """Store what is different, and what follows from it."""
    if values.get("disabled") is not None or Role.ADMIN in user.roles - values.get("roles", user.roles):
        await _keep_an_admin(tx, without_user=user.id)
    if values.get("disabled") is not None or "password_hash" in values:
        values["sessions_from"] = tx.now
    if "roles" in values:
        values |= store.roles_columns(values["roles"])
    return await store.update_user(tx, user.id, values)


async def is_last_admin(tx: Transaction, *, user_id: int) -> bool:
    """Whether a person who signs in is an admin, and no other admin can sign in.

    Until the transaction ends no other one changes who is an admin.
    """
    await store.lock_admins(tx)
    if all(one.id != user_id for one in await store.list_admins(tx)):
        return False
    return all(one.id == user_id for one in await store.list_admins(tx, invited=False))


async def _keep_an_admin(
    tx: Transaction, *, without_user: int | None = None, without_account: int | None = None
) -> None:
    """Raise `LastAdmin` when nobody would be left who can sign in as an admin, or none at all.

    Who was invited may never come: they do not stand in for an admin who has signed in.
    """
    await store.lock_admins(tx)
    for invited in (False, True):
        admins = await store.list_admins(tx, invited=invited)
        left = [one for one in admins if one.id != without_user and one.account_id != without_account]
        if admins and not left:
            raise LastAdmin(
                "This is the last admin who can sign in.",
                hints="Make somebody else an admin first, and let them sign in.",
            )


async def change_own_profile(tx: Transaction, *, user_id: int, changes: ProfileChanges) -> User:
    """Change one's names, and how the dashboard shows itself. Raises `NotFound` or `RulesBroken`."""
    user = _found_user(await store.find_user(tx, user_id, hold=True), user_id)
    checks: dict[str, Callable[[str], Any]] = {
        "first_name": check_part_of_name,
        "last_name": check_part_of_name,
        "language": check_language,
        "time_zone": check_time_zone,
        "theme": check_theme,
    }
    problems: list[RuleBroken] = []
    values: dict[str, Any] = {}
    for name, check in checks.items():
        text = getattr(changes, name)
        try:
            values |= {} if text is None else {name: check(text)}
        except RuleBroken as error:
            problems.extend(problems_of(error, field=name))
    wanted = replace(user, **values)
    if not (wanted.name or wanted.email):
        problems.append(unnamed())
    if problems:
        raise RulesBroken(problems)
    return user if wanted == user else await store.update_user(tx, user_id, values)


def _found_account(account: Account | None, account_id: int) -> Account:
    if account is None:
        raise NotFound(f"There is no account {account_id}.")
    return account


def _found_user(user: User | None, user_id: int) -> User:
    if user is None:
        raise NotFound(f"There is no user {user_id}.")
    return user
