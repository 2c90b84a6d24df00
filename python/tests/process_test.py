"""What a process that is somebody's Python needs: its lock, signals, callbacks, forks, other libraries, its end."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import seedc

from conftest import CAFES

# Patterns with back references, which take long on the data below.
SLOW = "\n".join(f'R{i}: review_text("(.)(.)(.)(.).*\\\\4\\\\3.{{{i}}}\\\\2\\\\1\\\\4 cookies")' for i in range(5))


@pytest.fixture(autouse=True)
def ctrl_c_interrupts():
    """Also where the tests were started in the background, by a shell that has it ignored there."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def large():
    """60,000 reviews of two kilobytes."""
    text = "a cosy corner where coffee comes on copper trays and cookies come often, " * 28
    reviews = [{"review_id": str(i), "business_id": str(i % 50), "stars": 4, "text": f"{i} {text}"} for i in range(60_000)]
    return seedc.Data([{"business_id": str(i), "name": f"N{i}"} for i in range(50)], reviews)


def python(code, **environment):
    """Runs it in a process of its own, which must end well."""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=120, env={**os.environ, **environment})
    assert run.returncode == 0, (run.returncode, run.stdout, run.stderr)
    return run.stdout


def seconds_to_interrupt(call):
    """From the signal of Ctrl-C to the end of the call."""
    sent = []

    def interrupt():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.3, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    seconds = time.perf_counter() - sent[0]
    timer.join()
    return seconds


def test_ctrl_c_ends_a_run(large):
    program = seedc.compile(SLOW, large, backend="interp")
    # A tenth of what the run may take: how soon a thread has its turn is for the machine to say.
    assert seconds_to_interrupt(lambda: program.run(large, timeout=20)) < 2


def test_other_threads_go_on(large):
    program = seedc.compile(SLOW, large, backend="interp")
    steps = []
    done = threading.Event()

    def count():
        while not done.wait(0.01):
            steps.append(1)

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(TimeoutError):
        program.run(large, timeout=0.5)
    done.set()
    thread.join()
    assert len(steps) > 15


def test_limits(large):
    program = seedc.compile(SLOW, large, backend="interp")
    with pytest.raises(seedc.TimeLimitError, match="timeout="):
        program.run(large, timeout=0.2)
    data = seedc.open(CAFES)
    with pytest.raises(seedc.LimitError, match="max_memory=") as thrown:
        seedc.compile("R1: cozy_reviews", schema=data.schema()).run(data, max_memory=1000)
    assert not isinstance(thrown.value, seedc.TimeLimitError)


def run_once(**options):
    """A run that reads its data, of which there is progress."""
    reviews = [{"review_id": str(i), "business_id": str(i % 50), "stars": 4, "text": f"{i} cozy " * 100} for i in range(30_000)]
    data = seedc.Data([{"business_id": str(i), "name": f"N{i}"} for i in range(50)], reviews)
    return seedc.compile('R1: review_text("cozy")', data).run(data, **options)


def test_progress():
    seen = []
    run_once(progress=lambda step, done, total: seen.append((step, done, total)))
    assert seen and all(isinstance(step, str) and done >= 0 and total >= 0 for step, done, total in seen)


def test_progress_ends_a_run_that_makes_none(large):
    program = seedc.compile(SLOW, large, backend="interp")
    begin = time.perf_counter()
    with pytest.raises(seedc.CancelledError):
        program.run(large, timeout=20, progress=lambda *now: time.perf_counter() - begin < 0.7)
    assert time.perf_counter() - begin < 10


def test_calls_do_not_wait_for_each_other_with_the_lock():
    """Runs that fill the session's threads are about to call Python when another thread wants a text, for which it needs those threads."""
    python(f"""
import seedc, threading, time
data = seedc.open({str(CAFES)!r}, threads=1)
result = seedc.compile("R1: review_text('cozy')", data).run(data)
begun = threading.Semaphore(0)

def run():
    called = []
    def progress(step, done, total):
        if not called:
            called.append(step)
            begun.release()
            time.sleep(0.2)
    seedc.compile("R1: review_text('work')", threads=1).run(seedc.open({str(CAFES)!r}, threads=1), progress=progress)

threads = [threading.Thread(target=run) for _ in range(2)]
for thread in threads:
    thread.start()
for _ in threads:
    begun.acquire()
result.text(), str(result), data.schema().text, seedc.explain_code("unknown-name")
for thread in threads:
    thread.join()
""")


def test_an_exception_in_a_callback():
    class Mine(Exception):
        pass

    def fail(step, done, total):
        raise Mine(step)

    with pytest.raises(Mine):
        run_once(progress=fail)
    with pytest.raises(seedc.CancelledError):
        run_once(progress=lambda *_: False)


def test_from_another_thread(cafes):
    found = []
    thread = threading.Thread(target=lambda: found.append(seedc.compile("R1: drive_thru", cafes).run(cafes, timeout=60).matches))
    thread.start()
    thread.join()
    assert found[0]["R1"]


