# What a developer runs. It needs Go, Node with npm, and make; `make setup`, which
# `make test` does first, gets the rest.

GO      ?= go
ADDR    ?= localhost:8080
PORT    ?= 8787
COUNT   ?= 1
BENCH   ?= .
FUZZTIME ?= 10s

CHROMIUMS := command -v chromium || command -v chromium-browser || command -v google-chrome || command -v google-chrome-stable
HEADLESS  = $(shell command -v chromium-headless-shell || $(CHROMIUMS))
FIREFOXES := command -v firefox-esr || command -v firefox

MODULES  := tools/build/node_modules/.package-lock.json
WORKER   := web/worker/node_modules/.package-lock.json
AUDIT    := tools/audit/node_modules/.package-lock.json
CHROMIUM := $(shell $(CHROMIUMS))
FIREFOX  := $(shell $(FIREFOXES))
PURE     := $(addsuffix /...,$(addprefix ./,$(wildcard core scenarios)))
SPARSE   := env -i PATH='$$PATH' HOME='$$HOME'
RUNNER   := '$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec'
NODE     := $(SPARSE) $(RUNNER)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help picture run build serve check test test-build test-lint test-native test-wasm test-page test-faults test-native-large test-slurm record-slurm monkey soak lint bench bench-traces bench-against profile bench-experiment s4-readings bench-wasm bench-page bench-serve bench-rooms container test-deploy lighthouse test-firefox worker worker-dev worker-test fuzz vulncheck dist dist-size setup setup-chromium setup-firefox setup-slurm setup-slurmdbd clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

run: $(MODULES) ## serve the page for development at http://localhost:8080 and show each edit (ADDR=host:port for elsewhere)
	$(GO) run ./tools/dev -addr $(ADDR)

build: $(MODULES) ## make what is shipped, in web/dist: programs made small and in parts, everything compressed
	$(GO) run ./tools/build

serve: build ## build, and serve what is shipped at http://localhost:8080 (ADDR=host:port for elsewhere)
	$(GO) build -o .cache/serve ./web/serve
	@./.cache/serve -addr $(ADDR)

# The packages with files that git sees as changed.
CHANGED = $(sort $(foreach dir,$(sort $(dir $(shell git diff --name-only HEAD; git ls-files --others --exclude-standard))),$(if $(wildcard $(dir)*.go),./$(dir:%/=%))))

check: ## for each save: vet and the native tests of packages with changed files
	@if [ -z "$(CHANGED)" ]; then echo "check: no package differs from the last commit"; else \
		set -ex; $(GO) vet -pgo=off $(CHANGED); $(GO) test $(FLAGS) $(CHANGED); fi
	@echo "check: left out are packages that import what changed, WebAssembly, the page, and lint: make test"

# Every stage of make test runs to its end, so that one failure does not hide another.
# A time limit is there to end what hangs, and far from what any machine needs. The
# profile of tools/hopyard would have everything compiled twice, and lint has vetted it.
FLAGS  := -timeout=60m -pgo=off -vet=off
STAGES := build lint native wasm page
TIMES  := .cache/testtimes/run
STAGE   = $(GO) build -o $(TIMES) ./tools/testtimes && $(TIMES) run

test: setup ## everything that a change must pass; installs what is missing first
	@rm -rf .cache/testtimes; failed=; \
	for stage in $(STAGES); do echo "make test: $$stage"; $(MAKE) --no-print-directory test-$$stage || failed="$$failed $$stage"; done; \
	$(TIMES) table; \
	echo "left out: long random searches, every lesson with every variant, all views in all themes and languages (make soak)"; \
	if [ -n "$$failed" ]; then echo "make test: failed:$$failed"; exit 1; fi

test-build: $(MODULES) ## what is shipped can be built, and weighs no more than it may
	@$(STAGE) build $(GO) run ./tools/build -budget

test-lint lint: $(MODULES) ## gofmt, vet, staticcheck, tidiness, and the rules of the house
	@$(STAGE) lint $(GO) test $(FLAGS) ./tools/lint

