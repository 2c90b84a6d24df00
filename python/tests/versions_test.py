"""The one wheel installs into every CPython from 3.10 on that this machine has, with what pip brings alone, and works there."""

import glob
import importlib.metadata
import os
import subprocess

import pytest

import seedc

from conftest import CAFES, ROOT

WHEELS = sorted((ROOT / "build" / "wheel").glob("seedc-*.whl"))
PLACES = ("/usr/bin/python3.*", "/usr/local/bin/python3.*", "/opt/python/*/bin/python3", os.path.expanduser("~/.pyenv/versions/3.*/bin/python3"))

PROGRAM = f"""
import sys, threading, seedc
data = seedc.open({str(CAFES)!r})
for backend in ("jit", "interp"):
    result = seedc.compile("R1: AND(drive_thru, OR(cozy_reviews, live_music))", data, backend=backend).run(data, timeout=60)
    assert result.matches == {{"R1": ["0yfRtaK2ydjoeuCxkxO8xG"]}}
try:
    seedc.compile("R1: live_musik", data)
except seedc.ProgramError as error:
    assert error.diagnostics[0].span.column == 5
rows = seedc.Data([{{"business_id": "a", "name": "A", "reviews": [{{"review_id": "1", "text": "so cozy"}}]}}])
assert seedc.compile("R1: cozy_reviews", rows).run(rows).matches == {{"R1": ["a"]}}
scores = seedc.formula({str(ROOT / "examples" / "first.json")!r}).score(data)
assert len(scores) == 72 and scores.ledger["reviews"] == 1600
assert "arrow_array_stream" in repr(scores.__arrow_c_stream__())
assert "pyarrow" not in sys.modules and "pandas" not in sys.modules
"""


def pythons():
    """{(3, 12): its path}"""
    found = {}
    for place in PLACES:
        for path in sorted(glob.glob(place)):
            run = subprocess.run([path, "-c", "import sys, ssl, venv; print(*sys.implementation.name.split(), *sys.version_info[:2])"], capture_output=True, encoding="utf-8")
            words = run.stdout.split()
            if run.returncode == 0 and words[0] == "cpython" and (int(words[1]), int(words[2])) >= (3, 10):
                found.setdefault((int(words[1]), int(words[2])), path)
    return found


@pytest.mark.skipif(not WHEELS, reason="`tools/dev wheel` was not run")
@pytest.mark.parametrize("python", pythons().values(), ids=["{}.{}".format(*version) for version in pythons()])
def test_a_fresh_environment(python, tmp_path, request):
    folder = ROOT / "build" / "python" / request.node.callspec.id
    subprocess.run([python, "-m", "venv", "--clear", folder], check=True, timeout=120)
    inside = folder / "bin"
    subprocess.run([inside / "pip", "install", "--quiet", "--disable-pip-version-check", WHEELS[-1]], check=True, timeout=300)
    run = subprocess.run([inside / "python", "-c", PROGRAM], capture_output=True, encoding="utf-8", timeout=120, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    run = subprocess.run([inside / "seedc", "--version"], capture_output=True, encoding="utf-8", timeout=60)
    assert run.stdout.startswith("seedc "), run.stderr


def test_pip_shows_whose_it_is():
    about = importlib.metadata.metadata("seedc")
    assert about["License"] == "Apache-2.0" and about["Author"] == "the authors of seedc"
    assert about["Summary"].startswith("Evidence requests and Formula Seeds") and about["Version"] == seedc.__version__


@pytest.mark.skipif(not WHEELS, reason="`tools/dev wheel` was not run")
def test_the_size_of_the_wheel():
    assert WHEELS[-1].stat().st_size <= 40 * 2**20 and "-cp310-abi3-manylinux_2_" in WHEELS[-1].name
