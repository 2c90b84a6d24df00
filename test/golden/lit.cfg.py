# Golden tests: each file holds its command (RUN:) and what must come out (CHECK:).
import os
import shutil
import sys

import lit.formats

config.name = "golden"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".req", ".test", ".ir", ".jsonl"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(config.seedc_source, "test", "golden")

llvm_bin = os.environ.get("SEEDC_LLVM_BIN", "/usr/lib/llvm-19/bin")
config.environment["PATH"] = os.pathsep.join([config.seedc_bin, llvm_bin, os.environ["PATH"]])
config.environment["LC_ALL"] = "C.UTF-8"
config.environment["NO_COLOR"] = "1"
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")

config.substitutions.append(("%python", sys.executable))
config.substitutions.append(("%examples", os.path.join(config.seedc_source, "examples")))
config.substitutions.append(("%data", os.path.join(config.test_source_root, "Inputs", "data")))

# DuckDB's library, if tools/dev has installed it (need_test_duckdb).
duckdb = os.path.join(config.seedc_source, "build", "duckdb", "node_modules", "@duckdb", "node-bindings-linux-x64", "libduckdb.so")
config.substitutions.append(("%duckdb", duckdb))
if os.path.isfile(duckdb):
    config.available_features.add("duckdb")

# Editors, where they are installed.
if shutil.which("nvim"):
    config.available_features.add("nvim")

# Only root gives files to others.
if os.geteuid() == 0:
    config.available_features.add("root")

# A sanitizer takes more memory than any limit leaves, and many times as long.
if not config.is_sanitized:
    config.available_features |= {"memory-limits", "full-speed"}

# The data for conformance lies beside the project and is not part of it.
shared = os.environ.get("SEEDC_SHARED_DATA", os.path.join(config.seedc_source, "..", "shared", "data"))
config.substitutions.append(("%shared", os.path.abspath(shared)))
if os.path.isdir(os.path.join(shared, "philly_cafes")):
    config.available_features.add("shared-data")
elif os.environ.get("CI"):
    lit_config.fatal("conformance data not found at " + os.path.abspath(shared))