test-native: $(MODULES) ## the tests of all packages, natively
	@$(STAGE) native $(GO) test $(FLAGS) $$($(GO) list ./... hopyard/tools/build/slim/... | grep -v -e '/tools/lint$$' -e '/tools/e2e$$')

# What can differ between a native program and WebAssembly is integers, floats, the order
# of maps, sizes, the scheduler of goroutines, and what the slimmer leaves out. Tests of
# that run slimmed, as the page's program is sent. The name of the program that runs them
# has its content in it, so that the go command keeps no results of another one. The
# environment counts towards the 12 kB that a wasm program gets for its arguments, so
# that a long one makes it fail at start: pass on what it needs.
WASM_ALL  := $(addprefix ./core/,cluster detmath metrics network simtime topology trace)
WASM_SOME := $(addprefix ./core/,alloc engine queuetest scenario script variant workload workload/sacct) ./scenarios
WASM_RUN  := ^(TestContracts?|TestEverything|TestEveryLessonCanBeAsked|TestGoldenLinks|TestHashes|TestLinkCarriesEverything|TestLinkIsCanonical|TestLublinGolden|TestProgramsAreTwins|TestRoundTrip|TestTapeSeek|TestVariantsStay)$$
test-wasm: ## what can differ between machine code and WebAssembly, slimmed as it is sent, in Node
	@$(GO) build -o .cache/slim-exec hopyard/tools/build/slim/exec
	@runner=.cache/slim-exec-$$(cksum <.cache/slim-exec | tr -d ' ') && mv .cache/slim-exec $$runner && \
	exec="$(SPARSE) '$(CURDIR)/$$runner' $(RUNNER)" && $(GO) build -o $(TIMES) ./tools/testtimes && \
	export GOOS=js GOARCH=wasm GOFLAGS=-trimpath && \
	$(TIMES) run wasm-whole $(GO) test $(FLAGS) -exec="$$exec" $(WASM_ALL) && \
	$(TIMES) run wasm-contracts $(GO) test $(FLAGS) -exec="$$exec" -run='$(WASM_RUN)' $(WASM_SOME)

# The browser's version is in the environment, so that results are kept for one browser.
test-page: build ## drive the real page in Chromium
	@HOPYARD_PAGE="$$($(HEADLESS) --version)" && export HOPYARD_PAGE && $(STAGE) page $(GO) test $(FLAGS) ./tools/e2e

# A seed and a number of actions repeat a monkey's way through the page.
SEED    ?= 1
SEEDS   ?= 1
ACTIONS ?= 2000
monkey: build ## a monkey drives the real page: 2,000 actions in lessons, half as many in a long run (SEED=1 SEEDS=1 ACTIONS=2000)
	HOPYARD_PAGE=1 HOPYARD_MONKEY=$(SEED),$(SEEDS),$(ACTIONS) $(GO) test -count=1 -v -timeout=4h -run='^TestMonkeyDrivesThePage$$' ./tools/e2e

# make test samples what this does whole.
ROUNDS ?= 1
soak: build ## all that make test leaves out: random searches, WebAssembly, and the page's views, whole (ROUNDS=n: n times as long)
	HOPYARD_SOAK=$(ROUNDS) SLIM_LONG=1 $(GO) test -count=1 -timeout=4h $$($(GO) list ./... hopyard/tools/build/slim/... | grep -v -e '/tools/e2e$$')
	GOOS=js GOARCH=wasm $(GO) test -count=1 -timeout=4h -exec="$(NODE)" $(PURE)
	HOPYARD_PAGE="$$($(HEADLESS) --version)" HOPYARD_SOAK=$(ROUNDS) $(GO) test -count=1 -timeout=4h ./tools/e2e

test-native-large: build ## 2,000,000 jobs in hopyard serve behind the page, in Chromium: minutes, and 3 GB of memory
	HOPYARD_NATIVE=1 HOPYARD_PAGE=1 $(GO) test -count=1 -v -timeout=20m -run='^TestNativeMillions$$' ./tools/e2e

