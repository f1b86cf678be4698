# Needs python3 (3.11 or later) with its venv module, make and git. The first run of any target fetches the packages;
# later runs use no network.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The program alone, and with the packages of development.
PROGRAM := $(VENV)/.program
STAMP := $(VENV)/.installed
BUNDLE := build/bundle
PATH_TO ?= .
# Of the benchmark: --quick, --scale, --edits 10000, --against 'COMMAND {path}'.
OPTIONS ?=
SEED ?= 1
STEPS ?= 10000
KILLS ?= 100
FAULTS ?= 1000
MESSAGES ?= 10000
# Two more than cores: tests of servers and editors wait half of the time.
WORKERS ?= 4
GENERATED := tests/docs/test_languages.py tests/docs/test_protocol.py tests/docs/test_settings.py \
  tests/docs/test_strings.py tests/test_tidy.py tests/editors/test_protocol_mirror.py tests/editors/neovim/test_mirror.py
FAST := $(addprefix tests/, base engine features graph languages lexical patterns retrieval snapshot vectors \
  test_settings.py)
QUESTION ?= How does the writer thread apply a changed document and publish a snapshot?

# Tests start the program hundreds of times, which would compile it anew where the environment forbids to keep bytecode.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test test-fast hooks check types types-win32 types-darwin fix generated bench fuzz soak oracle claims
.PHONY: sufficiency side-by-side side-by-side-answers agent-loop bundle clean
.PHONY: test-editors test-neovim test-vscode looks-vscode times-vscode

demo: $(PROGRAM)
	@echo "Indexing ctx_lsp/, 120,000 lines: about a minute on two cores, and later runs take seconds."
	$(BIN)/ctx-lsp query ctx_lsp "$(QUESTION)"

# The units alone, in a minute: no server, no model, no editor.
test-fast: $(STAMP)
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile $(FAST)

# In the order of the files: the default puts those with few tests last, and some of these take a minute.
test: $(STAMP)
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder

check: $(STAMP)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(MAKE) --no-print-directory --jobs $(WORKERS) types types-win32 types-darwin

types: $(STAMP)
	$(BIN)/mypy

# A cache for each platform: mypy discards the cache of another.
types-win32 types-darwin: types-%: $(STAMP)
	$(BIN)/mypy --platform $* --cache-dir .mypy_cache/$* ctx_lsp

# Let Git check commit messages.
hooks:
	git config core.hooksPath .githooks

fix: $(STAMP)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# What is written from the sources: pages, the types and tables of the editors' clients, the picture of the layers.
generated: $(STAMP)
	UPDATE_DOCS=1 $(BIN)/python -m pytest $(GENERATED)

bench: $(STAMP)
	$(BIN)/ctx-lsp bench $(PATH_TO) $(OPTIONS)

# An hour: new examples of hostile texts; long sessions of edits in every language; random questions; random steps with a
# real server, whose index is compared with a fresh build after each, and its answers every 50 steps; random messages;
# servers that are killed; errors injected into what is computed for single files.
fuzz: $(STAMP)
	$(BIN)/python -m pytest --hypothesis-profile=explore tests/syntax/test_facts.py
	EDIT_ACTIONS=60 $(BIN)/python -m pytest tests/syntax/test_incremental_facts.py
	RANDOM_QUESTIONS=600 $(BIN)/python -m pytest tests/packing/test_random_questions.py
	$(BIN)/python -m tests.fuzz --seed $(SEED) --steps $(STEPS)
	$(BIN)/python -m tests.fuzz.messages --seed $(SEED) --count $(MESSAGES)
	$(BIN)/python -m tests.fuzz.kill --seed $(SEED) --times $(KILLS)
	$(BIN)/python -m tests.journal.kill --seed $(SEED)
	$(BIN)/python -m tests.journal.kill_server --seed $(SEED)
	$(BIN)/python -m tests.journal.race
	$(BIN)/python -m tests.faults --seed $(SEED) --times $(FAULTS)

# A long session on a large folder, which stays as it is: PATH_TO=DIR. OPTIONS: --edits, --queries, --opens,
# --start-minutes 240, --model bundled.
soak: $(STAMP)
	$(BIN)/python -m tests.fuzz.soak --workspace $(PATH_TO) --seed $(SEED) $(OPTIONS)

