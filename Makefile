# Every action that a person or CI takes. `make` alone lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

NAME ?=
ARGS ?=
PREFIX ?= /usr/local
DESTDIR ?=

# The compiler's checks that CI insists on; a newer compiler must not keep a person from running.
STRICT := -Xswiftc -warnings-as-errors -Xcc -Wall -Xcc -Wextra -Xcc -Werror \
  --explicit-target-dependency-import-check error
FLAGS ?=

# What the system must have: a header or a program, and the Debian package that brings it.
INCLUDE_DIRS ?= /usr/include /usr/include/$(shell uname -m)-linux-gnu /usr/local/include
HEADERS := curses.h:libncursesw5-dev openssl/evp.h:libssl-dev \
  sqlite3.h:libsqlite3-dev zlib.h:zlib1g-dev
TEST_PROGRAMS := tmux:tmux python3:python3 ip:iproute2
LAB_PROGRAMS := iptables:iptables prlimit:util-linux

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z][a-z-]*:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

.PHONY: run
run: packages ## Build in release and open the board (make run NAME=ada ARGS='--port 26800')
	@swift build -c release --product corkboard $(FLAGS)
	@exec "$$(swift build -c release --show-bin-path)/corkboard" $(if $(NAME),--name "$(NAME)") $(ARGS)

.PHONY: build
build: packages ## Build everything in debug, tests included
	swift build --build-tests $(FLAGS)

# Tests that wait for sockets and programs: apart from those that only compute, which would leave
# them no processor on a small machine, and a few at a time, for what a program says for six seconds
# is missed by a test that gets to look only every ten.
OUTSIDE := ^(OpenGroupActivitiesTests|ProgramTests)[.]
AT_ONCE := --experimental-maximum-parallelization-width 4
# Ten times what they take: a run that hangs fails here and says so.
WITHIN := timeout --kill-after=10 900

.PHONY: test
test: packages test-packages ## Run all tests
	swift build --build-tests $(FLAGS)
	$(WITHIN) swift test --skip-build --disable-xctest --skip '$(OUTSIDE)' $(FLAGS)
	$(WITHIN) swift test --skip-build --disable-xctest $(AT_ONCE) --filter '$(OUTSIDE)' $(FLAGS)
	$(MAKE) simulations

# avahi-daemon in network namespaces of the tests' own, beside ours.
AVAHI_PROGRAMS := avahi-daemon:avahi-daemon avahi-browse:avahi-utils dbus-daemon:dbus

.PHONY: test-discovery
test-discovery: packages test-packages ## Tests of discovery, also beside avahi-daemon (as root)
	@missing=""; for pair in $(AVAHI_PROGRAMS); do \
	  command -v "$${pair%%:*}" >/dev/null || missing="$$missing $${pair##*:}"; done; \
	$(call offer,$$missing)
	swift build --build-tests $(FLAGS)
	$(WITHIN) swift test --skip-build --disable-xctest $(AT_ONCE) \
	  --filter 'Discover|DNSMessage|Avahi|Doctor|Nearby' $(FLAGS)

# How long the simulations of `make test` take, and where `make simulate` begins and ends.
SECONDS_OF_TIERS ?= 80
SEED ?= 1
SEEDS ?= 90
MINUTES ?= 5

.PHONY: simulator
simulator:
	@swift build -c release --product CorkboardSimulate $(FLAGS)

.PHONY: simulations
simulations: simulator ## Boards on bad networks: thousands of runs in two processes
	@program="$$(swift build -c release --show-bin-path)/CorkboardSimulate"; \
	"$$program" tiers --part 0 --seconds $(SECONDS_OF_TIERS) & even=$$!; \
	"$$program" tiers --part 1 --seconds $(SECONDS_OF_TIERS) & odd=$$!; \
	wait $$even; wait $$odd

.PHONY: simulations-long
simulations-long: simulator ## 32 machines with 10,000 notes, then seeds for a while (MINUTES=30)
	@program="$$(swift build -c release --show-bin-path)/CorkboardSimulate"; \
	"$$program" big --seed $(SEED) --machines 32 --notes 10000 && \
	"$$program" run --seed $(SEED) --minutes $(if $(filter command line,$(origin MINUTES)),$(MINUTES),30)

.PHONY: mutants
mutants: ## Break one rule of the board at a time; print how many seeds notice (make mutants SEEDS=90)
	@Tests/BoardStoryTests/Mutants/mutants.py $(SEEDS)

