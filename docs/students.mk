# `make lab` opens the course. It needs Python 3.11 or newer with venv. Everything else is installed into
# .venv, in the versions that constraints.txt pins. Run it as often as you like: it installs only changes.

PYTHON = python3
BIN = .venv/bin
PIP_INSTALL = $(BIN)/python -m pip install --constraint constraints.txt

# An empty file records what is installed. Its name changes whenever the pins do.
PINS := $(shell cat pyproject.toml setup.py constraints.txt coursetools/lab/*.json coursetools/lab/labextension/* | cksum | tr ' ' '-')
COURSE = .venv/course-$(PINS)

help:
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

lab: $(COURSE)  ## open the course in JupyterLab (another port: make lab PORT=9000)
	PATH="$$(pwd)/$(BIN):$$PATH" jupyter-lab --ServerApp.root_dir=. \
	    $(if $(PORT),--port=$(PORT)) $(if $(filter 0,$(shell id -u)),--allow-root)

real-model: $(COURSE)  ## download the two published models of lesson 17, 176 MB
	@$(BIN)/python -m course.models.real.fetch

$(COURSE): | venv
	rm -f .venv/course-* .venv/dev-*
	$(PIP_INSTALL) --editable .
	touch $@

venv:
	@if [ ! -e .venv ]; then \
	    $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	        echo "Python 3.11 or newer is needed. Where it has another name: make PYTHON=python3.12 ..."; \
	        exit 1; }; \
	    $(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
	        echo "Python's venv is missing: sudo apt-get install python3-venv"; exit 1; }; \
	    echo "$(PYTHON) -m venv .venv"; $(PYTHON) -m venv .venv; \
	elif ! $(BIN)/python -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	     ! grep -qF "$$(pwd -P)/.venv" $(BIN)/activate; then \
	    echo ".venv does not work: its Python is gone, changed or too old, or the folder was moved."; \
	    echo "Remove it (rm -r .venv) and repeat."; \
	    exit 1; \
	fi

.PHONY: help lab real-model venv