test-faults: ## the server killed 200 times, on full and spoiled disks, with slow clients: about three minutes
	HOPYARD_FAULTS=1 $(GO) test -count=1 -v -timeout 15m ./tools/crashtest

SLURM_SEED ?= $(shell date +%s)
test-slurm: setup-slurm setup-slurmdbd ## job arrays of hopyard sweep in a Slurm on this machine; as root also a few random cases of each of Slurm's rules, compared with the simulator (SLURM_SEED=number)
	HOPYARD_SLURM=1 timeout -k 10 1200 $(GO) test -count=1 -v -timeout=15m ./tools/slurmtest
	@if [ "$$(id -u)" != 0 ]; then echo "cases of Slurm's rules are left out: they need root, because jobs belong to several users"; else set -e; rm -rf .cache/slurm; set -x; \
		timeout -k 10 900 $(GO) run ./tools/slurmtest/record -out .cache/slurm -seed $(SLURM_SEED) $(SLURM_KINDS); \
		HOPYARD_RECORDINGS="$(CURDIR)/.cache/slurm/" $(GO) test -count=1 -v -run=TestRecorded ./core/queue/slurmsched; fi
SLURM_KINDS = conditions deadlines starts priorities preempt limits reservations

record-slurm: setup-slurm setup-slurmdbd ## what a real Slurm does, into core/slurmstate/testdata: about an hour, as root (KINDS="formats limits": only these)
	$(GO) run ./tools/slurmtest/record $(KINDS)

bench: bench-traces bench-experiment ## the machine and its reference, whole traces, benchmarks, as benchstat reads them (BENCH=regexp COUNT=10), and a small experiment
	@$(GO) run ./tools/hostspeed/print
	$(GO) test -run='^$$' -bench='$(BENCH)' -benchmem -count=$(COUNT) ./core/... ./wasm/...

# Traces are drawn by size and seed into .cache/traces: go run ./tools/traces/save
# writes them alone.
ROUNDS_SPEED ?= 5
bench-traces: ## whole traces of 28,000 to 295,540 jobs: the engine alone, hopyard run, and how many times as long that takes
	@$(GO) run ./tools/hostspeed/print
	$(GO) run ./tools/speed -rounds $(ROUNDS_SPEED)

REV ?= HEAD
bench-against: ## the same by turns with another revision, and the ratios (REV=revision)
	@$(GO) run ./tools/hostspeed/print
	$(GO) run ./tools/speed -rounds $(ROUNDS_SPEED) -against $(REV)

# The compiler lays hopyard out by where whole traces spend their time. To be made
# anew when the engine has changed much; an old one costs a little speed, no more. The
# profile has the path of the program in it, which is to be nobody's own.
RECORDED := /tmp/hopyard-engine
profile: ## record the profile that hopyard is compiled by (tools/hopyard/default.pgo)
	$(GO) run ./tools/traces/save
	$(GO) build -trimpath -o $(RECORDED) ./tools/speed/engine
	HOPYARD_PROFILE=.cache/28k.prof $(RECORDED) .cache/traces/28k-1.swf 100 easy >/dev/null
	HOPYARD_PROFILE=.cache/73k.prof $(RECORDED) .cache/traces/73k-1.swf 40 easy >/dev/null
	HOPYARD_PROFILE=.cache/232k.prof $(RECORDED) .cache/traces/232k-1.swf 15 easy >/dev/null
	HOPYARD_PROFILE=.cache/295k.prof $(RECORDED) .cache/traces/295k-1.swf 10 easy >/dev/null
	rm $(RECORDED)
	$(GO) tool pprof -proto .cache/28k.prof .cache/73k.prof .cache/232k.prof .cache/295k.prof >tools/hopyard/default.pgo

