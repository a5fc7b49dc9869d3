# Everything is made inside .venv; what is done has a stamp in .venv/.done. `make clean` forgets it all.

PYTHON ?= python3
VENV := .venv
DONE := $(VENV)/.done
STRICT := $(filter-out 0 false no,$(CI))

# auto: interpreted where there is no compiler.  strict: no compiler is an error.  pure: never compiled.
export SALEROOM_BUILD ?= $(if $(STRICT),strict,auto)
export VIRTUAL_ENV := $(CURDIR)/$(VENV)
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)
unexport PYTHONPATH PYTHONHOME

# uv where it can be had, else pip: the same locks, the same result, only slower.
INSTALL = $$(test -x $(VENV)/bin/uv && echo "uv -q pip" || echo "pip -q") install
PLACE = $(INSTALL) --no-deps --no-build-isolation --force-reinstall
BUILD = $(VENV)/bin/python -c 'from saleroom.games.bits import compiled; print("compiled" if compiled() else "interpreted")'

SOURCES := $(sort $(shell find src -type f \( -name '*.py' -o -name '*.sql' -o -name '*.toml' -o -name '*.md' -o -name py.typed \) 2>/dev/null))
PENNIES := $(sort $(shell find examples/pennies -type f -name '*.*' -not -path '*/__pycache__/*' -not -path '*.egg-info/*' 2>/dev/null))

PAGE := $(sort $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/tests/*' 2>/dev/null))

.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help install build play page test lint format bench arena mutants lock upgrade libraries clean FORCE

help:
	@echo 'make play      live tables in the browser; LAN=1 for all devices in this house, PORT=N'
	@echo 'make build     what make play serves, without serving it'
	@echo 'make install   everything for development, in .venv'
	@echo 'make test      lint, types, and the tests on both builds'
	@echo 'make bench     how fast the engine is'
	@echo 'make arena     which bot is better: the matches of benchmarks/matches.txt, resumable'
	@echo 'make mutants   breaks the rules at random and counts which breaks the tests notice'
	@echo 'make lock      requirements/*.txt anew from pyproject.toml; make upgrade moves the pins too'
	@echo 'make clean     remove all that was made'

# -- what others stand on ----------------------------------------------------------------------------

$(DONE)/venv: requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Saleroom needs Python 3.11 or newer. Name one: make PYTHON=/path/to/python3.12'; exit 1; }
	@echo 'virtual environment in $(VENV)'
	@$(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/pip install -q --disable-pip-version-check --require-hashes -r requirements/uv.txt \
	  >/dev/null 2>&1 || echo 'uv cannot be had here; pip does its work'
	@mkdir -p $(DONE) && touch $@

$(DONE)/small: requirements/play.txt $(DONE)/venv
	@echo 'libraries to build and play'
	@$(INSTALL) --require-hashes -r requirements/play.txt
	@touch $@

$(DONE)/libraries: requirements/all.txt $(DONE)/small
	@echo 'libraries for development'
	@$(INSTALL) --require-hashes -r requirements/all.txt
	@touch $@

# The page: Node comes from the lock too, and what is built lies in the package as data.
$(DONE)/modules: web/package-lock.json web/package.json $(DONE)/small
	@echo 'modules of the page'
	@cd web && npm ci --silent
	@touch $@

$(DONE)/page: $(PAGE) $(DONE)/modules
	@echo 'the page'
	@cd web && npx --no-install vite build --logLevel error
	@touch $@

# The list of sources, rewritten only when it differs: a deleted file leaves no other trace.
$(DONE)/sources: FORCE | $(DONE)/venv
	@echo '$(SOURCES)' | cmp -s - $@ || echo '$(SOURCES)' > $@

# A build of its own stamp for each kind, and only the last one counts.
$(DONE)/package-$(SALEROOM_BUILD): $(SOURCES) $(DONE)/sources $(DONE)/page pyproject.toml setup.py
	@echo 'saleroom itself (SALEROOM_BUILD=$(SALEROOM_BUILD))'
	@rm -rf build src/*.egg-info $(DONE)/package-*
	@$(PLACE) .
	@rm -rf build src/*.egg-info
	@build=$$($(BUILD)) && if [ $$build = compiled ]; then echo 'compiled'; else \
	  echo 'interpreted: all works, only slower (SALEROOM_BUILD=strict make install says why)'; fi
	@touch $@

$(DONE)/pennies: $(PENNIES) $(DONE)/small
	@echo 'the example game, pennies'
	@$(PLACE) ./examples/pennies
	@rm -rf examples/pennies/build examples/pennies/*.egg-info examples/pennies/src/*.egg-info
	@touch $@

# A Chromium for the tests of the page: an own one, the system's, or one that can be had.
$(DONE)/browser: tests/page/find_browser.py $(DONE)/libraries
	@$(VENV)/bin/python tests/page/find_browser.py > $@
	@echo "browser: $$(cat $@)"

# A PostgreSQL for the tests of the server, found or fetched in the same way.
$(DONE)/postgres: tests/server/find_postgres.py $(DONE)/libraries
	@$(VENV)/bin/python tests/server/find_postgres.py > $@
	@echo "PostgreSQL: $$(cat $@)"

# What the server is measured against.
$(DONE)/peers: benchmarks/peers/package-lock.json $(DONE)/libraries
	@echo 'peers for the benchmarks'
	@cd benchmarks/peers && npm ci --silent
	@touch $@

libraries: $(DONE)/libraries
page: $(DONE)/page

# -- what one types ----------------------------------------------------------------------------------

install: $(DONE)/libraries $(DONE)/package-$(SALEROOM_BUILD) $(if $(PENNIES),$(DONE)/pennies)

build: $(DONE)/package-$(SALEROOM_BUILD)

play: build
	@$(VENV)/bin/saleroom serve --data .saleroom $(if $(LAN),--lan) $(if $(PORT),--port $(PORT))

lint: $(DONE)/libraries $(DONE)/page
	ruff check
	ruff format --check
	mypy --strict
	PYTHONPATH=src lint-imports --no-cache
	cd web && npm run --silent check

format: $(DONE)/libraries
	ruff check --fix
	ruff format

# The tests see the installed package, or with PYTHONPATH=src the tree, which is never compiled.
# A tracer makes long games five times longer: the short tests alone are to reach every line.
INTERPRETED = PYTHONPATH=src SALEROOM_EXPECT=interpreted $(PYTEST)
PYTEST = pytest -n 2 --dist worksteal --durations=15
test: export SALEROOM_CHROMIUM = $(shell cat $(DONE)/browser 2>/dev/null)
test: export SALEROOM_POSTGRES = $(shell cat $(DONE)/postgres 2>/dev/null)
test: install lint $(DONE)/browser $(DONE)/postgres
	cd web && npm test --silent
	@if [ "$$($(BUILD))" = compiled ]; then \
	  echo 'tests, compiled build'; SALEROOM_EXPECT=compiled $(PYTEST); \
	elif [ -n '$(STRICT)' ]; then \
	  echo 'The package is not compiled, and with CI set it must be.'; exit 1; \
	else \
	  echo 'tests, compiled build: left out, since nothing could be compiled here'; \
	fi
	@echo 'tests, interpreted build'
	$(INTERPRETED) -m 'slow and not once'
	$(INTERPRETED) -m 'not slow and not once' --cov --cov-report=term

bench: install $(DONE)/peers
	$(VENV)/bin/python benchmarks/engine.py
	$(VENV)/bin/python benchmarks/server.py

arena: install
	$(VENV)/bin/python benchmarks/arena.py

mutants: install
	$(VENV)/bin/python tests/mutants.py

# -- locks: hashes and no addresses, valid for every Python from 3.11 on ------------------------------

COMPILE = uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
  --no-annotate --no-emit-index-url --no-emit-find-links $(UPGRADE)

lock: $(DONE)/venv
	echo uv | $(COMPILE) - -o requirements/uv.txt
	$(COMPILE) --group dev --all-extras pyproject.toml -o requirements/all.txt
	$(COMPILE) --group build -c requirements/all.txt pyproject.toml -o requirements/play.txt

upgrade: UPGRADE := --upgrade
upgrade: lock

clean:
	rm -rf web/node_modules benchmarks/peers/node_modules src/saleroom/page
	rm -rf $(VENV) build dist src/*.egg-info .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests examples benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
