"""`/ui/audit-log`: who changed what, with the names of people and programs."""

from __future__ import annotations

from tests.dashboard.browser import Dashboard


def test_people_are_named_in_the_audit_log(dashboard: Dashboard) -> None:
    admin, email = dashboard.sign_in("admin"), dashboard.add_person("manager")
    page = str(admin.get(f"/ui/people?search={email}").find(f"//a[contains(., '{email}')]").get("href"))
    admin.post(page, {"email": email, "first_name": "Noor", "last_name": "Haddad", "roles": ["manager"]})
    subject = f"user:{page.rpartition('/')[2]}"
    shown = admin.get(f"/ui/audit-log?subject={subject}&action=user.changed")
    about, who = shown.tree.xpath("//tbody/tr/td[position() = 2 or position() = 3]")
    assert about.text_content().split() == ["Noor", "Haddad", subject]
    assert who.text_content().split()[0] == dashboard.person("admin")
    (link,) = who.xpath("./a/@href")
    assert "user.changed" in admin.get(f"/ui/audit-log{link.partition('audit-log')[2]}").words