bench-experiment: $(MODULES) ## S4's experiment cut down to about a minute, and its report, into .cache/experiment
	@mkdir -p .cache && rm -rf .cache/experiment
	$(GO) build -o .cache/hopyard ./tools/hopyard
	timeout 600 .cache/hopyard sweep scenarios/experiments/small.json --out .cache/experiment
	.cache/hopyard report .cache/experiment

s4-readings: $(MODULES) ## S4's experiment under its readings, on one core, and the page of what comes out: scenarios/experiments/s4-readings.md
	@mkdir -p .cache
	$(GO) build -o .cache/hopyard ./tools/hopyard
	.cache/hopyard sweep scenarios/experiments/s4-readings.json --workers 1 --out .cache/s4-readings
	.cache/hopyard report .cache/s4-readings --gaps scenarios/experiments/s4-readings.csv --conclusions scenarios/experiments/s4-conclusions.json --table scenarios/experiments/s4-readings.md

bench-wasm: ## the engine's benchmarks as WebAssembly, in Node
	@$(GO) run ./tools/hostspeed/print
	GOOS=js GOARCH=wasm $(GO) test -exec="$(NODE)" -run='^$$' -bench='$(BENCH)' -benchmem -count=$(COUNT) ./core/engine ./core/alloc

bench-page: build ## what the page weighs and how quick it is, in Chromium: bytes, frames, seeks, tasks, traces, sweeps, memory
	timeout 900 $(GO) run ./tools/pagebench

bench-serve: build ## the server under load beside nginx and caddy, by wrk (SOAK=10: ten minutes of reads, with its memory)
	timeout 3600 tools/load/load.sh

bench-rooms: worker ## halls that vote: 2,400 phones behind one address natively; what requests cost at the edge
	HOPYARD_HALL=1 $(GO) test -count=1 -v -timeout=10m -run='^TestHallMeasured$$' ./web/serve
	HOPYARD_HALL=1 HOPYARD_WORKER=1 $(GO) test -count=1 -v -timeout=10m -run='^TestRoomsCost$$' ./web/worker

container: build ## an image of the server in an empty root, by podman, with nothing fetched
	@rm -rf .cache/container && mkdir -p .cache/container/data
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags="-s -w" -buildvcs=false -o .cache/container/hopyard-serve ./web/serve
	podman build -f web/deploy/Containerfile --build-context built=.cache/container --format docker -t hopyard .

test-deploy: ## run the unit under systemd and the image under podman (root; Debian: see the test's message)
	HOPYARD_DEPLOY=1 $(GO) test -count=1 -timeout=10m ./web/deploy

picture: setup-chromium build ## the picture of the page in README
	$(GO) run ./tools/screenshot -still -size 1280x800 -out tools/screenshot/page.png

lighthouse: setup-chromium build $(AUDIT) ## Lighthouse on the built page, three times: scores and findings, at least 95
	$(GO) build -o .cache/serve ./web/serve
	CHROME_PATH="$$($(CHROMIUMS))" timeout -k 10 400 node tools/audit/lighthouse.js 3

test-firefox: setup-firefox build $(AUDIT) ## a reader's journey through the page and a voter's phone in Firefox; pictures into .cache/firefox
	$(GO) build -o .cache/serve ./web/serve
	FIREFOX_PATH="$$($(FIREFOXES))" timeout -k 10 400 node tools/audit/firefox.js

# wrangler asks nobody anything here: no account, no measuring, no version check.
WRANGLER := CI=1 WRANGLER_SEND_METRICS=false WRANGLER_LOG_PATH=$(CURDIR)/.cache/wrangler CLOUDFLARE_CF_FETCH_ENABLED=false npx --no-install wrangler

worker: build $(WORKER) ## what Cloudflare Workers are given, into .cache/worker; web/worker/wrangler.jsonc says how it runs
	$(GO) run ./web/worker/build

worker-dev: worker ## run the worker on this machine, without account or network, at http://localhost:8787 (PORT=8787)
	cd web/worker && $(WRANGLER) d1 migrations apply LINKS --local --persist-to ../../.cache/worker-state
	cd web/worker && $(WRANGLER) dev --local --ip 127.0.0.1 --port $(PORT) --persist-to ../../.cache/worker-state

