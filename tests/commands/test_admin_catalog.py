"""`dragoman admin` on reference data and accounts: the same actions as the provider's interface (O7)."""

from __future__ import annotations

from tests.commands.conftest import CommandLine


def test_reference_data_is_made_changed_and_listed(admin: CommandLine) -> None:
    """V3, V6, O7."""
    account = str(admin.json("account", "create", "Paper Ltd", "--kind", "production")["id"])
    service = admin.json(
        *("service", "create", "Rush", "--kind", "human", "--price", "0.25", "--account", account),
        *("--weight", "none=90", "--words-per-day", "900"),
    )
    assert (service["pricePerWord"], service["currency"], service["wordsPerDay"]) == (0.25, "EUR", 900)
    slower = admin.json("service", "change", str(service["id"]), "--words-per-day", "none")
    assert slower == {**service, "wordsPerDay": None}
    assert admin.json("service", "list", "--account", account) == [slower]
    template = admin.json(
        *("project-template", "create", "Manuals", "--account", account, "--service", str(service["id"])),
        *("--source", "EN", "--targets", "es, pt-br", "--no-memory"),
    )
    assert (template["serviceId"], template["sourceLanguage"], template["targetLanguages"]) == (
        service["id"],
        "en",
        ["es", "pt-BR"],
    )
    emptied = admin.json("project-template", "change", str(template["id"]), "--targets", "none")
    assert emptied == {**template, "targetLanguages": []}
    codes = [one["code"] for one in admin.json("language", "list")]
    assert {"en", "es"} <= set(codes)


def test_what_commands_on_reference_data_refuse(admin: CommandLine) -> None:
    """O7: status 1 with the reason, or 2."""
    for words, status, said in (
        (("service", "create", "X", "--kind", "human", "--price", "cheap"), 2, "0.12"),
        (("service", "create", "X", "--kind", "human", "--price", "-1"), 1, "out of bounds"),
        (("service", "change", "1", "--weight", "all=1"), 2, "BAND=PERCENT"),
        (("service", "change", "1", "--words-per-day", "000000000099"), 2, "none"),
        (("work-area", "create", "General"), 1, "another work area"),
        (("invoicing-account", "create", "X", "--account", "7"), 1, "account"),
        (("project-template", "disable", "7"), 1, "no project template 7"),
        (("language", "create", "english language", "English"), 1, "BCP 47"),
    ):
        done = admin(*words, "--json")
        assert (done.status, done.out) == (status, ""), words
        assert said in done.err, words


def test_people_and_defaults_of_an_account(admin: CommandLine) -> None:
    """V3, O5."""
    account = str(admin.json("account", "create", "Paper Ltd", "--kind", "production")["id"])
    person = admin.json(
        "user",
        "create",
        "--account",
        account,
        "--role",
        "customer",
        "--first-name",
        "Ada",
        "--last-name",
        "L",
    )
    changed = admin.json("account", "change", account, "--user", str(person["id"]), "--work-area", "none")
    assert changed["defaults"]["userId"] == person["id"]
    assert changed["defaults"]["workAreaId"] is None
    refused = admin("user", "disable", str(person["id"]))
    assert (refused.status, "Accounts whose default it is: 1." in refused.err) == (1, True)
    renamed = admin.json("user", "change", str(person["id"]), "--last-name", "Lovelace")
    assert (renamed["firstName"], renamed["lastName"], renamed["email"]) == ("Ada", "Lovelace", None)