.PHONY: fuzz
fuzz: ## Feed every decoder with hostile bytes (make fuzz SECONDS=30, for each)
	@Tests/Fuzzers/fuzz.sh $(if $(filter command,$(origin SECONDS)),$(SECONDS),30)

.PHONY: simulate
simulate: simulator ## Hunt for a failure (make simulate SEED=1 MINUTES=5); prints the shortest way there
	@"$$(swift build -c release --show-bin-path)/CorkboardSimulate" run \
	  --seed $(SEED) --minutes $(MINUTES)

.PHONY: replay
replay: simulator ## Run a seed again (make replay PLAN=swarm SEED=7 STEPS=1-4,9): some of its steps, or all
	@"$$(swift build -c release --show-bin-path)/CorkboardSimulate" replay \
	  --plan $(or $(PLAN),swarm) --seed $(SEED) $(if $(STEPS),--steps $(STEPS))

.PHONY: kill-storm
kill-storm: packages ## Kill a writing program thousands of times (make kill-storm KILLS=20000)
	swift build --build-tests $(FLAGS)
	KILLS=$(or $(KILLS),5000) swift test --skip-build --disable-xctest --filter KillTests $(FLAGS)

# Its hosts are network namespaces: without root it says so and is skipped.
.PHONY: test-lab
test-lab: packages test-packages lab-packages ## Sessions between hosts with bad networks and hostile strangers (root)
	swift build --build-tests $(FLAGS)
	@folder="$$(swift build --show-bin-path)"; \
	timeout --kill-after=10 1200 Tests/Lab/lab.py "$$folder/SessionTwin" "$$folder/corkboard" $(ARGS)

.PHONY: soak
soak: packages test-packages ## Eight people, half an hour, random faults (make soak MINUTES=30; root)
	swift build -c release --product SessionTwin $(FLAGS)
	Tests/Lab/soak.py "$$(swift build -c release --show-bin-path)/SessionTwin" \
	  --minutes $(if $(filter command line,$(origin MINUTES)),$(MINUTES),30) --seed $(SEED)

.PHONY: ci-long
ci-long: packages ## What takes longer: flapping links, 100,000 resets, the thread sanitizer
	$(MAKE) test-lab ARGS=--only-long FLAGS="$(STRICT)"
	$(MAKE) tsan FLAGS="$(STRICT)"

# Of what several threads share: the session's shell, and the log that is synced in the background.
# A race that is planted comes first: a sanitizer that sees nothing would be content with everything.
SANITIZED := --sanitize=thread --scratch-path .build-tsan -Xswiftc -DTHREAD_SANITIZER
SHARED_BY_THREADS := --filter '^(OpenGroupActivitiesTests|BoardStoreTests)[.]' \
  --skip 'KillTests|StoreSpeedTests|SnapshotSizeTests'

.PHONY: tsan
tsan: packages test-packages ## Look for data races in the shell's tests with the thread sanitizer
	swift build --build-tests $(SANITIZED) $(FLAGS)
	@echo "A race that is planted:"; \
	found="$$(PLANT_RACE=1 swift test --skip-build --disable-xctest $(SANITIZED) \
	  --filter PlantedRaceTests 2>&1 || true)"; \
	grep -m 1 'WARNING: ThreadSanitizer: .*race' <<< "$$found" || \
	  { echo "the thread sanitizer does not see it" >&2; exit 1; }
	TSAN_OPTIONS=exitcode=66 $(WITHIN) swift test --skip-build --disable-xctest $(AT_ONCE) \
	  $(SANITIZED) $(SHARED_BY_THREADS) $(FLAGS)

.PHONY: lint
lint: ## Check the format
	swift format lint --strict --recursive Package.swift Sources Tests

.PHONY: format
format: ## Format in place
	swift format --in-place --recursive Package.swift Sources Tests

.PHONY: ci
ci: packages ## What must be green: lint, tests and a release build, with warnings as errors
	$(MAKE) lint
	$(MAKE) test FLAGS="$(STRICT)"
	$(MAKE) test-lab FLAGS="$(STRICT)"
	swift build -c release --product corkboard $(STRICT)

.PHONY: bench
bench: packages test-packages ## Measure speed in release and print the README's table
	swift build -c release --product corkboard $(FLAGS)
	Tests/ProgramTests/bench/bench.py "$$(swift build -c release --show-bin-path)/corkboard"