FORK = """
import os, sys, seedc
data = seedc.open({data!r})
program = seedc.compile("R1: AND(drive_thru, cozy_reviews)", data, backend={backend!r})
expected = program.run(data).matches
child = os.fork()
if child == 0:
    try:
        program.run(data)
        os._exit(3)
    except seedc.UsageError as error:
        assert "forked" in str(error), error
    data = seedc.open({data!r})
    found = seedc.compile("R1: AND(drive_thru, cozy_reviews)", data, backend={backend!r}).run(data).matches
    os._exit(0 if found == expected else 4)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert program.run(data).matches == expected
print("ok")
"""


@pytest.mark.parametrize("backend", ["jit", "interp"])
def test_fork(backend):
    assert python(FORK.format(data=str(CAFES), backend=backend)) == "ok\n"


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_multiprocessing(method, tmp_path):
    script = tmp_path / "many.py"
    script.write_text(f"""
import multiprocessing, seedc
def work(_):
    data = seedc.open({str(CAFES)!r})
    return seedc.compile("R1: drive_thru", data).run(data).matches
if __name__ == "__main__":
    expected = work(0)
    with multiprocessing.get_context({method!r}).Pool(2) as pool:
        assert pool.map(work, range(4)) == [expected] * 4
""")
    subprocess.run([sys.executable, script], check=True, timeout=60)


@pytest.mark.parametrize("milliseconds", [0, 20, 50, 90, 140])
def test_the_end_with_live_handles(milliseconds):
    run = subprocess.run([sys.executable, "-c", f"""
import seedc, threading, time
data = seedc.open({str(CAFES)!r})
result = seedc.compile("R1: drive_thru", data).run(data)
stream = result.__arrow_c_stream__()

def work():
    while True:
        seedc.compile("R1: AND(drive_thru, cozy_reviews)", data, backend="jit").run(data)

for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
time.sleep({milliseconds} / 1000)
print("ok")
"""], capture_output=True, encoding="utf-8", timeout=120)
    assert (run.returncode, run.stdout, run.stderr) == (0, "ok\n", "")


@pytest.mark.parametrize("flags", ["RTLD_LOCAL", "RTLD_GLOBAL"])
@pytest.mark.parametrize(("first", "second"), [("seedc", "llvmlite"), ("llvmlite", "seedc"), ("seedc", "numba"), ("numba", "seedc")])
def test_another_llvm(first, second, flags):
    pytest.importorskip(first)
    pytest.importorskip(second)
    loading = f"import os, sys; sys.setdlopenflags(os.RTLD_NOW | os.{flags})\n"
    parts = {
        "seedc": f"""
import seedc
data = seedc.open({str(CAFES)!r})
assert seedc.compile("R1: drive_thru", data, backend="jit").run(data).matches["R1"]
""",
        "llvmlite": """
import ctypes, llvmlite.binding as llvm
llvm.initialize_native_target(); llvm.initialize_native_asmprinter()
module = llvm.parse_assembly("define i32 @answer() { ret i32 42 }")
machine = llvm.Target.from_default_triple().create_target_machine()
engine = llvm.create_mcjit_compiler(module, machine)
assert ctypes.CFUNCTYPE(ctypes.c_int)(engine.get_function_address("answer"))() == 42
""",
        "numba": """
import numba
@numba.njit
def total(n):
    made = 0.0
    for i in range(n):
        made += i * 0.5
    return made
assert total(1000) == 249750.0
""",
    }
    python(loading + parts[first] + parts[second] + parts[first])


def test_other_modules_keep_their_libraries():
    code = f"""
import seedc
data = seedc.open({str(CAFES)!r})
seedc.compile("R1: drive_thru", data).run(data)
import ssl, sqlite3, zlib
sqlite3.connect(":memory:").execute("select 1"); ssl.create_default_context()
names = {{line.split()[-1].rsplit("/", 1)[-1] for line in open("/proc/self/maps") if "seedc/lib" in line}}
assert names and all(name.startswith("libseedc") for name in names), names
"""
    python(code)


def test_import_is_quick():
    """Beside a module of Python's own, in turns, as machines differ and what else they do."""

    def seconds(module):
        code = f"import time; begin = time.process_time(); import {module}; print(time.process_time() - begin)"
        return float(python(code))

    both = [(seconds("seedc"), seconds("asyncio")) for _ in range(10)]
    ours, theirs = map(min, zip(*both))
    assert ours < 1.5 * theirs


def test_import_loads_no_more_than_it_needs():
    code = "import sys, seedc; print(*sorted({'dataclasses', 'secrets', 'hashlib', 'inspect', 'http', 'tempfile', 'seedc._html'} & set(sys.modules)))"
    assert python(code).split() == []


def test_a_small_call_is_quick():
    """Beside loading what it reads, as machines differ."""
    reviews = [{"review_id": str(i), "business_id": str(i % 50), "stars": 4, "text": "cozy"} for i in range(50)]
    items = [{"business_id": str(i), "name": "N", "attributes": {"DriveThru": "True"}} for i in range(50)]
    data = seedc.Data(items, reviews, threads=1)
    program = seedc.compile("R1: drive_thru", data)
    pairs = [(_seconds(lambda: program.run(data)), _seconds(lambda: seedc.Data(items, reviews, threads=1))) for _ in range(300)]
    call, loading = map(min, zip(*pairs))
    assert call < loading / 3, (call, loading)


def _seconds(call):
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin
