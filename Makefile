# simcli: `make` alone lists what there is. Needs Python 3.11 or newer; uses uv where it is there, pip otherwise.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# The first Python that is new enough, or the one you name: make install PYTHON=/path/to/python3
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c '$(NEW_ENOUGH)' >/dev/null 2>&1 && echo $$p && break; done)

.DEFAULT_GOAL := help
.PHONY: help install demo test bench lint pins clean ladder study

help: ## Show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1@/' | awk -F@ '{printf "%-15s %s\n", $$1, $$2}'

install: $(STAMP) ## Make .venv with the pinned versions and simcli itself

$(STAMP): requirements.txt pyproject.toml
	@if [ -z "$(PYTHON)" ] || ! $(PYTHON) -c '$(NEW_ENOUGH)' 2>/dev/null; then \
		echo "simcli needs Python 3.11 or newer; '$(or $(PYTHON),python3)' is $$($(or $(PYTHON),python3) --version 2>/dev/null || echo none)." >&2; \
		echo "Name another one: make install PYTHON=/path/to/python3" >&2; exit 1; fi
	@if command -v uv >/dev/null 2>&1 && echo "Installing with uv into $(VENV) ..." && \
		{ [ -x $(BIN)/python ] || uv venv --quiet --python "$(PYTHON)" $(VENV); } && \
		uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.txt && \
		uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .; then :; \
	else \
		echo "Installing with pip into $(VENV) (a minute or two) ..." && \
		{ $(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(VENV); } && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .; \
	fi
	@touch $@

demo: $(STAMP) ## Play a million games and write reports/demo (two or three minutes with the installation)
	$(BIN)/python -m simcli.demo runs/demo reports/demo

test: $(STAMP) ## Run the tests
	$(BIN)/python -m pytest

bench: $(STAMP) ## Measure the kernel's speed (quiet machine; YARDSTICK=path compares)
	$(BIN)/python -m benchmarks

ladder: $(STAMP) ## Rate all strategies against each other, 2, 3 and 4 seats (about ten minutes)
	$(BIN)/python strategies/search/ladder.py

study: $(STAMP) ## Measure the error rates of compare (five minutes)
	$(BIN)/python -m studies.compare

lint: $(STAMP) ## Check the style of the sources
	$(BIN)/ruff check .

pins: ## Choose the pinned versions anew (writes requirements.txt)
	@head -2 requirements.txt > requirements.new
	$(PYTHON) -m venv build/pins && build/pins/bin/pip install --quiet pip-tools
	build/pins/bin/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
		--strip-extras --no-header --no-annotate --allow-unsafe --extra test --extra dev -o build/pins/out.txt pyproject.toml
	@cat build/pins/out.txt >> requirements.new && mv requirements.new requirements.txt

clean: ## Remove what was made: environment, caches, builds (runs and reports stay)
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