.PHONY: bench-net
bench-net: packages test-packages ## What a session costs on the network, beside a bare echo (root)
	@swift build -c release --product SessionTwin $(FLAGS)
	@Tests/Bench/net/net.py "$$(swift build -c release --show-bin-path)/SessionTwin" $(ARGS)

.PHONY: bench-sync
bench-sync: packages ## Measure the board's synchronisation beside pycrdt, y-py and loro
	@swift build -c release --product CorkboardBench $(FLAGS)
	@Tests/Bench/sync/sync.py "$$(swift build -c release --show-bin-path)/CorkboardBench" $(ARGS)

.PHONY: readme-sync
readme-sync: ## The same, and write the table into the README
	@$(MAKE) bench-sync ARGS="--readme README.md $(ARGS)"

.PHONY: bench-join
bench-join: packages test-packages ## What a late joiner of a large board costs every screen (make bench-join)
	swift build -c release --product corkboard $(FLAGS)
	Tests/ProgramTests/bench/join.py "$$(swift build -c release --show-bin-path)/corkboard"

.PHONY: screens
screens: ## Rewrite the golden screens and the README's table of keys
	UPDATE_SCREENS=1 swift test --disable-xctest --filter "BoardUITests|ReadmeTests"

.PHONY: screenshots
screenshots: packages test-packages ## Remake screenshots/ from the running program
	swift build -c release --product corkboard $(FLAGS)
	Tests/ProgramTests/screenshots/make.sh "$$(swift build -c release --show-bin-path)/corkboard"

.PHONY: install
install: packages ## Install one file with the standard library inside (make install PREFIX=~/.local)
	swift build -c release --product corkboard --static-swift-stdlib --scratch-path .build-static $(FLAGS)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 -s .build-static/release/corkboard "$(DESTDIR)$(PREFIX)/bin/corkboard"

.PHONY: uninstall
uninstall: ## Remove what install put there; boards stay where they are
	rm -f "$(DESTDIR)$(PREFIX)/bin/corkboard"

.PHONY: clean
clean: ## Remove what was built
	rm -rf .build .build-static

# Looks for headers rather than asking a package manager, so that it works on any system.
.PHONY: packages
packages: ## Install missing system libraries, or say how
	@missing=""; for pair in $(HEADERS); do \
	  found=""; for folder in $(INCLUDE_DIRS); do [ -e "$$folder/$${pair%%:*}" ] && found=1; done; \
	  [ -n "$$found" ] || missing="$$missing $${pair##*:}"; done; \
	$(call offer,$$missing)

.PHONY: test-packages
test-packages:
	@missing=""; for pair in $(TEST_PROGRAMS); do \
	  command -v "$${pair%%:*}" >/dev/null || missing="$$missing $${pair##*:}"; done; \
	$(call offer,$$missing)

.PHONY: lab-packages
lab-packages:
	@missing=""; [ "$$(id -u)" != 0 ] || for pair in $(LAB_PROGRAMS); do \
	  command -v "$${pair%%:*}" >/dev/null || missing="$$missing $${pair##*:}"; done; \
	$(call offer,$$missing)

# Root and CI install at once; a person with sudo is asked; everyone else is told what to type.
define offer
list="$(1)"; if [ -n "$$list" ]; then \
  command="apt-get install -y --no-install-recommends$$list"; \
  if ! command -v apt-get >/dev/null; then \
    echo "corkboard needs these libraries, here by their Debian names:$$list" >&2; \
    echo "Install them with this system's package manager, then run make again." >&2; exit 1; \
  elif [ "$$(id -u)" = 0 ]; then apt-get update -q && DEBIAN_FRONTEND=noninteractive $$command; \
  elif [ -n "$${CI:-}" ]; then sudo apt-get update -q && sudo $$command; \
  elif command -v sudo >/dev/null && [ -t 0 ]; then \
    read -r -p "corkboard needs$$list. Install with sudo? [y/N] " answer; \
    if [ "$$answer" = y ] || [ "$$answer" = Y ]; then sudo apt-get update -q && sudo $$command; \
    else echo "Type: sudo $$command" >&2; exit 1; fi; \
  else echo "corkboard needs$$list. Type: sudo $$command" >&2; exit 1; fi; fi
endef
