"""The provider's staff: who acts on the provider's interface, and what their role allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dragoman.access import store
from dragoman.access.model import Caller, StaffRole
from dragoman.database.connections import Transaction
from dragoman.errors import Forbidden

_RANK: Final = {role: rank for rank, role in enumerate(StaffRole)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff:
    """A staff member, who sees every account, or somebody acting for their own account."""

    actor: str  # for the audit log: kind and id
    role: StaffRole

    def require(self, role: StaffRole) -> None:
        """Raise `Forbidden` unless this is what `role` may do."""
        if _RANK[self.role] < _RANK[role]:
            if self.actor.startswith("user:"):
                raise Forbidden(f"This needs the role {role}; you have the role {self.role}. Ask an admin.")
            raise Forbidden(
                f"This needs the role {role}; the application has the role {self.role}. "
                "The operator makes applications with other roles."
            )


def act_for_account(caller: Caller) -> Staff:
    """A program or person that works on the account's own things, and may do with them what a manager may.

    Only for transactions that see no other account.
    """
    return Staff(actor=caller.actor, role=StaffRole.MANAGER)


# The operator's own commands, on the machine itself.
OPERATOR: Final = Staff(actor="operator", role=StaffRole.ADMIN)


async def find_staff(tx: Transaction, caller: Caller) -> Staff:
    """Find the staff member of a caller with the scope `provider`. Without a role it is a manager."""
    application = await store.find_application(tx, caller.application_id)
    role = None if application is None else application.role
    return Staff(actor=f"application:{caller.application_id}", role=role or StaffRole.MANAGER)
