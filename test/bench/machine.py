"""Describes the machine and the versions with which the figures were measured."""

import dataclasses
import datetime
import os
import platform
import re
import shutil
import subprocess
import sys

from workload import ROOT


@dataclasses.dataclass
class Tools:
    seedc: str
    generator: str
    plain_evaluator: str
    on_demand: str
    ripgrep: str
    python: str
    venv_python: str


def find_tools(bin_folder):
    """Paths of all tools; what is missing ends the program."""
    venv_python = os.path.join(ROOT, "build", "bench", "venv", "bin", "python")
    tools = Tools(
        os.path.join(bin_folder, "seedc"),
        os.path.join(bin_folder, "seedc-gen"),
        os.path.join(bin_folder, "seedc-plain-evaluator"),
        os.path.join(bin_folder, "seedc-on-demand"),
        shutil.which("rg") or "rg",
        sys.executable,
        venv_python,
    )
    for path in dataclasses.astuple(tools):
        if not os.access(path, os.X_OK):
            sys.exit(f"bench: `{path}` is not there; `tools/dev bench` builds and installs what is needed")
    return tools


def first_line(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[0]


def field(path, pattern):
    with open(path, encoding="utf-8") as stream:
        found = re.search(pattern, stream.read(), re.MULTILINE)
    return found.group(1).strip() if found else "unknown"


def describe(tools):
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": field("/proc/cpuinfo", r"^model name\s*:(.*)$"),
        "cores": len(os.sched_getaffinity(0)),
        "memory_bytes": int(field("/proc/meminfo", r"^MemTotal:\s*(\d+)")) * 1024,
        "system": field("/etc/os-release", '^PRETTY_NAME="(.*)"$') + f", Linux {platform.release()}",
        "load_before": os.getloadavg()[0],
        "versions": {
            "seedc": first_line(tools.seedc, "--version").split()[-1],
            "DuckDB": first_line(tools.venv_python, "-c", "import duckdb; print(duckdb.__version__)"),
            "ripgrep": first_line(tools.ripgrep, "--version").split()[1],
            "Python": platform.python_version(),
        },
    }
