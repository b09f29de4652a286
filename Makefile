# Every target makes the virtual environment it needs from Python 3.11 (or newer) and make alone.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test soak check format proto baseline bench bench-compiled bench-referee bench-languages clean

demo: $(VENV)/.installed
	$(BIN)/conquian demo

test: $(VENV)/.installed-dev
	$(BIN)/pytest

# The property tests with many new examples (a failure prints how to repeat it), and what takes
# real time.
soak: $(VENV)/.installed-dev
	$(BIN)/pytest --hypothesis-profile=soak -m ''

check: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/buf lint proto
	$(BIN)/buf breaking proto --against proto/baseline.binpb
	$(BIN)/python proto/generate.py --check
	$(BIN)/python proto/reference.py --check

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The code that is generated from proto/ is committed; `make check` tells when it is stale.
proto: $(VENV)/.installed-dev
	$(BIN)/python proto/generate.py
	$(BIN)/python proto/reference.py

# What `make check` holds the contract to: nothing in it may break. Renew it when it has grown.
baseline: $(VENV)/.installed-dev
	$(BIN)/buf build proto --exclude-source-info --output proto/baseline.binpb

bench: $(VENV)/.installed-bench
	$(BIN)/python benchmarks/rules_engines.py

# The same with the rules compiled, which takes a C compiler; the environment stays as it is.
bench-compiled: $(VENV)/.installed-bench
	rm -rf build/compiled
	CONQUIAN_COMPILE=1 $(BIN)/pip install --quiet --no-deps --target build/compiled .
	PYTHONPATH=build/compiled $(BIN)/python benchmarks/rules_engines.py

# A decision's whole path: referee, clocks, rules and two bots, beside the bare transport and pipes.
bench-referee: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/referee_path

# Starts and round trips of bots in all languages, in the sandbox and out of it.
bench-languages: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/languages.py

clean:
	rm -rf $(VENV) build .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# Each stamp says: these dependencies are in the environment, as pyproject.toml names them now.
$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo "Installing conquian and what it needs into $(VENV); this takes a minute, once."
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/pip install --quiet --editable '.[dev]'
	touch $@ $(VENV)/.installed

$(VENV)/.installed-bench: pyproject.toml | $(BIN)/python
	$(BIN)/pip install --quiet --editable '.[dev,bench]'
	touch $@ $(VENV)/.installed
