"""Faults in access: scopes, roles, tokens that are over, guessed secrets."""

from __future__ import annotations

from typing import Final

from scripts.seeded_faults.fault import Fault

_ACCESS: Final = "src/dragoman/access"

ACCESS: Final = (
    Fault(
        name="Access: the scopes of the token are not looked at",
        file=f"{_ACCESS}/admission.py",
        old="useful = [scope for scope in scopes if claims.scopes is None or scope in claims.scopes]",
        new="useful = list(scopes)",
        tests=("tests/access/test_admission.py::test_refusals_come_in_the_order_401_403_429_404",),
    ),
    Fault(
        name="Access: permission is asked for once and kept",
        file=f"{_ACCESS}/admission.py",
        old="    (row,) = await fetch_rows(identity.database, _ADMIT, values)\n",
        new=(
            "    kept = admit.__dict__.setdefault((identity.database, claims, bucket, *useful), [])\n"
            "    kept[:] = kept or await fetch_rows(identity.database, _ADMIT, values)\n"
            "    (row,) = kept\n"
        ),
        tests=(
            "tests/access/test_admission.py::test_an_application_disabled_in_one_process_is_out_in_all_at_the_next_call",
        ),
    ),
    Fault(
        name="Access: a token for another service is accepted",
        file=f"{_ACCESS}/tokens.py",
        old="if AUDIENCE not in read_audiences(payload):",
        new="if not read_audiences(payload):",
        tests=("tests/access/test_forged_tokens.py::test_no_forged_token_is_accepted",),
    ),
    Fault(
        name="Access: tokens do not expire",
        file=f"{_ACCESS}/tokens.py",
        old='if payload["exp"] <= now:',
        new='if payload["exp"] <= 0:',
        tests=("tests/access/test_forged_tokens.py::test_a_token_ends_with_its_lifetime",),
    ),
    Fault(
        name="Access: a linguist may do what a manager may",
        file=f"{_ACCESS}/staff.py",
        old="if _RANK[self.role] < _RANK[role]:",
        new="if _RANK[self.role] < _RANK[role] - 1:",
        tests=("tests/access/test_roles.py::test_a_role_is_checked_before_anything_that_is_sent",),
    ),
    Fault(
        name="Access: revoking tokens leaves their generation",
        file=f"{_ACCESS}/store.py",
        old="token_generation=APPLICATIONS.c.token_generation + 1,",
        new="token_generation=APPLICATIONS.c.token_generation,",
        tests=(
            "tests/access/test_secrets.py::test_revocation_refuses_older_tokens_and_no_newer_one_within_the_same_second",
        ),
    ),
    Fault(
        name="Access: who guesses locks the owner out everywhere",
        file=f"{_ACCESS}/brute_force.py",
        old='_digest("pair", client_id, address)',
        new='_digest("pair", client_id)',
        tests=(
            "tests/access/test_guessing.py::test_the_right_secret_works_from_elsewhere_and_is_not_read_where_it_was_guessed",
        ),
    ),
    Fault(
        name="Access: any scope can be asked for",
        file=f"{_ACCESS}/issuing.py",
        old="if not scopes <= found.scopes:",
        new="if not scopes & found.scopes:",
        tests=(
            "tests/access/test_token_endpoint.py::test_bad_bodies_get_the_right_error_and_nothing_echoed",
        ),
    ),
    Fault(
        name="Access: any account gets tokens directly",
        file=f"{_ACCESS}/issuing.py",
        old="if builtin is None or account.kind is not AccountKind.SANDBOX:",
        new="if builtin is None:",
        tests=("tests/commands/test_admin.py::test_sandbox_accounts_get_tokens_directly_and_others_do_not",),
    ),
)