# Needs node; Go, Java, C and C++ are left out where their compilers, or Debian's tools, are absent. The first run fetches
# packages and compilers' indexers into .oracle; OPTIONS: --held-out, --misses 20, --record. Two more programs beside it
# score callers through a base type and tests by title: `python -m tests.graph_oracle.callers`, `….titles`.
oracle: $(STAMP)
	$(BIN)/python -m tests.graph_oracle $(OPTIONS)

# `ctx-lsp check` on statements whose truth the compilers of `oracle` know. OPTIONS: --held-out, --misses 5, --record,
# --program FOLDER (another checkout), names of packages.
claims: $(STAMP)
	$(BIN)/python -m tests.claims_truth $(OPTIONS)

# Our search and semble's on the same tasks: PATH_TO=FOLDERS TASKS=FILE OPTIONS="--roots FILE". The first run fetches
# semble and a model into .side_by_side.
side-by-side: $(STAMP)
	$(BIN)/python -m tests.side_by_side $(PATH_TO) $(TASKS) $(OPTIONS)

# The lines that both let a reader read: PATH_TO=FOLDER with the checkouts of tests/answers. OPTIONS: --record, --repo NAME,
# --jcodemunch (a third system, free for non-commercial use alone).
side-by-side-answers: $(STAMP)
	$(BIN)/python -m tests.side_by_side.answers $(PATH_TO) $(OPTIONS)

# The tokens that a scripted agent reads until it has the decisive lines, beside grep and semble's MCP server: PATH_TO=FOLDER
# with the checkouts of tests/answers. OPTIONS: --record, --repo NAME.
agent-loop: $(STAMP)
	$(BIN)/python -m tests.agent_loop $(PATH_TO) $(OPTIONS)

# Needs node, too. OPTIONS: --held-out, --misses, --packs-alone, --functions 30, --seed 6, --record, names of packages.
sufficiency: $(STAMP)
	$(BIN)/python -m tests.sufficiency $(OPTIONS)

# In the real editors, which the first run fetches into .editors.
test-editors: test-neovim test-vscode

test-neovim: $(STAMP)
	$(BIN)/python -m pytest tests/editors/neovim

# Needs node, npm and a C++ compiler; where there is no Chromium, apt-get. New pictures: IMAGES=editors/vscode/images.
test-vscode: $(STAMP)
	$(BIN)/python -m pytest tests/editors/test_protocol_mirror.py
	IMAGES=$(IMAGES) tests/editors/vscode/run.sh $(BIN)/python

# Pictures of the panel in all states, widths and themes, to be looked at.
looks-vscode: $(STAMP)
	IMAGES=$(or $(IMAGES),build/looks) tests/editors/vscode/run.sh $(BIN)/python looks $(STATES)

# How long the extension takes: questions, typing beside an editor without it.
times-vscode: $(STAMP)
	tests/editors/vscode/run.sh $(BIN)/python times

# The program in one folder, for users without Python: dist/ctx-lsp. Some minutes; needs Debian's binutils.
bundle: $(STAMP) $(BUNDLE)/venv/.installed
	$(BUNDLE)/venv/bin/python -m PyInstaller --noconfirm --log-level WARN --workpath $(BUNDLE) editors/bundle/ctx-lsp.spec
	$(BIN)/python -m tests.bundle

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

# $(1): a virtual environment, made where there is none; $(2): the project, with extras. The build backend goes in first and
# by hand: pip would otherwise fetch it anew, even where all else is in place.
define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "ctx-lsp needs Python 3.11 or later")'
	test -x $(1)/bin/python || $(PYTHON) -m venv $(1)
	$(1)/bin/python -m pip install --quiet --disable-pip-version-check "hatchling>=1.27,<2"
	$(1)/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable "$(2)"
	touch $@
endef

$(PROGRAM): pyproject.toml
	@echo "Setting up $(VENV)/ with pip: 120 MB to fetch, 0.6 GB on disk, about a minute."
	$(call install,$(VENV),.)

$(STAMP): pyproject.toml
	@echo "Adding the packages of development to $(VENV)/: up to 240 MB to fetch, 1 GB on disk in all, about two minutes."
	$(call install,$(VENV),.[dev])

# Apart from those of development, some of which PyInstaller would take along.
$(BUNDLE)/venv/.installed: pyproject.toml
	@echo "Setting up $(BUNDLE)/venv/ with pip: 130 MB to fetch, 0.6 GB on disk, about a minute."
	$(call install,$(BUNDLE)/venv,.[bundle])
