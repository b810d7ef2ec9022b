# Main targets. Most targets call CMake; `bootstrap` installs missing packages first.
#   make          builds the command, build/gyre
#   make run      builds it, runs the tennis-racket example and writes a replay page
#   make test     runs all tests, with the release build and with sanitizers
#   make accuracy measures the accuracy of functions and motion; slow
#   make bench    time per body and step, compared with reference loops and other engines; writes bench/results and checks the bars
#   make bench-parts  benchmarks of meshes, of conversion between numbers and text, and of recordings
#   make web      builds the live page, build/web/gyre.html
#   make bench-web    time per body and step of the WebAssembly library
#   make determinism   compares the hashes of every scene after 1000 steps between compilers, flags and machines
#   make trust    runs the checks of docs/TRUST.md, within an hour (ROWS="files kill" runs some of them)
#   make howto    follows the pages of docs/contributing in copies of the sources and tests the results
#   make fuzz     runs libFuzzer on all file readers, about ten minutes (FUZZ_SECONDS per target)
#   make mutation mutation testing of src/: runs the tests on hundreds of broken copies (SEED=2 MUTANTS=300); hours
#   make soak     a million bodies for 1000 steps, then random scenes for SOAK_MINUTES=60 (SOAK_SEED repeats a run)
#   make format   formats the C sources            make lint     checks words and formatting, runs clang-tidy and cppcheck
#   make docs     builds the documentation as web pages, build/site/docs/index.html
#   make pictures takes the screenshots of pages for README.md and docs in a browser
#   make amalgamation   writes each library as two files: gyre.c, gyre.h, gyre_io.c and gyre_io.h in build/amalgamation
#   make python   builds the Python module with the libraries, build/python
#   make npm      builds the package for Node.js and browsers, build/npm
#   make dist     writes the sources to build/dist/gyre-VERSION.tar.gz
#   make deb      builds Debian packages, build/packages
#   make abi      compares the shared libraries' interface with that of the last tag
#   make package-test   tests each package from a project outside of the source tree (docs/PACKAGING.md)
#   make install  installs to PREFIX (default /usr/local)
#   make clean    removes build/
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
	@./bootstrap web || echo "make: Node.js or its packages are missing: gyre will not write replay pages (-o x.html)"
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS)

run: all
	@if [ -s build/web/replay.js ]; then \
	    build/gyre run tennis-racket -o build/tennis-racket.html && echo && echo "replay: $(CURDIR)/build/tennis-racket.html"; \
	else \
	    build/gyre run tennis-racket; \
	fi

# The live page, with the WebAssembly library inside; it opens from file://.
web:
	@./bootstrap build wasm web
	@JOBS=$(JOBS) sh app/web/live/build.sh "$(CURDIR)" build/web

# Runs the tests in two builds: the release build with the system's compiler, and clang with AddressSanitizer,
# UndefinedBehaviorSanitizer and asserts. (The preset clang, optimised, is for manual use: ctest --preset clang.)
test:
	@./bootstrap build test
	@./bootstrap web || echo "make test: Node.js or its packages are missing: skipping the tests of pages and glTF files"
	@./bootstrap browser || echo "make test: Chromium is missing: skipping the tests of pages"
	@./bootstrap wasm || echo "make test: clang or lld for WebAssembly is missing: skipping the tests of the live page"
	@./bootstrap docs || echo "make test: Doxygen is missing: skipping the tests of the reference"
	@./bootstrap trust lint || echo "make test: skipping the tests that need gcovr, valgrind, clang-tidy or cppcheck"
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
	@./bootstrap web || echo "make trust: Node.js or its packages are missing: pages are not tested"
	@cmake --preset release -DGYRE_BUILD_TESTS=ON >/dev/null
	@cmake --build build --parallel $(JOBS)
	@SOURCE="$(CURDIR)" BINARY="$(CURDIR)/build" JOBS=$(JOBS) sh test/trust/run.sh $(ROWS)

# Writes findings to build/fuzz/finds and the log of the run to build/fuzz/record.
FUZZ_SECONDS ?= 80
fuzz:
	@./bootstrap build test trust
	@cmake --preset release -DGYRE_BUILD_TESTS=ON >/dev/null
	@cmake --build build --parallel $(JOBS) --target fuzz_seeds
	@SOURCE="$(CURDIR)" JOBS=$(JOBS) sh test/fuzz/run.sh $(FUZZ_SECONDS) $(FUZZ_TARGETS)

mutation:
	@./bootstrap build test
	@./bootstrap web || echo "make mutation: Node.js or its packages are missing: the code that writes pages is not tested"
	@cmake --preset release >/dev/null
	@cmake --build build --parallel $(JOBS) --target gyre gyre_io
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

# Free bodies, compared with reference loops and with Bullet, ODE and MuJoCo if installed; writes CSV and plots to bench/results.
BENCH_RESULTS ?= bench/results
BENCH_PAGES = $(if $(filter bench/results,$(BENCH_RESULTS)),README.md docs/COMPARISON.md)
bench:
	@./bootstrap build
	@./bootstrap bench || echo "make bench: skipping engines that are not installed"
	@cmake --preset release -DGYRE_BUILD_BENCH=ON >/dev/null
	@cmake --build build --parallel $(JOBS)
	@echo "make bench: takes several minutes"
	@mkdir -p $(BENCH_RESULTS)
	@build/gyre bench --peers -o $(BENCH_RESULTS)/bench.csv >$(BENCH_RESULTS)/bench.txt; code=$$?; cat $(BENCH_RESULTS)/bench.txt; exit $$code
	@if command -v python3 >/dev/null; then python3 bench/plot.py $(BENCH_RESULTS) $(BENCH_PAGES); else echo "make bench: python3 is missing: skipping the plots"; fi

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

# Converts Markdown to web pages; Doxygen makes the reference from the public headers.
docs:
	@./bootstrap web
	@./bootstrap docs || echo "make docs: Doxygen is missing: skipping the reference"
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
	@tools/check_words
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
	@cmake --build build --parallel $(JOBS) --target gyre_shared gyre_io_shared
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
	@./bootstrap wasm web || echo "make package-test: clang or lld for WebAssembly is missing: skipping the npm package"
	@cmake --preset release -DGYRE_BUILD_TESTS=ON >/dev/null
	@cmake --build build --parallel $(JOBS) --target gyre gyre_io gyre_tool gyre_shared gyre_io_shared
	@SOURCE="$(CURDIR)" BINARY="$(CURDIR)/build" JOBS=$(JOBS) sh test/consumer/all.sh

install: all
	@cmake --install build --prefix "$(PREFIX)"

clean:
	@rm -rf build

help:
	@sed -n 's/^#   //p' Makefile
