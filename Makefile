# `make` lists the commands. They need Python 3.11 or newer with venv, git and make. Everything else
# is installed into .venv, in the versions that constraints.txt pins.
#
# PyPI's PyTorch for Linux comes with several GB of CUDA. To install the CPU build instead:
#     PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu make test

include docs/students.mk

TORCH = 2.13.0

# Tests that compute run in one process per processor. Tests that wait (for kernels, time limits or
# PyPI) run in three processes on two processors: while one waits, the others compute.
PYTEST = $(BIN)/python -m pytest --dist loadgroup
COMPUTING = -n logical
WAITING = -n 3
USUAL = not slow and not thorough
NOTEBOOKS = notebooks notebooks/practice exercises solutions
RUN = $(wildcard notebooks/*.ipynb notebooks/practice/*.ipynb solutions/*.ipynb)
RECORDED = site lite slides thorough
# pytest reads only the files that mention the mark: to read them all takes longer than many a test.
marked = $$(grep -lr --include='test_*.py' 'pytest.mark.$(1)' tests | sort)
check answers notebooks site lite slides slow browser thorough task: export OMP_NUM_THREADS = 1
# Tests start hundreds of processes. Without stored bytecode, each would compile the course again.
unexport PYTHONDONTWRITEBYTECODE

DEV = .venv/dev-$(PINS)
# Slides and quiz need no PyTorch; where everything is installed, this is enough.
TEACHING := $(or $(wildcard $(DEV)),.venv/teaching-$(PINS))

# In one run with the unit tests, the answers are collected once.
test: check notebooks slow browser  ## check, answers, notebooks, slow and browser, in eight minutes

check: $(DEV)  ## the fast part: style, types, layers, unit tests, doctests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/coursetools lint
	$(PYTEST) $(COMPUTING) -m "$(USUAL)" --doctest-modules attnlib attnprobes course checks coursetools tests \
	    $(addprefix --ignore=tests/,$(if $(filter test,$(MAKECMDGOALS)),,checks) notebooks browser site slides lite)

answers: $(DEV)  ## the checks, with every answer of the bank
	$(PYTEST) $(COMPUTING) -m "not thorough" tests/checks

# If the website or the slides are made in the same run, the kernels record what the lectures
# display, so that they are not executed twice.
notebooks: $(DEV)  ## execute lessons and solutions, compare what they print
	$(if $(filter $(RECORDED),$(MAKECMDGOALS)),IPYTHONDIR=$$($(BIN)/python docs/site/execution.py)) \
	    $(PYTEST) $(COMPUTING) --dist loadscope --nbval notebooks solutions
	$(BIN)/coursetools release --check
	$(BIN)/python -m coursetools.canonical --check $(NOTEBOOKS)
	$(PYTEST) $(WAITING) -m "$(USUAL)" tests/notebooks

# Without Chromium these tests are skipped with a message; if CI is set, they fail.
browser: $(DEV)  ## the sliders, in a real browser
	@if [ -n "$$CI" ] || command -v chromium; then set -x; $(PYTEST) $(COMPUTING) -m "$(USUAL)" tests/browser; \
	else echo "NOT RUN: tests/browser needs Chromium (apt-get install chromium)"; fi

# Lectures that `make notebooks` has recorded are not executed again.
site: $(DEV)  ## the website, in build/site/html, and its tests
	$(BIN)/python docs/site/build.py
	@if [ -n "$$CI" ] || command -v chromium; then set -x; $(PYTEST) $(COMPUTING) -m "$(USUAL)" tests/site; \
	else echo "NOT RUN: tests/site needs Chromium (apt-get install chromium)"; fi

live: $(DEV)  ## the course for the browser, in build/lite/live; make site includes it
	$(BIN)/python docs/lite/build.py

lite: live site  ## the website with the course in the browser, and the tests of both
	@if [ -n "$$CI" ] || command -v chromium; then set -x; $(PYTEST) -m "$(USUAL)" tests/lite; \
	else echo "NOT RUN: tests/lite needs Chromium (apt-get install chromium)"; fi

slides: $(TEACHING)  ## the lectures as slides, in build/slides, and their tests (one: make slides LESSON=3)
	$(BIN)/python docs/slides/build.py build/slides $(LESSON)
	@if [ -n "$(LESSON)" ] || [ ! -e $(DEV) ]; then \
	    echo "The slides are in build/slides/index.html; their tests, which teaching does not need, were not run."; \
	elif [ -n "$$CI" ] || command -v chromium; then set -x; $(PYTEST) $(COMPUTING) -m "$(USUAL)" tests/slides; \
	else echo "NOT RUN: tests/slides needs Chromium (apt-get install chromium)"; fi

quiz: $(TEACHING)  ## a question bank for Moodle and Canvas, in build/quiz
	$(BIN)/coursetools quiz --out build/quiz

bank: $(DEV)  ## the answers that test the checks, as one file for other judges, in build/bank
	PYTHONPATH=tests $(BIN)/python -m publish_answers

slow: $(DEV)  ## the tests that install things, grade classes, or try many inputs
	$(PYTEST) $(WAITING) -m "slow and not thorough" $(call marked,slow)

# Not reordered: tests/browser, which keeps Playwright running, comes last, after all others that use it.
thorough: lite slides  ## before a release: website, slides, and more inputs for other tests
	$(PYTEST) $(COMPUTING) --no-loadscope-reorder -m thorough $(call marked,thorough)

# As in CI, so that nobody's own hunts are stored.
execute: export CI = 1
execute: $(DEV)  ## run notebooks (all, or RUN=notebooks/06_positions.ipynb), store what they print
	$(BIN)/jupyter-nbconvert --to notebook --execute --inplace $(RUN)
	$(BIN)/coursetools release
	$(BIN)/python -m coursetools.canonical $(RUN)

task: $(DEV)  ## run, store and test what belongs to one task (make task T=softmax)
	@PYTHONPATH=tests $(BIN)/python -m task $(T)

# Use the oldest Python that the course allows: newer ones pick versions that it cannot install.
# From 4.25 on, jsonschema builds a grammar of IRIs when it is imported: a second for every command.
# With pytest 9.2, pytest-xdist 3.8 ignores its groups, so each process would grade the class again.
pins:  ## rewrite constraints.txt with the newest versions (make pins TORCH=2.14.0)
	rm -rf build/pins
	$(PYTHON) -m venv build/pins
	build/pins/bin/python -m pip install torch==$(TORCH) 'jsonschema<4.25' 'pytest<9.2' \
	    --editable '.[torch,dev]'
	build/pins/bin/python -m pip freeze --all --exclude-editable --exclude pip > build/pins/freeze
	{ echo "# The versions that CI tests with; every pip install of the course is held to them."; \
	  echo "# Made by make pins, with $$(build/pins/bin/python --version)."; \
	  sed 's/+cpu$$//' build/pins/freeze; } > constraints.txt
	rm -rf build/pins

.venv/teaching-$(PINS): | venv
	rm -f .venv/course-* .venv/dev-* .venv/teaching-*
	$(PIP_INSTALL) --editable '.[teaching]'
	touch $(COURSE) $@

$(DEV): | venv
	rm -f .venv/course-* .venv/dev-*
	$(PIP_INSTALL) --editable '.[dev]'
	touch $(COURSE) $@

.PHONY: test check answers notebooks site live lite slides quiz bank browser slow thorough execute task pins
