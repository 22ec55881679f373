"""The person behind a request, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.accounts.model import Account, Role, User
from dragoman.sign_in.model import SignInMethod


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A person with a session. Until it is confirmed by a second factor they may do nothing else."""

    session_id: int
    user: User
    account: Account
    method: SignInMethod
    confirmed: bool  # the second factor was given, or there is none
    created: datetime
    verified: datetime  # when the person last proved who they are
    has_second_factor: bool

    @property
    def actor(self) -> str:
        """Who the audit log names."""
        return f"user:{self.user.id}"

    @property
    def staff(self) -> Staff | None:
        """What the person is on the provider's interface; None for customers, and before confirmation."""
        return staff_of(self.user) if self.confirmed else None

    @property
    def may_develop(self) -> bool:
        """Whether the person sees to the applications of their account."""
        return self.confirmed and bool(self.user.roles & {Role.DEVELOPER, Role.ADMIN})

    @property
    def may_order(self) -> bool:
        """Whether the person orders projects for their account: developers can, by their programs."""
        wanted = {Role.ORDERER, Role.DEVELOPER, Role.MANAGER, Role.ADMIN}
        return self.confirmed and bool(self.user.roles & wanted)


def staff_of(user: User) -> Staff | None:
    """A person as a member of the provider's staff, if they are one."""
    role = next((role for role in reversed(StaffRole) if Role(role) in user.roles), None)
    return None if role is None else Staff(actor=f"user:{user.id}", role=role)
