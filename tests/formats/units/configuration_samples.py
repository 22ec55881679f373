"""Configurations and catalogues of the usual kinds, written for the tests, with what people read in each."""

from __future__ import annotations

from typing import Final, NamedTuple


class Sample(NamedTuple):
    """A file, and its texts for people."""

    name: str
    content: str
    texts: tuple[str, ...]


CONFIGURATIONS: Final = (
    Sample(
        "project.toml",
        """
[build-system]
requires = ["setuptools>=61.0", "wheel"]
build-backend = "setuptools.build_meta"

[project]
name = "weather-station"
description = "Reads the sensors on the roof and draws a chart"
keywords = ["weather", "sensors", "home"]
classifiers = ["Programming Language :: Python :: 3"]
dependencies = ["requests >=2.28,<3", "rich", "typing-extensions; python_version<'3.11'"]

[tool.linter]
disable = ["arguments-differ", "too-many-locals", "fixme"]
spelling-ignore = "ignore:"
good-names-rgxs = "^[a-z]_?$"
comment = "spellchecker:off"
extend-exclude = ["build", "docs/**", "^src/.*\\\\.py$"]
select = ["E", "F", "RUF"]

[tool.tests]
addopts = "-ra --strict-markers"
testpaths = ["tests"]
markers = ["slow: Tests that take minutes"]
""",
        ("Reads the sensors on the roof and draws a chart", "slow: Tests that take minutes"),
    ),
    Sample(
        "workflow.yml",
        """
name: Nightly build of the documents
on:
  push:
    branches: [main, "feature/*", "release-*"]
  schedule:
    - cron: "15 3 * * 1-5"
env:
  LEVEL: ERROR
  CACHE_DIR: .cache
jobs:
  build:
    runs-on: ubuntu-latest
    if: github.event_name == 'push'
    steps:
      - uses: actions/checkout@v4
        with:
          ref: main
      - name: Install what the tests need
        run: |
          pip install -r requirements.txt
          make test
      - name: Say that it is done
        run: echo finished
        shell: bash
""",
        ("Nightly build of the documents", "Install what the tests need", "Say that it is done"),
    ),
    Sample(
        "package.json",
        """{
  "name": "tide-table",
  "version": "3.1.0",
  "description": "Shows the tides of a harbour",
  "main": "lib/index.js",
  "type": "module",
  "files": ["lib", "LICENSE"],
  "keywords": ["tide", "harbour", "sea level"],
  "author": "Ann Example <ann@example.org>",
  "scripts": {"test": "node --test", "lint": "eslint ."},
  "eslint": {"extends": ["airbnb", "plugin:react/recommended"], "rules": {"no-console": "off"}},
  "dependencies": {"left-pad": "^1.3.0"},
  "workspaces": ["packages/*"],
  "exports": {".": "./lib/index.js"}
}
""",
        ("Shows the tides of a harbour",),
    ),
    Sample(
        "settings.ini",
        """
[tox]
envlist = py311, py312
skip_missing_interpreters = true

[testenv]
description = Run the tests with all plug-ins.
deps =
    pytest
    coverage[toml]
commands = coverage run -m pytest {posargs}
passenv = HOME

[flake8]
max-line-length = 100
per-file-ignores = tests/*:D101
select = C,E,F,W
format = %(path)s:%(row)d: %(code)s
""",
        ("Run the tests with all plug-ins.",),
    ),
    Sample(
        "rules.yaml",
        """
version: 2
linters:
  enable: [errcheck, gosimple, bodyclose]
  disable-all: true
issues:
  exclude-rules:
    - path: _test\\.go
      linters: [funlen]
      source: "^//go:generate "
output:
  format: colored-line-number
  selector: ".btn-primary > a:hover"
  colour: "#ffcc00"
  type: text/html
  method: snake_case
  strategy: camelCase
""",
        (),
    ),
    Sample(
        "service.properties",
        """
server.port=8080
logging.level.root=WARN
spring.datasource.url=jdbc:postgresql://localhost/db
spring.datasource.driver-class-name=org.postgresql.Driver
app.cache.provider=redis-cluster
app.cors.allowed-origins=https://*.example.org
app.schedule.cron=0 0 4 * * MON
app.welcome.message=Welcome to the harbour office
""",
        ("Welcome to the harbour office",),
    ),
)

CATALOGUES: Final = (
    Sample(
        "en.json", '{"save": "save", "cart": "cart", "checkout": "proceed to checkout", "home": "home"}', ()
    ),
    Sample(
        "en2.json",
        '{"buttons": {"ok": "OK", "cancel": "cancel", "retry": "try again"}, "menu": {"file": "file"}}',
        (),
    ),
    Sample(
        "labels.json",
        '{"version": "Version", "plugins": "plugins", "scripts": "Scripts", "language": "language",'
        ' "rules": "house rules", "email": "e-mail", "checkin": "check-in",'
        ' "error": "ERROR", "env": "Environment"}',
        (),
    ),
    Sample(
        "en.yml",
        "en:\n  cart: cart\n  items:\n    one: item\n    other: items\n  env: environment\n  state: open\n",
        (),
    ),
    Sample(
        "i18n.toml", '[cart]\nother = "cart"\n[total]\nother = "in total"\n[version]\nother = "version"\n', ()
    ),
    Sample(
        "es.json",
        '{"home": "inicio", "search": "buscar", "language": "idioma", "version": "actual", "image": "imagen",'
        ' "project": "proyecto", "profile": "perfil", "labels": "etiquetas", "rules": "reglas",'
        ' "run": "ejecutar"}',
        (),
    ),
    Sample(
        "hyphens.json",
        '{"a": "sign-in", "b": "e-mail", "c": "check-in", "d": "cart", "e": "log-out", "f": "home"}',
        (),
    ),
    Sample("plain.yaml", "save: save\nsearch: search\nnext: next page\nhome: home\nlogin: sign in\n", ()),
    Sample(
        "Messages.properties",
        "save=save\ncart=cart\nerror=An error occurred\nlogin=sign in\nwelcome=hello\n",
        (),
    ),
    Sample(
        "strings.ini",
        "[menu]\nopen = Open a file\nclose = close\nquit = quit the program\nback = go back\n",
        (),
    ),
)
