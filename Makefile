# A front door: each target is one script, and each sets up what it needs by itself.
# Meson and Ninja do the building; see meson.build and scripts/build.
PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 60
# SETUP=no: install nothing, only name what is missing.
SETUP ?= yes
export PREFIX DESTDIR FUZZ_SECONDS SETUP

.PHONY: build run test test-long install fmt lint fuzz bench clean

build: ## build/ludoforge
	@scripts/build gcc

run: ## play the default game in the terminal
	@scripts/run

test: ## everything; `scripts/test --list` names the steps, `scripts/test STEP...` runs some
	@scripts/test

test-long: ## random games by the thousand and million; `scripts/test-long --list`
	@scripts/test-long

install: build ## to $(DESTDIR)$(PREFIX)
	@meson install -C build --no-rebuild

fmt: ## format the C code in place
	@scripts/fmt

lint: ## clang-tidy, cppcheck, shellcheck
	@scripts/lint

fuzz: ## each fuzz target for FUZZ_SECONDS
	@scripts/fuzz

bench: build ## measure every bundled game
	@scripts/bench

clean: ## the folders that scripts/build has made
	@scripts/clean
