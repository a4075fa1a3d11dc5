# make play   play in the browser             make test   run the tests
# make words  collect the sentences           make lint   check style and types
#             (NEW=sv begins a translation)

VENV := .venv
BIN := $(VENV)/bin
# The first Python that is new enough; `make PYTHON=...` chooses another.
PYTHON ?= $(shell for python in python3 python3.15 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
INSTALL := $(BIN)/python -m pip -qq --disable-pip-version-check install --constraint constraints.txt --editable
LOCALE := src/ratskeller/locale
POT := $(LOCALE)/ratskeller.pot
TRANSLATIONS := $(wildcard $(LOCALE)/*/LC_MESSAGES/ratskeller.po)
# Changed Python code is picked up by itself; these need a new build.
BUILT_FROM := pyproject.toml constraints.txt hatch_build.py $(TRANSLATIONS) \
	$(shell find src/ratskeller/web/client -name node_modules -prune -o -print 2>/dev/null)

.PHONY: play test lint words clean

play: $(VENV)/played
	@echo "Starting Ratskeller ..."
	@$(BIN)/ratskeller

test: $(VENV)/tested
	@$(BIN)/python -m pytest

lint: $(VENV)/tested
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy

# The header would hold a date and so change each time.
words: $(VENV)/tested
	@$(BIN)/pybabel --quiet extract --mapping babel.cfg --omit-header --add-location file --sort-by-file \
		--output $(POT) src/ratskeller
	@test -z "$(NEW)" || $(BIN)/pybabel --quiet init --domain ratskeller --input-file $(POT) --output-dir $(LOCALE) \
		--locale "$(NEW)"
	@for po in $(TRANSLATIONS); do \
		language=$${po#$(LOCALE)/}; \
		$(BIN)/pybabel --quiet update --ignore-pot-creation-date --input-file $(POT) --output-file "$$po" \
			--locale "$${language%%/*}" || exit 1; \
	done

clean:
	rm -rf $(VENV) .boot src/ratskeller/web/static src/ratskeller/web/client/node_modules

$(VENV)/played: $(BUILT_FROM) | $(BIN)/pip
	@echo "Installing Ratskeller and building its pages (a minute or two the first time) ..."
	@$(INSTALL) .
	@touch $@

$(VENV)/tested: $(BUILT_FROM) | $(BIN)/pip
	@echo "Installing Ratskeller with its test tools and building its pages (a minute or two the first time) ..."
	@$(INSTALL) '.[test,postgres]'
	@touch $(VENV)/played $@

# Some systems have Python without its venv module; virtualenv does the same. bin/pip is what a failed attempt lacks.
$(BIN)/pip:
	@test -n "$(PYTHON)" || { echo "Ratskeller needs Python 3.11 or newer, and there is none on the PATH."; exit 1; }
	@echo "Making a Python environment in $(VENV) with $(PYTHON) ..."
	@if $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then \
		$(PYTHON) -m venv $(VENV); \
	elif $(PYTHON) -m pip --version >/dev/null 2>&1; then \
		$(PYTHON) -m pip -qq --disable-pip-version-check install --target .boot virtualenv && \
		PYTHONPATH=.boot $(PYTHON) -m virtualenv --quiet $(VENV); \
	else \
		echo "$(PYTHON) has neither venv nor pip; install one of them (on Debian: apt-get install python3-venv)."; exit 1; \
	fi
