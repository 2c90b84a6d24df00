"""The wheel on processors that are emulated: x86-64-v2 is enough, and an older one is refused with a sentence."""

import shutil
import subprocess
import sys

import pytest

from conftest import CAFES

QEMU = shutil.which("qemu-x86_64")
PROGRAM = f"""
import seedc
data = seedc.open({str(CAFES)!r})
for backend in ("jit", "interp"):
    program = seedc.compile("R1: AND(drive_thru, OR(cozy_reviews, live_music))", data, backend=backend)
    print(program.run(data, timeout=100).matches["R1"])
"""


def run_on(processor, program):
    return subprocess.run([QEMU, "-cpu", processor, sys.executable, "-c", program], capture_output=True, encoding="utf-8", timeout=120)


@pytest.mark.skipif(not QEMU, reason="there is no qemu-x86_64")
def test_a_processor_of_2009():
    run = run_on("Nehalem", PROGRAM)
    assert run.stdout == "['0yfRtaK2ydjoeuCxkxO8xG']\n" * 2, run.stderr


@pytest.mark.skipif(not QEMU, reason="there is no qemu-x86_64")
def test_an_older_one_is_refused():
    run = run_on("core2duo", "import seedc; print(seedc.__version__)\nseedc.fmt('R1: a')")
    assert run.returncode == 1 and run.stdout
    assert run.stderr.endswith(
        "seedc._errors.ServiceError: this processor lacks instructions that seedc needs: x86-64-v2, with SSE4.2 and POPCNT\n"
        "  help: use a machine with a processor of 2009 or later\n"
    )
