# The front door. Everything here is one line of CMake; `bootstrap` installs what is missing, and only then.
#   make          the tool, at build/gyre          make run      the same, then the tennis racket, and a page to see it
#   make test     everything that must hold        make accuracy long measurements of functions and motion
#   make bench    time per body and step beside loops and other engines, to bench/results, and whether the bars hold
#   make bench-parts  meshes: triangles per second, a million from file to inertia; numbers as text; recordings
#   make web      the live page, at build/web/gyre.html
#   make bench-web    the library as WebAssembly: time per body and step
#   make determinism   the same bits by other compilers, flags, machines: 1000 steps of every scene in each
#   make trust    the programme of docs/TRUST.md, within an hour (ROWS="files kill" runs some of it)
#   make howto    does what the pages of docs/contributing say, in copies of the sources, and tests them
#   make fuzz     libFuzzer over everything that reads bytes, some ten minutes (FUZZ_SECONDS per target)
#   make mutation do the tests notice a wrong line? src/ broken on purpose, some hundred times (SEED=2 MUTANTS=300); hours
#   make soak     a million bodies for 1000 steps, then random scenes for SOAK_MINUTES=60 (SOAK_SEED repeats some)
#   make format   rewrite to the house style       make lint     formatting, clang-tidy, cppcheck
#   make docs     the documentation as pages, at build/site/docs/index.html
#   make pictures the pictures of README.md and docs, by a browser from the pages themselves
#   make amalgamation   the library as two files, build/amalgamation/gyre.c and gyre.h
#   make python   the Python module with the library in it, at build/python
#   make npm      the package for Node.js and browsers, at build/npm
#   make dist     the sources as build/dist/gyre-VERSION.tar.gz
#   make deb      Debian packages, at build/packages
#   make abi      what changed in the shared library's interface since the last tag
#   make package-test   all of these, each used by a project outside of the tree (docs/PACKAGING.md)
#   make install  to PREFIX (default /usr/local)   make clean    remove build/
MAKEFLAGS += --no-print-directory
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
PREFIX ?= /usr/local
SEED ?= 1
MUTANTS ?= 300
C_FILES = $(shell git ls-files -co --exclude-standard '*.c' '*.h' '*.inc')

.PHONY: all run web test trust fuzz mutation howto docs pictures determinism soak accuracy bench bench-parts bench-web format lint install clean help \
    amalgamation python npm dist deb abi package-test

all:
	@./bootstrap build
	@./bootstrap web || echo "make: without Node.js and its packages gyre cannot write replay pages (-o x.html)"
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS)

run: all
	@if [ -s build/web/replay.js ]; then \
	    build/gyre run tennis-racket -o build/tennis-racket.html && echo && echo "replay: $(CURDIR)/build/tennis-racket.html"; \
	else \
	    build/gyre run tennis-racket; \
	fi

# The library as WebAssembly, and a page around it that opens from file://.
web:
	@./bootstrap build wasm web
	@JOBS=$(JOBS) sh app/web/live/build.sh "$(CURDIR)" build/web

# Two builds of the same tests: the system's compiler as released, and clang with the address and undefined-behaviour
# sanitizers and asserts. (Preset clang, optimised, is for use by hand: ctest --preset clang.)
test:
	@./bootstrap build test
	@./bootstrap web || echo "make test: without Node.js and its packages pages and glTF files are not tested"
	@./bootstrap browser || echo "make test: without Chromium pages are not tested"
	@./bootstrap wasm || echo "make test: without clang and lld for WebAssembly the live page is not tested"
	@./bootstrap docs || echo "make test: without Doxygen the reference is not tested"
	@./bootstrap trust lint || echo "make test: without gcovr, valgrind, clang-tidy and cppcheck what uses them is not tested"
	@for preset in release asan; do \
	    cmake --preset $$preset -DGYRE_BUILD_TESTS=ON >/dev/null && \
	    cmake --build --preset $$preset --parallel $(JOBS) && \
	    ctest --preset $$preset --parallel $(JOBS) || exit 1; \
	done

determinism:
	@./bootstrap build determinism
	@SOURCE="$(CURDIR)" BINARY="$(CURDIR)/build" JOBS=$(JOBS) sh test/check_determinism.sh all

howto:
	@./bootstrap build test
	@python3 test/howto.py whole "$(CURDIR)" build/howto

trust:
	@./bootstrap build test lint trust
	@./bootstrap web || echo "make trust: without Node.js and its packages pages are not among the files that are written"
	@cmake --preset release -DGYRE_BUILD_TESTS=ON >/dev/null
	@cmake --build build --parallel $(JOBS)
	@SOURCE="$(CURDIR)" BINARY="$(CURDIR)/build" JOBS=$(JOBS) sh test/trust/run.sh $(ROWS)

# What was found is in build/fuzz/finds, what was executed in build/fuzz/record.
FUZZ_SECONDS ?= 80
fuzz:
	@./bootstrap build test trust
	@cmake --preset release -DGYRE_BUILD_TESTS=ON >/dev/null
	@cmake --build build --parallel $(JOBS) --target fuzz_seeds
	@SOURCE="$(CURDIR)" JOBS=$(JOBS) sh test/fuzz/run.sh $(FUZZ_SECONDS) $(FUZZ_TARGETS)