worker-test: worker ## hold the worker under workerd to the contract of the share API; the page and a lecture from it in Chromium
	HOPYARD_WORKER=1 $(GO) test -count=1 -timeout=300s ./web/worker
	HOPYARD_WORKER=1 HOPYARD_PAGE=1 $(GO) test -count=1 -timeout=10m -run='AtTheEdge$$' ./tools/e2e

fuzz: ## every fuzz target for a short while (FUZZTIME=10s each)
	@for package in $$($(GO) list ./... hopyard/tools/build/slim/...); do \
		for target in $$($(GO) test -list='^Fuzz' $$package | grep '^Fuzz'); do \
			echo "$$package $$target"; \
			$(GO) test -run='^$$' -fuzz="^$$target\$$" -fuzztime=$(FUZZTIME) $$package || exit 1; \
		done; \
	done

vulncheck: ## known vulnerabilities in what the programs use, by the database of Go (needs the network)
	$(GO) run golang.org/x/vuln/cmd/govulncheck@v1.9.0 ./...

dist: $(MODULES) ## a zip of the page for any static host, without short links, into .cache
	$(GO) run ./tools/build -zip .cache

dist-size: $(MODULES) ## what the page weighs; fails when over the budget
	$(GO) run ./tools/build -budget

# $(call apt,package,what will do instead)
define apt
@if ! command -v apt-get >/dev/null; then \
	echo "make $@: no $(1) here and no apt-get to install it: put $(2) in PATH" >&2; exit 1; fi; \
if [ "$$(id -u)" = 0 ]; then sudo=; elif command -v sudo >/dev/null; then sudo=sudo; else \
	echo "make $@: $(1) is missing: install it as root (apt-get install $(1))" >&2; exit 1; fi; \
set -x; $$sudo apt-get update && \
$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $(1)
endef

setup: $(MODULES) ## install what is missing: the npm packages of the build, and Chromium's headless shell (Debian)
ifeq ($(HEADLESS),)
	$(call apt,chromium-headless-shell,chromium-headless-shell or chromium)
endif

# Lighthouse asks for a whole browser.
setup-chromium:
ifeq ($(CHROMIUM),)
	$(call apt,chromium,chromium or google-chrome)
endif

setup-firefox:
ifeq ($(FIREFOX),)
	$(call apt,firefox-esr,firefox-esr or firefox)
endif

# Daemons are not in everybody's PATH. Debian's packages start none that is not configured.
setup-slurm:
ifneq ($(words $(foreach daemon,munged slurmctld slurmd sbatch,$(firstword $(wildcard $(addsuffix /$(daemon),$(subst :, ,$(PATH)) /usr/sbin /sbin))))),4)
	$(call apt,slurmctld slurmd slurm-client munge,slurmctld slurmd sbatch and munged)
endif

setup-slurmdbd:
ifneq ($(words $(foreach daemon,slurmdbd mariadbd,$(firstword $(wildcard $(addsuffix /$(daemon),$(subst :, ,$(PATH)) /usr/sbin /sbin))))),2)
	$(call apt,slurmdbd mariadb-server,slurmdbd and MariaDB)
endif

# npm writes this file last, so it is older than the lock when something changed.
$(MODULES): tools/build/package-lock.json tools/build/package.json
	cd tools/build && npm ci
	@touch $@

$(AUDIT): tools/audit/package-lock.json tools/audit/package.json
	cd tools/audit && npm ci
	@touch $@

$(WORKER): web/worker/package-lock.json web/worker/package.json
	cd web/worker && npm ci
	@touch $@

clean: ## remove all that was built or cached here
	rm -rf .cache tools/build/node_modules tools/audit/node_modules web/worker/node_modules web/worker/.wrangler
	find web/dist -mindepth 1 ! -name .gitkeep -delete
