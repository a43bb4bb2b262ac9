# simcli: `make` alone lists what there is. Needs Python 3.11 or newer; uses uv where it is there, pip otherwise.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# The first Python that is new enough, or the one you name: make install PYTHON=/path/to/python3
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c '$(NEW_ENOUGH)' >/dev/null 2>&1 && echo $$p && break; done)

.DEFAULT_GOAL := help
.PHONY: help install demo examples test test-all cluster bench lint unreached pins clean ladder study

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1@/' | awk -F@ '{printf "%-17s %s\n", $$1, $$2}'

install: $(STAMP) ## Make .venv with the pinned versions and simcli itself

$(STAMP): requirements.txt pyproject.toml
	@if [ -z "$(PYTHON)" ] || ! $(PYTHON) -c '$(NEW_ENOUGH)' 2>/dev/null; then \
		echo "simcli needs Python 3.11 or newer; '$(or $(PYTHON),python3)' is $$($(or $(PYTHON),python3) --version 2>/dev/null || echo none)." >&2; \
		echo "Name another one: make install PYTHON=/path/to/python3" >&2; exit 1; fi
	@if command -v uv >/dev/null 2>&1 && echo "Installing with uv into $(VENV) ..." && \
		{ [ -x $(BIN)/python ] || uv venv --quiet --python "$(PYTHON)" $(VENV); } && \
		uv pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r requirements.txt && \
		uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .; then :; \
	else \
		echo "Installing with pip into $(VENV) (a minute or two) ..." && \
		{ $(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(VENV); } && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .; \
	fi
	@$(BIN)/python -m compileall -q simcli # so that the first command starts as fast as later ones
	@touch $@

PARALLEL := -n auto --dist worksteal

demo: $(STAMP) ## Play a million games and write reports/demo (two or three minutes with the installation)
	$(BIN)/simcli demo

examples: $(STAMP) ## Make the example reports: base game, team seating, target (two or three minutes)
	$(BIN)/python scripts/examples.py runs/examples reports

test: $(STAMP) ## Run the tests, the long ones left out (on all cores; four minutes on two)
	$(BIN)/python -m pytest $(PARALLEL) -m "not long"

test-all: $(STAMP) ## Run all tests
	$(BIN)/python -m pytest $(PARALLEL)

cluster: $(STAMP) ## Install Dask as well and run the tests of runs on a cluster
	@if command -v uv >/dev/null 2>&1; then uv pip install --quiet --python $(BIN)/python --no-deps --require-hashes -r requirements-dask.txt; \
	else $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-dask.txt; fi
	$(BIN)/python -m pytest tests/test_cluster.py

bench: $(STAMP) ## Measure the kernel's speed (quiet machine; YARDSTICK=path compares)
	$(BIN)/python -m benchmarks

ladder: $(STAMP) ## Rate all strategies against each other (two and a half hours; goes on where it was stopped)
	$(BIN)/python scripts/search/ladder.py --out runs/ladder

study: $(STAMP) ## Measure the error rates of compare (five minutes)
	$(BIN)/python -m studies.compare

lint: $(STAMP) ## Check the format, style and types of the sources
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

unreached: $(STAMP) ## List the functions that no test of a command reaches (a quarter of an hour)
	$(BIN)/python scripts/unreached.py

COMPILE := build/pins/bin/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	--strip-extras --no-header --no-annotate --allow-unsafe

pins: ## Choose the pinned versions anew (writes requirements.txt, requirements-dask.txt)
	$(PYTHON) -m venv build/pins && build/pins/bin/pip install --quiet pip-tools
	$(COMPILE) --extra test --extra dev -o build/pins/out.txt pyproject.toml
	@head -2 requirements.txt | cat - build/pins/out.txt > requirements.new && mv requirements.new requirements.txt
	@grep -oE '^[a-z0-9-]+==[^ ]+' requirements.txt > build/pins/pinned.txt
	$(COMPILE) --extra dask --constraint build/pins/pinned.txt -o build/pins/dask.txt pyproject.toml
	@head -2 requirements-dask.txt > requirements.new
	@awk 'NR == FNR { pinned[$$1]; next } /==/ { keep = !($$1 in pinned) } keep' build/pins/pinned.txt build/pins/dask.txt >> requirements.new
	@mv requirements.new requirements-dask.txt

clean: ## Remove what was made: environment, caches, builds (runs and reports stay)
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
