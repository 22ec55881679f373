"""What `make docs` builds: whole, strict, and with nothing that a strict content security policy forbids."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from lxml import html

from scripts.site.__main__ import build
from scripts.site.language_models import first_sentence
from scripts.site.navigation import SiteConfiguration, find_faults, read_configuration
from tests.docs.blocks import ROOT

# Addresses of the service outside the site.
OUTSIDE: Final = {"/docs", "/ui/", "/llms.txt", "/openapi.json"}
SMALL: Final = """site_name: Small
site_description: A site of two pages.
docs_dir: docs
site_dir: site
theme: {name: material, font: false}
not_in_nav: /more/*.md
nav:
  - Start: [README.md, second.md]
"""


def small_site(folder: Path, **pages: str) -> SiteConfiguration:
    """A site of its own: pages by their names, beside a first one that links the second."""
    texts = {"README": "# First\n\nThe [second](second.md).\n", "second": "# Second\n", **pages}
    for name, text in texts.items():
        path = folder / f"docs/{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(SMALL, encoding="utf-8")
    return read_configuration(folder / "mkdocs.yml")


@pytest.mark.slow
def test_a_small_site_is_built(tmp_path: Path) -> None:
    configuration = small_site(tmp_path)
    assert find_faults(configuration) == []
    assert build(configuration) == 0
    assert "content-security-policy.txt" in {path.name for path in configuration.site.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize("link", ["third.md", "second.md#nowhere"])
def test_a_broken_link_fails_the_build(tmp_path: Path, link: str, capsys: pytest.CaptureFixture[str]) -> None:
    configuration = small_site(tmp_path, README=f"# First\n\n[there]({link})\n")
    assert build(configuration) == 1
    assert "README.md" in capsys.readouterr().err
    assert not configuration.site.exists()


@pytest.mark.parametrize(
    ("pages", "fault"),
    [
        ({"third": "# Third\n"}, "third.md is not in the navigation"),
        ({"more/third": "# Third\n"}, "more/third.md is not in the navigation, and no page links it"),
        ({"second": "No heading.\n"}, "second.md has no heading"),
    ],
)
def test_pages_that_nobody_finds_are_faults(tmp_path: Path, pages: dict[str, str], fault: str) -> None:
    [found] = find_faults(small_site(tmp_path, **pages))
    assert found.startswith(fault)


def test_a_page_that_is_gone_is_a_fault(tmp_path: Path) -> None:
    configuration = small_site(tmp_path)
    (tmp_path / "docs/second.md").unlink()
    [found] = find_faults(configuration)
    assert found.startswith("second.md is in the navigation of mkdocs.yml and not in docs/")


def test_every_reference_leads_to_a_file_of_the_site_or_to_the_service(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 100
    anchors = {path: set(html.parse(path).xpath("//@id")) for path in pages}
    for path in pages:
        place = f"/docs/{path.relative_to(site).as_posix()}"
        for link in html.parse(path).xpath("//@href | //@src"):
            target, fragment = urldefrag(urljoin(place, link))
            if urlsplit(target).netloc or target in OUTSIDE:
                assert not link.endswith((".js", ".css", ".woff2", ".png", ".svg")), f"{place}: {link}"
                continue
            assert target.startswith("/docs/"), f"{place}: {link}"
            file = site / unquote(target).removeprefix("/docs/")
            file = file / "index.html" if file.is_dir() else file
            assert file.is_file(), f"{place}: {link}"
            assert not fragment or unquote(fragment) in anchors[file], f"{place}: {link}"


def test_no_page_has_a_style_of_its_own(site: Path) -> None:
    for path in site.rglob("*.html"):
        assert html.parse(path).xpath("//style | //@style") == [], path


def test_the_policy_allows_nothing_that_is_unsafe_or_elsewhere(site: Path) -> None:
    policy = (site / "content-security-policy.txt").read_text(encoding="ascii")
    assert policy.startswith("default-src 'none'; ")
    assert not re.search(r"unsafe|https?:|\*", policy)


def test_language_models_get_every_page_of_the_navigation(
    site: Path, configuration: SiteConfiguration
) -> None:
    listed = re.findall(r"\]\(/docs/([^)]+\.md)\)", (site / "llms.txt").read_text(encoding="utf-8"))
    assert listed == [page for section in configuration.sections for page in section.pages]
    assert all((site / page).is_file() for page in listed)
    whole = (site / "llms-full.txt").read_text(encoding="utf-8")
    assert "# A first translation\n" in whole
    assert "<!-- not run" not in whole
    assert len(whole) < 700_000


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("# A\n\nOne [page](b.md) of `two`. More.\n", "One page of two."),
        ("# A\n\n```sh\nls\n```\n\n| a |\n|---|\n\n1. Step\n\nThe rest:\n", "The rest"),
        ("# A\n\n<!-- Written. -->\n", ""),
    ],
)
def test_a_page_is_described_by_its_first_sentence(page: str, sentence: str) -> None:
    assert first_sentence(page) == sentence


def test_decisions_are_read_but_not_found_by_search(site: Path) -> None:
    locations = [item["location"] for item in json.loads((site / "search.json").read_bytes())["items"]]
    assert "guides/install/" in locations
    assert [one for one in locations if one.startswith("decisions/0")] == []
    assert (site / "decisions/0003-embedded-postgresql/index.html").is_file()


def test_git_does_not_keep_the_site_and_wheels_do(configuration: SiteConfiguration) -> None:
    folder = configuration.site.relative_to(ROOT).as_posix()
    assert f"/{folder}/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert f'"{folder}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("artifacts = ")[2]
