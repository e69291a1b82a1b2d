# A front door: each target is one script, and each sets up what it needs by itself.
# Meson and Ninja do the building; see meson.build and scripts/build.
PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 60
# SETUP=no: install nothing, only name what is missing.
SETUP ?= yes
export PREFIX DESTDIR FUZZ_SECONDS SETUP

.PHONY: build run check test test-full test-rest test-long install fmt lint fuzz bench clean

build: ## build/ludoforge
	@scripts/build gcc

run: ## play the default game in the terminal
	@scripts/run

check: ## two minutes: quick unit tests, rule cases and static checks, while one works
	@scripts/test --check

test: ## ten minutes: that, all unit tests, sanitizers, commands, Python and the page in a browser
	@scripts/test --test

test-full: ## everything; `scripts/test --list` names the steps, `scripts/test STEP...` runs some
	@scripts/test --full

test-rest: ## what test-full has besides test
	@scripts/test --rest

test-long: ## random games by the thousand and million; `scripts/test-long --list`
	@scripts/test-long

install: build ## to $(DESTDIR)$(PREFIX)
	@meson install -C build --no-rebuild

fmt: ## format the C code in place
	@scripts/fmt

lint: ## clang-tidy, cppcheck, shellcheck; `scripts/lint --analyzer` adds the analyzer
	@scripts/lint

fuzz: ## each fuzz target for FUZZ_SECONDS
	@scripts/fuzz

bench: build ## measure every bundled game
	@scripts/bench

clean: ## the folders that scripts/build has made
	@scripts/clean