mutation:
	@./bootstrap build test
	@./bootstrap web || echo "make mutation: without Node.js and its packages what writes pages is not tested"
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS) --target gyre
	@python3 test/mutation/quick.py "$(CURDIR)" build
	@python3 test/mutation/mutation.py "$(CURDIR)" build/mutation --count $(MUTANTS) --seed $(SEED) --bar 90 --jobs $(JOBS) \
	    --record build/mutation/record

SOAK_MINUTES ?= 60
soak:
	@./bootstrap build test
	@cmake --preset release -DGYRE_BUILD_TESTS=ON >/dev/null
	@cmake --build build --parallel $(JOBS) --target soak soak_scenes
	@build/test/soak 1000000 1000
	@BINARY="$(CURDIR)/build" sh test/soak.sh $(SOAK_MINUTES) $(SOAK_SEED)

accuracy:
	@./bootstrap build test
	@cmake --preset release -DGYRE_BUILD_TESTS=ON >/dev/null
	@cmake --build build --parallel $(JOBS) --target accuracy_elementary accuracy_flow
	@build/test/accuracy_flow 10000000
	@build/test/accuracy_elementary 20000000

# Free bodies beside two loops and Bullet, ODE and MuJoCo, as far as they are there; CSV and plots to bench/results.
BENCH_RESULTS ?= bench/results
BENCH_PAGES = $(if $(filter bench/results,$(BENCH_RESULTS)),README.md docs/COMPARISON.md)
bench:
	@./bootstrap build
	@./bootstrap bench || echo "make bench: engines that are missing are left out"
	@cmake --preset release -DGYRE_BUILD_BENCH=ON >/dev/null
	@cmake --build build --parallel $(JOBS)
	@echo "make bench: this takes some minutes"
	@mkdir -p $(BENCH_RESULTS)
	@build/gyre bench --peers -o $(BENCH_RESULTS)/bench.csv >$(BENCH_RESULTS)/bench.txt; code=$$?; cat $(BENCH_RESULTS)/bench.txt; exit $$code
	@if command -v python3 >/dev/null; then python3 bench/plot.py $(BENCH_RESULTS) $(BENCH_PAGES); else echo "make bench: no plots without python3"; fi

bench-parts:
	@./bootstrap build
	@cmake --preset release -DGYRE_BUILD_BENCH=ON >/dev/null
	@cmake --build build --parallel $(JOBS) --target bench_mesh bench_inertia bench_numbers bench_record
	@build/bench/bench_mesh
	@build/bench/bench_inertia
	@build/bench/bench_numbers
	@build/bench/bench_record

bench-web:
	@./bootstrap build wasm
	@JOBS=$(JOBS) sh app/web/wasm/build.sh "$(CURDIR)" "$(CURDIR)/build/web/wasm" >/dev/null
	@node bench/bench_web.mjs build/web/wasm/gyre.wasm

# Markdown to pages, and the reference by Doxygen from the public headers.
docs:
	@./bootstrap web
	@./bootstrap docs || echo "make docs: without Doxygen there is no reference"
	@sh tools/docs.sh "$(CURDIR)" build/site

pictures: all web
	@./bootstrap web browser
	@BINARY=build node tools/pictures.mjs
	@build/gyre run tennis-racket --method semi_implicit_euler --duration 240 --quiet -o docs/pictures/constant-angular-momentum.svg
	@python3 tools/diagrams.py docs/pictures

format:
	@./bootstrap lint
	@clang-format -i $(C_FILES)

lint:
	@./bootstrap build test lint
	@clang-format --dry-run -Werror $(C_FILES)
	@cmake --preset clang -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
	@clang-tidy --quiet -p build/clang $(filter src/%.c app/%.c,$(C_FILES))
	@cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
	    -Iinclude -Isrc src app

amalgamation:
	@./bootstrap build
	@cmake --preset release >/dev/null
	@cmake --build build --target gyre_generated >/dev/null
	@python3 tools/amalgamate.py . build/generated build/amalgamation

python:
	@./bootstrap build
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS) --target gyre_shared
	@sh tools/python_package.sh . build build/python
	@echo "PYTHONPATH=$(CURDIR)/build/python"

npm:
	@./bootstrap build wasm
	@JOBS=$(JOBS) sh app/web/npm/build.sh . build/npm

dist:
	@sh tools/make_dist.sh . build/dist

deb:
	@./bootstrap build
	@JOBS=$(JOBS) sh tools/make_deb.sh . build/deb build/packages

abi:
	@./bootstrap build package
	@JOBS=$(JOBS) sh tools/check_abi.sh "$(CURDIR)" "$(CURDIR)/build/abi"

package-test:
	@./bootstrap build test package
	@./bootstrap wasm web || echo "make package-test: without what builds for WebAssembly the npm package is not tested"
	@cmake --preset release -DGYRE_BUILD_TESTS=ON >/dev/null
	@cmake --build build --parallel $(JOBS) --target gyre gyre_tool gyre_shared
	@SOURCE="$(CURDIR)" BINARY="$(CURDIR)/build" JOBS=$(JOBS) sh test/consumer/all.sh

install: all
	@cmake --install build --prefix "$(PREFIX)"

clean:
	@rm -rf build

help:
	@sed -n 's/^#   //p' Makefile
